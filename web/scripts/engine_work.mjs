/** The work that bench/web_engine.py measures, in Node and in a browser alike. */

/**
 * A game's parts to measure, each a function.
 *
 * `modules` are those of src/engine by their names, `work` is what bench/web_engine.py gives.
 */
export async function prepare({ engine, kernel_game, chance, search }, wasm, files, work) {
  const began = performance.now();
  const started = await engine.startEngine(await WebAssembly.compile(wasm));
  const start_ms = performance.now() - began;
  const game = new kernel_game.KernelGame(started, files, work.kind);
  const { kernels, memory } = started;
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
  const searching = (level) => {
    const budget = { sims: work.simulations, ms: null, steps: null, nodes: 4 * work.simulations };
    const searcher = new search.Searcher(game, level, budget);
    const sight = game.sight(game.seat);
    return () => searcher.choose(sight, new chance.Chance(started, 1n));
  };

  game.deal(new chance.Chance(started, 1n));
  const parts = { games, minister: searching("minister"), chancellor: searching("chancellor") };
  return { parts, start_ms, memory: memory.buffer.byteLength };
}
