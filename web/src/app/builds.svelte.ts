/**
 * Which build of the client this page is of. The service worker keeps it while the page is open,
 * and fetches newer ones; the page then says that there is one, and whoever reads it decides when.
 */
import { fileBeside } from "./address";
import { whenIdle } from "./idle";

/** How often a page that stays open looks for a newer build. */
const LOOK_MS = 3_600_000;

const build = document.querySelector<HTMLMetaElement>('meta[name="han-build"]')?.content ?? "";
const home = new URL(fileBeside(""), document.baseURI).pathname;

let newerIsReady = $state(false);
let partIsMissing = $state(false);

/** Whether a newer build than this page's is kept: it is there after a reload. */
export const isNewerReady = (): boolean => newerIsReady;

/** Whether something of this page could not be loaded. */
export const isPartMissing = (): boolean => partIsMissing;

/** Say no more of it: the next visit has the newer build anyway. */
export function dismissNewer(): void {
  newerIsReady = partIsMissing = false;
}

export function notePartMissing(): void {
  partIsMissing = true;
}

/** Let the service worker keep this page's build as long as the page is open. */
export function holdBuild(): void {
  if (!build || !("serviceWorker" in navigator)) return;
  // the worker sees which locks are held: see `worker.ts`
  const name = `han ${home} ${build}`;
  void navigator.locks.request(name, { mode: "shared" }, () => new Promise(() => {}));
  navigator.serviceWorker.addEventListener("controllerchange", compareBuilds);
}

/** Keep the client for times without a network, and look for newer builds from now on. */
export async function keepForOffline(): Promise<void> {
  if (!build || !("serviceWorker" in navigator)) return;
  await new Promise<void>(whenIdle); // what is kept is all of the client
  const registration = await navigator.serviceWorker.register(fileBeside("worker.js"));
  registration.active?.postMessage("tidy");
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOK_MS) return;
    looked = Date.now();
    registration.update().catch(() => {}); // without a network there is nothing new
  });
}

/** A service worker has taken over: whether it is of a newer build. */
function compareBuilds(): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => (newerIsReady = data !== build);
  navigator.serviceWorker.controller?.postMessage("build", [channel.port2]);
}
