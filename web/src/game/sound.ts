/**
 * The sound that calls a player. Browsers let a page sound only after somebody has used it, and
 * complain about one that tries: until then it is silent.
 */
import { settings } from "../app/settings.svelte";

const GESTURES = ["pointerup", "keydown"];
let audio: AudioContext | null = null;

/** From now on, gets the sound ready with the first click or key of somebody who wants it. */
export function prepareSound(): void {
  for (const gesture of GESTURES) addEventListener(gesture, unlock, { capture: true });
}

function unlock(): void {
  if (!settings.sound) return;
  for (const gesture of GESTURES) removeEventListener(gesture, unlock, { capture: true });
  try {
    audio = new AudioContext();
    audio.resume().catch(() => {}); // not after this gesture: there is no sound then
  } catch {
    // the browser has no sound
  }
}

/** Plucked notes: two, unless others are asked for. */
export function ring(pitches = [392, 523]): void {
  const context = audio;
  if (context?.state === "running")
    pitches.forEach((pitch, index) => pluck(context, pitch, index * 0.16));
}

function pluck(context: AudioContext, pitch: number, delay: number): void {
  const [tone, loudness] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime + delay;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.12, begin);
  loudness.gain.exponentialRampToValueAtTime(0.0001, begin + 0.6);
  tone.connect(loudness).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + 0.65);
}
