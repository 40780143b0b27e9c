import { constants } from "./built/manifest.json";
import type { Engine } from "./engine";
import type { At } from "./memory";

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
  readonly #boards = new Map<string, At<"Board">>();

  constructor(readonly engine: Engine) {
    const { memory } = engine;
    this.state = memory.reserve("State");
    this.seen = memory.reserve("State");
    this.scratch = memory.reserve("Scratch");
    this.tape = memory.reserve("Tape");
    this.noTape = memory.reserve("Tape");
    memory.write("Tape", this.noTape, "length", constants.TAKES_NOTHING);
  }

  /** Where the board of a map lies; its bytes are copied once. */
  board(sha256: string, bytes: Uint8Array): At<"Board"> {
    const known = this.#boards.get(sha256);
    if (known !== undefined) return known;
    const at = this.engine.memory.reserve("Board");
    this.engine.memory.copy("Board", at, bytes);
    this.#boards.set(sha256, at);
    return at;
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
