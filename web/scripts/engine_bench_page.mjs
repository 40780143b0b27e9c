/** The same work in a browser: bench/web_engine.py runs its parts and measures the process. */
import * as chance from "../src/engine/chance";
import * as engine from "../src/engine/engine";
import * as kernel_game from "../src/engine/kernel_game";
import * as search from "../src/engine/search";
import { prepare } from "./engine_work.mjs";

const read = async (name) => new Uint8Array(await (await fetch(`/built/${name}`)).arrayBuffer());

/** Prepares the work and says how long that took. */
globalThis.begin = async (work) => {
  const names = ["games.bin", `tables-${work.kind.players}.bin`];
  const files = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await read(name)])),
  );
  const modules = { engine, kernel_game, chance, search };
  const { parts, ...measured } = await prepare(modules, await read("han.wasm"), files, work);
  globalThis.parts = parts;
  return measured;
};
