import { constants } from "./built/manifest.json";
import type { Chance } from "./chance";
import { recordNamed, type DataFiles, type GameKind } from "./data";
import { deskOf } from "./desk";
import type { Engine } from "./engine";
import { loadMap } from "./maps";
import type { At } from "./memory";

const COLOURS = 5;
const WORD = 64;

/** What a seat may know of a position. Its state is good until the next view. */
export interface Sight {
  seat: number;
  state: At<"State">;
  legal: number[];
  /** Cards of each colour that the seat cannot see. */
  unseen: number[];
  /** How many cards of each seat's hand it cannot name. */
  hidden: number[];
}

/** A game with all its cards, over the kernels. Rules are theirs: this asks and carries over. */
export class KernelGame {
  readonly work: At<"Workspace">;
  readonly board: At<"Board">;
  readonly state: At<"State">;
  readonly scratch: At<"Scratch">;
  /** Takes no events. */
  readonly noTape: At<"Tape">;
  readonly #setup: Uint8Array;
  readonly #seen: At<"State">;
  readonly #open: Uint8Array;
  /** All cards in the game, by colour: those in the pile before the deal. */
  readonly #deck: Uint8Array;

  constructor(
    readonly engine: Engine,
    readonly files: DataFiles,
    readonly kind: GameKind,
  ) {
    const { kernels, memory } = engine;
    const [desk, map] = [deskOf(engine), loadMap(kind.map)];
    this.work = memory.reserve("Workspace");
    this.board = memory.field("Workspace", this.work, "board");
    this.scratch = memory.field("Workspace", this.work, "scratch");
    this.noTape = memory.field("Workspace", this.work, "tape");
    this.state = memory.reserve("State");
    this.#seen = memory.reserve("State");
    this.#setup = desk.setup(map, kind);
    this.#open = recordNamed(files, "open");
    memory.copy("Board", this.board, desk.board(map));
    const costs = memory.field("Workspace", this.work, "costs");
    kernels.fill_costs(costs, this.board);
    const tables = memory.field("Workspace", this.work, "tables");
    memory.copy("Tables", tables, recordNamed(files, `tables/${kind.players}`));
    memory.write("Tape", this.noTape, "length", constants.TAKES_NOTHING);
    memory.copy("State", this.state, this.#setup);
    this.#deck = memory.field("State", this.state, "pile").slice();
  }

  get phase(): number {
    return this.engine.memory.read("State", this.state, "phase");
  }

  get isOver(): boolean {
    return this.phase === constants.OVER;
  }

  get isChance(): boolean {
    return this.phase === constants.PILE_CARD || this.phase === constants.REFILL;
  }

  /** The seat to move. */
  get seat(): number {
    return this.engine.memory.read("State", this.state, "seat");
  }

  /** Deal; the start player is drawn. */
  deal(chance: Chance): void {
    const { kernels, memory } = this.engine;
    memory.copy("State", this.state, this.#setup);
    const start = chance.below(this.kind.players);
    memory.write("State", this.state, "start", start);
    memory.write("State", this.state, "seat", start);
    kernels.deal(this.board, this.state, chance.generator);
  }

  /** Play a legal action or a possible outcome. */
  play(code: number, tape = this.noTape): void {
    this.engine.kernels.play_code(this.board, this.state, code, this.scratch, tape);
  }

  /** Draw outcomes until a seat decides or the game is over. */
  settle(chance: Chance): void {
    while (this.isChance) {
      this.play(this.engine.kernels.chance_code(this.state, chance.generator));
    }
  }

  /** The words of all legal actions, or of the possible outcomes; good until the next call. */
  legalWords(): BigUint64Array {
    this.engine.kernels.list_legal(this.board, this.state, this.scratch);
    return this.engine.memory.field("Scratch", this.scratch, "words");
  }

  /** What a seat may know: the fields of a state that lie open, and its own hand. */
  sight(seat: number): Sight {
    const { memory } = this.engine;
    const [whole, seen] = [memory.bytes("State", this.state), memory.bytes("State", this.#seen)];
    whole.forEach((byte, at) => (seen[at] = byte & this.#open[at]!));
    const hands = memory.field("State", this.state, "hands");
    const hand = hands.subarray(COLOURS * seat, COLOURS * (seat + 1));
    memory.field("State", this.#seen, "hands").set(hand, COLOURS * seat);
    const legal = seat === this.seat ? codesIn(this.legalWords()) : [];
    return { seat, state: this.#seen, legal, ...this.#hiddenFrom(seat, hands) };
  }

  /** What a seat can work out of the cards that it does not see. */
  #hiddenFrom(seat: number, hands: Uint8Array): Pick<Sight, "unseen" | "hidden"> {
    const { memory } = this.engine;
    const known = memory.field("State", this.state, "known").slice();
    known.set(hands.subarray(COLOURS * seat, COLOURS * (seat + 1)), COLOURS * seat);
    const seats = [...Array(this.kind.players).keys()];
    const count = (cards: Uint8Array, one: number) =>
      cards.subarray(COLOURS * one, COLOURS * (one + 1)).reduce((sum, more) => sum + more, 0);
    const display = memory.field("State", this.state, "display");
    const discards = memory.field("State", this.state, "discards");
    const inHands = (colour: number) =>
      seats.reduce((sum, one) => sum + known[COLOURS * one + colour]!, 0);
    return {
      hidden: seats.map((one) => count(hands, one) - count(known, one)),
      unseen: [...this.#deck].map(
        (cards, colour) => cards - display[colour]! - discards[colour]! - inHands(colour),
      ),
    };
  }
}

/** The codes in a set. */
export function codesIn(words: BigUint64Array): number[] {
  const codes: number[] = [];
  words.forEach((word, index) => {
    for (let bit = 0, rest = word; rest; bit++, rest >>= 1n) {
      if (rest & 1n) codes.push(WORD * index + bit);
    }
  });
  return codes;
}
