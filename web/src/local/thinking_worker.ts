/** A worker in which the bots of one table think. */
import type { DataFiles } from "../engine/data";
import type { FromThinker, Task, ToThinker } from "./thinkers";
import { think } from "./thinking";

let material: { kernels: WebAssembly.Module; files: DataFiles } | undefined;
/** The last task; the next one waits for it. */
let last: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<ToThinker>) => {
  if ("kernels" in data) material = data;
  else last = last.then(async () => answer(data));
});

async function answer({ number, task }: Extract<ToThinker, { task: Task }>): Promise<void> {
  try {
    const { kernels, files } = material!;
    const choice = await think(kernels, files, task);
    postMessage({ number, choice } satisfies FromThinker);
  } catch (error) {
    reportError(error); // whoever waits hears of it as of any other error of a worker
  }
}
