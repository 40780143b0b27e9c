/**
 * A table at one moment: all that is known of it, and what follows from that (`han.table.state`).
 *
 * All people at a table on this device are one guest. So nobody is invited, awaited or asked, there
 * are no clocks, and what the server keeps for those cases is not here.
 */
import type { Game } from "../engine/game";
import type { Position } from "../engine/position";
import type { SaltOrigin, Status } from "../net/schema";
import { commitment, FairCards } from "../records/fair";
import { bytesToHex } from "./bytes";
import type { Decision } from "./decision";
import type { Options } from "./options";
import type { Seat, Starting } from "./entry";
import { Salts } from "./salts";
import type { Timeline } from "./timeline";

/** What binds a table to its cards and lets people in; nothing of its log. */
export interface TableKeys {
  id: string;
  seed: Uint8Array;
  /** What lets people sit down; nobody can from elsewhere if it is empty. */
  invite: string;
}

/** What a table's log has come to so far. `Table` goes on with it; here nothing changes. */
export class TableState {
  options!: Options;
  seats: Seat[] = [];
  host = "";
  rematchOf = "";
  /** The number of the last entry. */
  seq = -1;
  /** The number of the last entry that changed the position. */
  moment = -1;
  /** The moment of all but the seat to move: of the last change that they have been told. */
  toldMoment = -1;
  /**
   * What the seat to move can still undo: nobody else is told of it. Else whoever tries out where a
   * piece could go would show the cards that pay for it.
   */
  held: readonly Decision[] = [];
  status: Status = "open";
  /** The announced start of the game, while salts are missing. */
  starting: Starting | null = null;
  timeline: Timeline | null = null;
  /** Seats that a bot plays for until their player comes back. */
  standIns: ReadonlySet<number> = new Set();
  /** How often something was undone in this turn. */
  undos = 0;
  /** Seats whose talk the guest does not want to read. */
  muted: ReadonlySet<number> = new Set();
  /** The table of the rematch. */
  nextGame = "";
  /** The table at a server where the game goes on; empty while it is here. */
  movedTo = "";
  created = 0;
  changed = 0;
  protected given = new Salts();

  constructor(
    readonly keys: TableKeys,
    /** The game that is played; the options of the first entry say which. */
    readonly game: Game,
  ) {}

  get id(): string {
    return this.keys.id;
  }

  /** The moves so far; for what happens only once the game has begun. */
  get begun(): Timeline {
    if (!this.timeline) throw new Error(`the game at ${this.id} has not begun`);
    return this.timeline;
  }

  /** The position; there is none before the start. */
  get position(): Position {
    return this.begun.position;
  }

  /** The position as all but the seat to move know it. */
  get toldPosition(): Position {
    return this.held.length ? this.begun.at(this.begun.undoLimit) : this.position;
  }

  /** The moment that a seat, or a spectator, is told and names in its commands. */
  momentOf(seat: number | null): number {
    return seat === this.toMove ? this.moment : this.toldMoment;
  }

  /** What the people have added to the shuffle, by seat: each at the first of their seats. */
  get salts(): string[] {
    return this.given.bySeat(this.seats);
  }

  /** Where the salt of each seat came from. */
  get saltOrigins(): SaltOrigin[] {
    return this.given.origins(this.seats);
  }

  /** Whether a salt is still missing, or word that none will come. */
  get areSaltsAwaited(): boolean {
    return this.given.areAwaited(this.seats);
  }

  hasAnsweredForSalt(guest: string): boolean {
    return this.given.hasAnswered(guest);
  }

  /** When the cards must be dealt, if somebody has asked to start. */
  get dealAt(): number | null {
    if (!this.starting) return null;
    return this.areSaltsAwaited ? this.starting.until : this.starting.at;
  }

  /** Where this table's chance comes from. */
  get fair(): FairCards {
    return new FairCards(this.keys.seed, this.salts, this.timeline?.redraws ?? []);
  }

  /** What binds the table to its seed. */
  get commitment(): string {
    return commitment(this.keys.seed);
  }

  /** The seed, once it can do no harm. */
  get revealedSeed(): string | null {
    return this.status === "over" ? bytesToHex(this.keys.seed) : null;
  }

  /** What the record of this finished game says beside the game. */
  recordMeta(): Record<string, unknown> {
    const names = this.seats.map(({ name, bot }) => name || bot);
    const fair = this.fair.meta(this.options.start === null, this.saltOrigins);
    return { table: this.id, names, fair };
  }

  /** The seats that a guest plays for. */
  seatsOf(guest: string): number[] {
    return this.seats.flatMap((seat, index) => (guest && seat.guest === guest ? [index] : []));
  }

  /** Whether going back undoes no decision of people who have left, all of them. */
  keepsAbsentPlayersMoves(length: number): boolean {
    const people = this.seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
    const isPresent = people.some((seat) => !this.standIns.has(seat));
    return isPresent || this.begun.lastDecisionOf(people) <= length;
  }

  /** How many decisions of this turn can be undone: those behind which no card came. */
  get undoable(): number {
    return this.begun.length - this.begun.undoLimit;
  }

  /** The seat that decides now. */
  get toMove(): number | null {
    return this.status === "running" ? this.position.toMove : null;
  }

  /** The bot that decides now, for itself or for somebody who is away. */
  get botToMove(): string | null {
    const seat = this.toMove;
    if (seat === null) return null;
    if (this.standIns.has(seat)) return this.options.stand_in;
    return this.seats[seat]!.bot || null;
  }

  /** The seat to move, if its person is expected to decide. */
  get personToMove(): number | null {
    return this.botToMove ? null : this.toMove;
  }
}
