import { searches } from "./built/manifest.json";
import type { SearchBot } from "./built/kernels";
import type { Chance } from "./chance";
import { recordNamed } from "./data";
import type { Engine } from "./engine";
import type { KernelGame, Sight } from "./kernel_game";
import type { At } from "./memory";
import { TurnMemory } from "./turn_memory";

/** How much a decision may cost; the first limit that is reached ends it. */
export interface Budget {
  sims: number;
  /** The only limit whose effect depends on the machine. */
  ms: number | null;
  /** Actions and cards that simulations play. */
  steps: number | null;
  nodes: number;
}

/** What the search knows of an action at the root. */
export interface Tried {
  code: number;
  visits: number;
  reward: number;
}

/** Simulations between two checks of the budget, and the seeds that Python draws. */
const STEP = 64;
const SEEDS = 2 ** 31;

/** A bot that searches, as `han.bots.mcts` does: the same choices for the same seed. */
export class Searcher {
  readonly #engine: Engine;
  readonly #simulation: At<"Simulation">;
  readonly #query: At<"Query">;
  readonly #notes: At<"Notes">;
  readonly #nodes: At<"Node">;
  readonly #memory: TurnMemory;

  constructor(
    game: KernelGame,
    level: SearchBot,
    private readonly budget: Budget = searches[level],
  ) {
    this.#engine = game.engine;
    const { memory } = game.engine;
    this.#simulation = memory.reserve("Simulation");
    this.#query = memory.field("Simulation", this.#simulation, "query");
    this.#notes = memory.field("Simulation", this.#simulation, "notes");
    this.#nodes = memory.reserve("Node", budget.nodes);
    this.#memory = new TurnMemory(game);
    memory.copy("Workspace", memory.field("Simulation", this.#simulation, "work"), game.work);
    const settings = recordNamed(game.files, `settings/${level}/${game.kind.players}`);
    memory.copy("Settings", memory.field("Simulation", this.#simulation, "settings"), settings);
  }

  choose(sight: Sight, chance: Chance): number {
    const seed = chance.below(SEEDS);
    const codes = this.#memory.codesTo(sight);
    if (sight.legal.length === 1) {
      const only = sight.legal[0]!;
      this.#memory.remember(sight, codes && [...codes, only]);
      return only;
    }
    if (!codes || !this.#goOn(codes)) this.#begin();
    this.#look(sight, seed);
    const code = this.#think(sight.seat);
    this.#memory.remember(sight, [code]);
    return code;
  }

  /** The actions at the root, the best first. */
  tried(seat: number): Tried[] {
    const found: Tried[] = [];
    let child = this.#nodeNumber(this.#root, "first");
    while (child) {
      const visits = this.#nodeNumber(child, "visits");
      const node = this.#node(child);
      const reward = this.#engine.memory.field("Node", node, "rewards")[seat]!;
      const code = this.#nodeNumber(child, "code");
      found.push({ code, visits, reward: visits ? reward / visits : 0 });
      child = this.#nodeNumber(child, "next");
    }
    return found.sort((a, b) => b.visits - a.visits || b.reward - a.reward || a.code - b.code);
  }

  /** The bytes of all nodes of the tree. */
  get tree(): Uint8Array {
    const count = this.#engine.memory.read("Query", this.#query, "node_count");
    return this.#engine.memory.bytes("Node", this.#nodes, count);
  }

  get #root(): number {
    return this.#engine.memory.read("Query", this.#query, "root");
  }

  #node(index: number): At<"Node"> {
    return this.#engine.memory.nth("Node", this.#nodes, index);
  }

  #nodeNumber(index: number, name: "first" | "next" | "visits" | "code"): number {
    return this.#engine.memory.read("Node", this.#node(index), name);
  }

  /** An empty tree. */
  #begin(): void {
    const { memory } = this.#engine;
    memory.clear("Node", this.#nodes);
    memory.write("Query", this.#query, "root", 0);
    memory.write("Query", this.#query, "node_count", 1);
  }

  /** Make the node that some codes lead to the root, if there is one and the tree has room. */
  #goOn(codes: number[]): boolean {
    const { kernels, memory } = this.#engine;
    let node = this.#root;
    for (const code of codes) {
      node = kernels.find_child(this.#nodes, this.budget.nodes, node, code);
      if (!node) return false;
    }
    if (2 * memory.read("Query", this.#query, "node_count") > this.budget.nodes) return false;
    memory.write("Query", this.#query, "root", node);
    return true;
  }

  #look({ seat, state, unseen, hidden }: Sight, seed: number): void {
    const { kernels, memory } = this.#engine;
    const work = memory.field("Simulation", this.#simulation, "work");
    memory.write("Notes", this.#notes, "steps", 0);
    memory.write("Query", this.#query, "seed", seed);
    memory.write("Query", this.#query, "viewer", seat);
    memory.field("Query", this.#query, "unseen").set(unseen);
    memory.field("Query", this.#query, "hidden").set(hidden);
    const board = memory.field("Workspace", work, "board");
    memory.field("Query", this.#query, "twins")[0] = kernels.find_twins(board, state);
    memory.copy("State", memory.field("Simulation", this.#simulation, "start"), state);
  }

  /** Simulate until the budget is spent, or until no simulation could change the answer. */
  #think(seat: number): number {
    const began = performance.now();
    const earlier = this.#nodeNumber(this.#root, "visits");
    for (;;) {
      const done = this.#nodeNumber(this.#root, "visits");
      const left = this.#left(done, done - earlier, performance.now() - began);
      const [first, second] = this.tried(seat);
      const isDecided = first && second && first.visits - second.visits > left;
      if (first && (left < 1 || isDecided)) return first.code;
      const count = Math.floor(Math.max(1, Math.min(STEP, left)));
      this.#engine.kernels.simulate(this.#simulation, this.#nodes, this.budget.nodes, count);
    }
  }

  /** An estimate of how many simulations are left. */
  #left(done: number, made: number, spentMs: number): number {
    const { sims, ms, steps } = this.budget;
    const spentSteps = this.#engine.memory.read("Notes", this.#notes, "steps");
    return Math.min(
      sims - done,
      ms === null ? Infinity : within(ms, spentMs, made),
      steps === null ? Infinity : within(steps, spentSteps, made),
    );
  }
}

/** How many more simulations fit, if they cost as much as those so far. */
function within(limit: number, spent: number, made: number): number {
  if (spent >= limit) return 0;
  return made ? ((limit - spent) * made) / spent : Infinity;
}
