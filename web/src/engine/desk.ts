import { constants } from "./built/manifest.json";
import type { GameKind } from "./data";
import type { Engine } from "./engine";
import type { MapData } from "./maps";
import type { At } from "./memory";
import { writePlan } from "./plan";

/**
 * Room in an engine's memory for one question to its kernels at a time.
 *
 * All games of an engine share it, since memory is never freed: a position keeps its bytes itself.
 */
export class Desk {
  readonly state: At<"State">;
  /** What a seat may know, for bots; a question about a position leaves it as it is. */
  readonly seen: At<"State">;
  readonly scratch: At<"Scratch">;
  readonly tape: At<"Tape">;
  /** Takes no events. */
  readonly noTape: At<"Tape">;
  readonly #plan: At<"Plan">;
  readonly #boards = new Map<string, At<"Board">>();

  constructor(readonly engine: Engine) {
    const { memory } = engine;
    this.state = memory.reserve("State");
    this.seen = memory.reserve("State");
    this.scratch = memory.reserve("Scratch");
    this.tape = memory.reserve("Tape");
    this.noTape = memory.reserve("Tape");
    this.#plan = memory.reserve("Plan");
    memory.write("Tape", this.noTape, "length", constants.TAKES_NOTHING);
  }

  /** Where the board of a map lies, which is made once. */
  board(map: MapData): At<"Board"> {
    const known = this.#boards.get(map.sha256);
    if (known !== undefined) return known;
    const { kernels, memory } = this.engine;
    const board = memory.reserve("Board");
    writePlan(memory, this.#plan, map);
    kernels.fill_board(board, this.#plan);
    this.#boards.set(map.sha256, board);
    return board;
  }

  /** The state of a game before the deal. */
  setup(map: MapData, { players, variant, wild }: GameKind): Uint8Array {
    const { kernels, memory } = this.engine;
    const board = this.board(map);
    writePlan(memory, this.#plan, map);
    memory.clear("State", this.state);
    kernels.fill_setup(board, this.#plan, this.state, players, Number(variant), Number(wild));
    return this.taken();
  }

  /** Put a state where kernels find it. */
  put(bytes: Uint8Array): At<"State"> {
    this.engine.memory.copy("State", this.state, bytes);
    return this.state;
  }

  /** A copy of the state that kernels have changed. */
  taken(): Uint8Array {
    return this.engine.memory.bytes("State", this.state).slice();
  }

  /** The tape, empty. */
  emptyTape(): At<"Tape"> {
    this.engine.memory.clear("Tape", this.tape);
    return this.tape;
  }
}

const desks = new WeakMap<Engine, Desk>();

/** The desk of an engine. */
export function deskOf(engine: Engine): Desk {
  const desk = desks.get(engine) ?? new Desk(engine);
  desks.set(engine, desk);
  return desk;
}
