/** The worker that keeps this device's tables: see `protocol` for what it and a page say. */
import { loadFiles, loadKernels } from "../engine/load";
import { Games, type Material } from "./games";
import { IndexedDbStore } from "./indexed_db";
import { LocalServer } from "./local_server";
import { WebLocks } from "./locks";
import type { FromPage } from "./protocol";
import { ThinkingWorkers } from "./thinkers";

const kernels = loadKernels();
kernels.catch(() => {}); // whoever needs them hears of it

/** The kernels are asked for at once, so that the first game begins soon. */
const material: Material = {
  kernels: () => kernels.catch(loadKernels),
  files: loadFiles,
};

const startThinking = () =>
  new Worker(new URL("./thinking_worker.ts", import.meta.url), { type: "module" });

const server = new LocalServer(
  {
    store: new IndexedDbStore(),
    locks: new WebLocks(),
    games: new Games(material),
    thinkers: new ThinkingWorkers(material, startThinking),
    now: () => Date.now(),
  },
  (message) => postMessage(message),
);

addEventListener("message", ({ data }: MessageEvent<FromPage>) => server.receive(data));
