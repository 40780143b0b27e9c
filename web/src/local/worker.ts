/** The worker that keeps this device's tables: see `protocol` for what it and a page say. */
import { loadFiles, loadKernels } from "../engine/load";
import { Games, type Material } from "./games";
import { IndexedDbStore } from "./indexed_db";
import { LocalServer } from "./local_server";
import { WebLocks } from "./locks";
import { bringOnline } from "./online";
import type { FromPage } from "./protocol";
import { BrowserTabs } from "./tabs";
import { ThinkingWorkers } from "./thinkers";

// whoever has started this worker then asks the server
if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly");

let kernels: Promise<WebAssembly.Module> | null = null;

/** The kernels are loaded once, and again after a failure. */
function kernelsOnce(): Promise<WebAssembly.Module> {
  kernels ??= loadKernels();
  kernels.catch(() => (kernels = null)); // whoever needs them hears of it
  return kernels;
}

const material: Material = { kernels: kernelsOnce, files: loadFiles };

const startThinking = () =>
  new Worker(new URL("./thinking_worker.ts", import.meta.url), { type: "module" });

const server = new LocalServer(
  {
    store: new IndexedDbStore(),
    locks: new WebLocks(),
    tabs: new BrowserTabs(),
    games: new Games(material),
    thinkers: new ThinkingWorkers(material, startThinking),
    bringOnline,
    now: () => Date.now(),
  },
  (message) => postMessage(message),
);

addEventListener("message", ({ data }: MessageEvent<FromPage>) => server.receive(data));
