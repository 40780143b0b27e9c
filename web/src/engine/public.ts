import type { Phase, Result } from "../net/schema";
import { constants } from "./built/manifest.json";
import type { Records } from "./built/kernels";
import { formatCards } from "./cards";
import { fieldsOf, membersOf, sum } from "./fields";
import type { Game } from "./game";
import { PHASES, REASONS } from "./position_text";

type StateFields = Records["State"];

/** Properties of the public part of a state, of positions and views. Reads no hidden cards. */
export abstract class Public {
  constructor(
    readonly game: Game,
    /** The state; nobody changes it. */
    readonly bytes: Uint8Array,
  ) {}

  /** A field of the state that has several numbers. */
  field<F extends keyof StateFields & string>(name: F): StateFields[F] {
    return fieldsOf("State", this.bytes, name);
  }

  /** A field that is one number. */
  number(name: keyof StateFields & string): number {
    return Number(this.field(name)[0]);
  }

  /** A number for each seat, of a field or of one of its rows. */
  bySeat(name: keyof StateFields & string, row = 0): number[] {
    const first = constants.SEATS * row;
    return Array.from(this.field(name).subarray(first, first + this.game.players), Number);
  }

  get phase(): Phase {
    return PHASES[this.number("phase")]!;
  }

  get isOver(): boolean {
    return this.number("phase") === constants.OVER;
  }

  /** Whether a chance outcome is due rather than a decision. */
  get isChance(): boolean {
    return [constants.PILE_CARD, constants.REFILL].includes(this.number("phase"));
  }

  /** The seat whose turn it is. */
  get turn(): number {
    return this.number("seat");
  }

  /** The seat that decides now; none when chance is due or the game is over. */
  get toMove(): number | null {
    return this.isOver || this.isChance ? null : this.turn;
  }

  /** The start player. */
  get start(): number {
    return this.number("start");
  }

  /** The seat of the house on each built space. */
  get houses(): Record<string, number> {
    return this.#bySpace("houses");
  }

  /** The seat of each fortification or market place. */
  get markers(): Record<string, number> {
    return this.#bySpace("markers");
  }

  /** Emissaries on each dragon space, a number for each seat. */
  get emissaries(): Record<string, number[]> {
    const rows = this.game.book.provinces.map((id, row) => [id, this.bySeat("emissaries", row)]);
    return Object.fromEntries(rows) as Record<string, number[]>;
  }

  /** The seats that hold the majority of emissaries in each province. */
  get majorities(): Record<string, number[]> {
    const { book, desk } = this.game;
    const state = desk.put(this.bytes);
    const sets = book.provinces.map((id, index) => {
      return [id, membersOf(desk.engine.kernels.majority_seats(state, index))];
    });
    return Object.fromEntries(sets) as Record<string, number[]>;
  }

  /** Provinces whose houses have been scored. */
  get disks(): string[] {
    return this.provinces(this.number("disks"));
  }

  /** The open cards. */
  get display(): string {
    return formatCards(this.field("display"));
  }

  /** The cards of the discard pile. */
  get discards(): string {
    return formatCards(this.field("discards"));
  }

  /** How often the pile was emptied: 0, 1, or 2 when nobody draws any more. */
  get passes(): number {
    return this.number("times_pile_emptied");
  }

  /** The cards that everybody knows a seat to hold. */
  get known(): string[] {
    return this.cardsOf("known");
  }

  get housesLeft(): number[] {
    return this.bySeat("houses_left");
  }

  get emissariesLeft(): number[] {
    return this.bySeat("emissaries_left");
  }

  /** Houses and emissaries in each supply, which decide a tie. */
  get piecesLeft(): number[] {
    const emissaries = this.emissariesLeft;
    return this.housesLeft.map((houses, seat) => houses + emissaries[seat]!);
  }

  get markersLeft(): number[] {
    return this.bySeat("markers_left");
  }

  /** The points of each seat by source: houses, alliances, roads and ports. */
  get points(): number[][] {
    return Array.from({ length: constants.SOURCES }, (_, row) => this.bySeat("points", row));
  }

  /** Points of each seat so far. */
  get scores(): number[] {
    const { points } = this;
    return this.bySeat("points").map((_, seat) => sum(points.map((row) => row[seat]!)));
  }

  /** Points by source and the winners; none before the end. */
  get result(): Result | null {
    if (!this.isOver) return null;
    const [houses = [], alliances = [], roads = [], ports = []] = this.points;
    const { desk } = this.game;
    const winners = membersOf(desk.engine.kernels.winning_seats(desk.put(this.bytes)));
    const reason = REASONS[this.number("reason")]!;
    return { reason, houses, alliances, roads, ports, total: this.scores, winners };
  }

  /** The ids of a set of provinces. */
  provinces(set: number): string[] {
    return membersOf(set).map((index) => this.game.book.provinces[index]!);
  }

  /** The cards of each seat in a field of hands. */
  cardsOf(name: "hands" | "known"): string[] {
    const cards = this.field(name);
    const { COLOUR_COUNT } = constants;
    return Array.from({ length: this.game.players }, (_, seat) =>
      formatCards(cards.subarray(COLOUR_COUNT * seat, COLOUR_COUNT * (seat + 1))),
    );
  }

  #bySpace(name: "houses" | "markers"): Record<string, number> {
    const found: Record<string, number> = {};
    const masks = this.field(name).subarray(0, this.game.players);
    masks.forEach((mask, seat) => {
      for (const index of membersOf(mask)) found[this.game.book.spaces[index]!] = seat;
    });
    return found;
  }
}
