/** How fast the kernels are in Node: seconds of a processor for the work that bench/web_engine.py gives. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "vite";

import { prepare } from "./engine_work.mjs";

const BUILT = new URL("../src/engine/built/", import.meta.url);
const MODULES = ["engine", "kernel_game", "chance", "search"];

const vite = await createServer({ server: { middlewareMode: true }, logLevel: "error" });
const load = async (name) => [name, await vite.ssrLoadModule(`/src/engine/${name}.ts`)];
const modules = Object.fromEntries(await Promise.all(MODULES.map(load)));
await vite.close();

const read = (name) => new Uint8Array(readFileSync(new URL(name, BUILT)));
const names = readdirSync(BUILT).filter((name) => name.endsWith(".bin"));
const files = Object.fromEntries(names.map((name) => [name, read(name)]));

/** What something costs of a processor, compilers in the background included. */
function seconds(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const work = JSON.parse(process.argv[2]);
const { parts, ...measured } = await prepare(modules, read("han.wasm"), files, work);
for (const [name, run] of Object.entries(parts)) {
  run(); // until the optimising compiler is done
  measured[name] = Math.min(...[1, 2, 3].map(() => seconds(run)));
}
console.log(JSON.stringify(measured));
