/** How fast the kernels are in Node: seconds of a processor for the work that bench/web_engine.py gives. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "vite";

const BUILT = new URL("../src/engine/built/", import.meta.url);
const work = JSON.parse(process.argv[2]);

const vite = await createServer({ server: { middlewareMode: true }, logLevel: "error" });
const load = (name) => vite.ssrLoadModule(`/src/engine/${name}.ts`);
const [{ startEngine }, { KernelGame }, { Chance }, { Searcher }] = await Promise.all(
  ["engine", "kernel_game", "chance", "search"].map(load),
);
await vite.close();

const read = (name) => new Uint8Array(readFileSync(new URL(name, BUILT)));
const wasm = read("han.wasm");
const files = Object.fromEntries(
  readdirSync(BUILT)
    .filter((name) => name.endsWith(".bin"))
    .map((name) => [name, read(name)]),
);

/** What something costs of a processor, compilers in the background included. */
function seconds(run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

async function started() {
  const began = performance.now();
  const engine = await startEngine(await WebAssembly.compile(wasm));
  return { engine, ms: performance.now() - began };
}

const { engine, ms } = await started();
const game = new KernelGame(engine, files, work.kind);
const { kernels, memory } = engine;
const { board, state, scratch, noTape } = game;
const setup = memory.reserve("State");
memory.copy("State", setup, state);
const states = memory.reserve("State", work.games);
const generator = memory.reserve("Generator");
const games = () =>
  kernels.play_random_games(
    ...[board, setup, states, work.games, scratch, generator, noTape, 7n, 0],
  );

/** A search from the first decision, with a tree of its own. */
function search(level) {
  const budget = { sims: work.simulations, ms: null, steps: null, nodes: 4 * work.simulations };
  const searcher = new Searcher(game, level, budget);
  const sight = game.sight(game.seat);
  return () => searcher.choose(sight, new Chance(engine, 1n));
}

game.deal(new Chance(engine, 1n));
const measured = { start_ms: ms };
for (const [name, run] of Object.entries({
  games,
  minister: search("minister"),
  chancellor: search("chancellor"),
})) {
  run(); // until the optimising compiler is done
  measured[name] = Math.min(...[1, 2, 3].map(() => seconds(run)));
}
measured.memory = memory.buffer.byteLength;
console.log(JSON.stringify(measured));
