/** Ways to tell players that they are awaited: a notice, a sound, the system's notification. */
import { fileBeside, pathHere, wholeAddress } from "../app/address";
import { notify } from "../app/notices.svelte";
import { settings } from "../app/settings.svelte";
import { ring } from "./sound";

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

/** Somebody has said something. */
export function alertTalk(): void {
  if (settings.sound) ring([659]);
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
  const notice = {
    tag: "han-turn",
    icon: fileBeside("icon-192.png"),
    data: wholeAddress(pathHere()),
  };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) return worker.showNotification(title, notice); // the only way on phones
  const shown = new Notification(title, notice);
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
