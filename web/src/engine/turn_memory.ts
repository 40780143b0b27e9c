import { constants } from "./built/manifest.json";
import type { KernelGame, Sight } from "./kernel_game";
import type { At } from "./memory";

const WORD = 64;
const COLOURS = 5;

/** What a searching bot keeps between the decisions of one turn (`han.bots.turn_memory`). */
export class TurnMemory {
  /** The state that the last answer leads to. */
  readonly #expected: At<"State">;
  #codes: number[] | null = null;

  constructor(private readonly game: KernelGame) {
    this.#expected = game.engine.memory.reserve("State");
  }

  /** Keep the codes played since the tree's root, of which the last was answered just now. */
  remember(sight: Sight, codes: number[] | null): void {
    this.#codes = codes;
    if (!codes) return;
    const { board, engine, noTape, scratch } = this.game;
    engine.memory.copy("State", this.#expected, sight.state);
    engine.kernels.play_code(board, this.#expected, codes.at(-1)!, scratch, noTape);
  }

  /** The codes that led from the tree's root to what is seen now; null if others did. */
  codesTo({ seat, state }: Sight): number[] | null {
    const { memory } = this.game.engine;
    if (!this.#codes) return null;
    if (this.#isExpected(state)) return this.#codes;
    const waited = memory.read("State", this.#expected, "phase") === constants.PILE_CARD;
    const draws = memory.read("State", state, "phase") === constants.DRAW;
    if (!waited || !draws) return null;
    const colour = this.#drawn(seat, state);
    return this.#isExpected(state)
      ? [...this.#codes, WORD * constants.TURN + constants.PILE_GIVES + colour]
      : null;
  }

  /** Let the seat have drawn the card that is new in its hand, and say its colour. */
  #drawn(seat: number, state: At<"State">): number {
    const { memory } = this.game.engine;
    const [had, has] = [this.#expected, state].map((at) =>
      memory.field("State", at, "hands").subarray(COLOURS * seat, COLOURS * (seat + 1)),
    ) as [Uint8Array, Uint8Array];
    const colour = Math.max(
      0,
      has.findIndex((cards, one) => cards > had[one]!),
    );
    had[colour]! += 1;
    memory.field("State", this.#expected, "pile_size")[0]! -= 1;
    memory.write("State", this.#expected, "phase", constants.DRAW);
    return colour;
  }

  #isExpected(state: At<"State">): boolean {
    const { memory } = this.game.engine;
    const [one, other] = [memory.bytes("State", state), memory.bytes("State", this.#expected)];
    return one.every((byte, at) => byte === other[at]);
  }
}
