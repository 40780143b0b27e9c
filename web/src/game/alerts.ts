/** Ways to say that it is one's turn: the title, a sound, a notice of the system. */

let audio: AudioContext | null = null;

/** Two plucked notes. */
export function ring(): void {
  try {
    audio ??= new AudioContext();
    [392, 523].forEach((pitch, index) => pluck(audio as AudioContext, pitch, index * 0.16));
  } catch {
    // a browser without sound is quiet
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

/** Tell somebody who looks elsewhere. */
export async function callBack(title: string): Promise<void> {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted")
    return;
  const notice = { tag: "han-turn", icon: "/icon-192.png", data: location.pathname };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, notice); // phones know no other way
  const shown = new Notification(title, notice);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
