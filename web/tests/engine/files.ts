import { readdirSync, readFileSync } from "node:fs";

import type { DataFiles, GameKind } from "../../src/engine/data";
import { startEngine, type Engine } from "../../src/engine/engine";
import { KernelGame } from "../../src/engine/kernel_game";

/** Whether this runs in a worker of a browser, as the engine does; otherwise it is Node. */
export const IN_BROWSER = "WorkerGlobalScope" in globalThis;

const BUILT = new URL("../../src/engine/built/", import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, BUILT)));

export const files: DataFiles = Object.fromEntries(
  readdirSync(BUILT)
    .filter((name) => name.endsWith(".bin"))
    .map((name) => [name, read(name)]),
);

/** The kernels, for as many modules as a test wants. */
export const compiledKernels = WebAssembly.compile(read("han.wasm"));

/** A module with a memory of its own. */
export const freshEngine = async (): Promise<Engine> => startEngine(await compiledKernels);

export const freshGame = async (kind: GameKind): Promise<KernelGame> =>
  new KernelGame(await freshEngine(), files, kind);

const nameOf = ({ map, players, variant, wild }: GameKind) =>
  `${map}, ${players} players${variant ? ", variant" : ""}${wild ? "" : ", no wild pairs"}`;

/** Cases for `test.each`, each with its game's name. */
export const named = <T extends GameKind>(cases: T[]) =>
  cases.map((one): [string, T] => [nameOf(one), one]);
