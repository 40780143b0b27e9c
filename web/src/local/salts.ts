/** What the people at a table add to the shuffle, and where each part came from (`han.table.salts`). */
import type { SaltOrigin } from "../net/schema";
import type { Seat } from "./entry";

/** The salts of a table, before and after the deal. A change gives another value. */
export class Salts {
  constructor(
    /** Of guests who were asked for one; an empty one means that none will come. */
    private readonly given: ReadonlyMap<string, string> = new Map(),
    /** By seat those that the cards were dealt with; none before. */
    private readonly dealt: readonly string[] | null = null,
  ) {}

  /** A guest's salt comes, or word that there will be none. */
  add(guest: string, salt: string): Salts {
    return new Salts(new Map(this.given).set(guest, salt), this.dealt);
  }

  /** The cards are dealt with these. */
  deal(dealt: readonly string[]): Salts {
    return new Salts(this.given, dealt);
  }

  /** Whether a guest has added a salt, or said that none will come. */
  hasAnswered(guest: string): boolean {
    return this.given.has(guest);
  }

  /** What counts for each seat: a guest's salt at the first of their seats. */
  bySeat(seats: readonly Seat[]): string[] {
    if (this.dealt) return [...this.dealt];
    return seats.map((seat, index) =>
      firstSeat(seats, seat) === index ? (this.given.get(seat.guest) ?? "") : "",
    );
  }

  /** Whether somebody has neither added a salt nor said that none will come. */
  areAwaited(seats: readonly Seat[]): boolean {
    return seats.some(({ guest }) => guest && !this.given.has(guest));
  }

  /** Where the salt of each seat came from. */
  origins(seats: readonly Seat[]): SaltOrigin[] {
    const salts = this.bySeat(seats);
    return seats.map((seat, index) => {
      if (seat.kind !== "person") return seat.kind === "bot" ? "bot" : "none";
      if (salts[index]) return "own";
      return salts[firstSeat(seats, seat)] ? "shared" : "none";
    });
  }
}

/** The first seat of the guest who has this one. */
const firstSeat = (seats: readonly Seat[], { guest }: Seat): number =>
  seats.findIndex((seat) => seat.guest === guest);
