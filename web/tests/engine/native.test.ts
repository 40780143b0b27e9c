/** The kernels do the same as those of Python: see tools/wasm/proof.py, which plays all this too. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { makeBot, type Level } from "../../src/engine/bots";
import { constants, records, searches } from "../../src/engine/built/manifest.json";
import { Chance } from "../../src/engine/chance";
import { codesIn, type KernelGame } from "../../src/engine/kernel_game";
import { Searcher } from "../../src/engine/search";
import expected from "./expected.json";
import { freshGame, named } from "./files";

const CODES = 64 * (constants.TURN + 1);
const EVENT_BYTES = 8 * constants.COLUMNS;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test.each(expected.boards)("a map gives the same board: $map", async ({ map, board, costs }) => {
  const game = await freshGame({ map, players: 3, variant: true, wild: true });
  const { memory } = game.engine;
  expect(sha256(memory.bytes("Board", game.board))).toBe(board);
  const made = memory.field("Workspace", game.work, "costs");
  expect(sha256(memory.bytes("Costs", made))).toBe(costs);
});

test.each(named(expected.random))("random games end alike: %s", async (_, wanted) => {
  const game = await freshGame(wanted);
  expect(sha256(game.engine.memory.bytes("State", game.state))).toBe(wanted.setup);
  const { kernels, memory } = game.engine;
  const states = memory.reserve("State", wanted.games);
  const generator = memory.reserve("Generator");
  const seed = BigInt(expected.seed);
  const { board, state, scratch, noTape } = game;
  const decisions = kernels.play_random_games(
    ...([board, state, states, wanted.games, scratch, generator, noTape, seed, 0] as const),
  );
  const ends = memory.bytes("State", states, wanted.games);
  expect(sha256(ends)).toBe(wanted.states);
  expect(decisions).toBe(wanted.decisions);
});

test.each(named(expected.watched))("games go alike, move by move: %s", async (_, wanted) => {
  const watcher = new Watcher(await freshGame(wanted));
  for (let number = 0; number < wanted.games; number++) watcher.playGame(BigInt(number));
  expect(watcher.moves).toBe(wanted.moves);
  expect(watcher.trail.digest("hex")).toBe(wanted.trail);
});

/** Plays random games and writes down all that happens. */
class Watcher {
  moves = 0;
  readonly trail = createHash("sha256");
  readonly #tape;

  constructor(private readonly game: KernelGame) {
    this.#tape = game.engine.memory.reserve("Tape");
  }

  playGame(number: bigint): void {
    const chance = new Chance(this.game.engine, BigInt(expected.seed), number);
    this.game.deal(chance);
    while (!this.game.isOver) this.#move(chance);
  }

  #move(chance: Chance): void {
    const { game } = this;
    const { kernels, memory } = game.engine;
    const words = game.legalWords().slice();
    this.trail.update(new Uint8Array(words.buffer));
    if (this.moves % expected.look === 0) this.#look();
    const code = game.isChance
      ? kernels.chance_code(game.state, chance.generator)
      : one(codesIn(words), chance);
    memory.clear("Tape", this.#tape);
    game.play(code, this.#tape);
    const length = memory.read("Tape", this.#tape, "length");
    const rows = this.#tape + records.Tape.fields.rows.at;
    this.trail.update(new Uint8Array(memory.buffer, rows, length * EVENT_BYTES));
    this.trail.update(memory.bytes("State", game.state));
    this.moves++;
  }

  #look(): void {
    const { game } = this;
    const { kernels, memory } = game.engine;
    const reasons = Uint8Array.from({ length: CODES }, (_, code) =>
      kernels.refuse(game.board, game.state, code),
    );
    this.trail.update(reasons);
    for (let seat = 0; seat < game.kind.players; seat++) {
      const sight = game.sight(seat);
      this.trail.update(memory.bytes("State", sight.state));
      this.trail.update(Uint8Array.from([...sight.unseen, ...sight.hidden]));
    }
  }
}

const one = (codes: number[], chance: Chance) => codes[chance.below(codes.length)]!;

test.each(named(expected.bots))("bots play whole games alike: %s", async (_, wanted) => {
  const game = await freshGame(wanted);
  const number = BigInt(wanted.number);
  const cards = new Chance(game.engine, number, 1n);
  const whims = wanted.line.map((_, seat) => new Chance(game.engine, number, BigInt(100 + seat)));
  const bots = wanted.line.map((level) => quickBot(game, level as Level));
  game.deal(cards);
  const trail = createHash("sha256");
  const note = () => trail.update(game.engine.memory.bytes("State", game.state));
  note();
  let moves = 0;
  for (; !game.isOver; moves++) {
    const { seat } = game;
    game.play(bots[seat]!.choose(game.sight(seat), whims[seat]!));
    game.settle(cards);
    note();
  }
  expect(moves).toBe(wanted.moves);
  expect(trail.digest("hex")).toBe(wanted.trail);
});

/** A bot that does not search long. */
function quickBot(game: KernelGame, level: Level) {
  if (!(level in searches)) return makeBot(game, level);
  const sims = expected.simulations;
  const budget = { sims, ms: null, steps: null, nodes: 4 * sims + 128 };
  return new Searcher(game, level as keyof typeof searches, budget);
}

test.each(named(expected.choices))("all levels choose alike: %s", async (_, wanted) => {
  const game = await freshGame(wanted);
  after(game, wanted.depth);
  const sight = game.sight(game.seat);
  const chance = () => new Chance(game.engine, BigInt(expected.seed), BigInt(wanted.depth));
  for (const [level, code] of Object.entries(wanted.choices)) {
    if (level in searches) continue;
    expect([level, makeBot(game, level as Level).choose(sight, chance())]).toEqual([level, code]);
  }
  for (const [name, visits] of Object.entries(wanted.visits)) {
    const level = name as keyof typeof searches;
    const bot = new Searcher(game, level, { ...searches[level], ms: null });
    expect([level, bot.choose(sight, chance())]).toEqual([level, wanted.choices[level]]);
    const tried = bot.tried(sight.seat).map(({ code, visits }) => [code, visits] as const);
    expect(tried.sort(([a], [b]) => a - b)).toEqual(visits);
    expect(sha256(bot.tree)).toBe(wanted.trees[level]);
  }
});

/** Play random decisions, up to the next one where there is a choice. */
function after(game: KernelGame, decisions: number): void {
  const chance = new Chance(game.engine, BigInt(expected.seed), BigInt(1000 + decisions));
  game.deal(chance);
  for (let left = decisions; ; left--) {
    const codes = codesIn(game.legalWords());
    if (left <= 0 && codes.length > 1) return;
    game.play(one(codes, chance));
    game.settle(chance);
  }
}
