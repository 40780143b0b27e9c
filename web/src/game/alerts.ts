/** Ways to tell players that they are awaited: a notice, a sound, the system's notification. */
import { notify } from "../app/notices.svelte";
import { settings } from "../app/settings.svelte";

/** Calls a player whose turn has begun. */
export function alertPlayer(line: string): void {
  void callBack(line);
  if (settings.sound) ring();
}

/** Reminds a player whom the others wait for, wherever they look. */
export function remindPlayer(line: string): void {
  notify(line);
  alertPlayer(line);
}

let audio: AudioContext | null = null;

/** Two plucked notes. */
function ring(): void {
  try {
    audio ??= new AudioContext();
    [392, 523].forEach((pitch, index) => pluck(audio as AudioContext, pitch, index * 0.16));
  } catch {
    // the browser has no sound
  }
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

export const canAskToNotify = () =>
  "Notification" in window && Notification.permission === "default";

export async function askToNotify(): Promise<void> {
  await Notification.requestPermission();
}

/** Shows a notification of the system if the page is hidden. */
async function callBack(title: string): Promise<void> {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted")
    return;
  const notice = { tag: "han-turn", icon: "/icon-192.png", data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, notice); // the only way on phones
  const shown = new Notification(title, notice);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
