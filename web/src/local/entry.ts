/**
 * The entries of a table's log, as far as a table on one device has them (`han.table.entry`). They
 * are stored as the server stores them: add, never change. An entry holds everything, hidden cards
 * included; `telling` says who hears what.
 */
import type { Options } from "./options";

/** Who has, or will have, a seat. */
export interface Seat {
  kind: "open" | "person" | "bot";
  name: string;
  /** The person's identity; several seats of one guest share a device. */
  guest: string;
  bot: string;
}

export const NOBODY = "";
export const OPEN_SEAT: Seat = { kind: "open", name: "", guest: NOBODY, bot: "" };

export const personSeat = (name: string, guest: string): Seat => ({
  ...OPEN_SEAT,
  kind: "person",
  name,
  guest,
});
export const botSeat = (bot: string): Seat => ({ ...OPEN_SEAT, kind: "bot", bot });

/** What all entries have. */
export interface Stamp {
  /** Milliseconds since 1970. */
  at: number;
  /** Who sent the command; nobody when the table did it by itself. */
  guest: string;
  /** The id of the command, by which it is recognised when it comes again. */
  cid: string;
}

/** A table was set up. */
export interface Created extends Stamp {
  type: "created";
  options: Options;
  seats: Seat[];
  commitment: string;
  rematch_of: string;
}
/** Somebody sat down, stood up or made place before the game began. */
export interface SeatChanged extends Stamp {
  type: "seat";
  seat: number;
  now: Seat;
}
/** A person who had seen the commitment added a salt, or said that none will come. */
export interface Salted extends Stamp {
  type: "salted";
  seat: number;
  salt: string;
}
/** The game begins as soon as the salts that are missing have come. */
export interface Starting extends Stamp {
  type: "starting";
  until: number;
}
/** The cards were dealt. */
export interface Started extends Stamp {
  type: "started";
  start: number;
  hands: string[];
  display: string;
  salts: string[];
}
/** A seat decided, and chance gave what was due. */
export interface Played extends Stamp {
  type: "played";
  seat: number;
  /** The decision, then the outcomes. */
  actions: string[];
  by: "person" | "bot" | "stand_in";
  fault: string;
}
/** A seat took back what nobody had learned anything from. */
export interface Undone extends Stamp {
  type: "undone";
  seat: number;
  /** How many actions of the game remain. */
  length: number;
}
/** A seat takes back its last turn, and all that came after: nobody else is to be asked here. */
export interface TakeBackAsked extends Stamp {
  type: "take_back_asked";
  seat: number;
  length: number;
  /** Whether the cards that came since are drawn anew. */
  redraw: boolean;
}
/** A bot plays for a seat; on one device only for those who left. */
export interface StoodIn extends Stamp {
  type: "stood_in";
  seat: number;
  reason: "left";
}
/** A player plays again. */
export interface CameBack extends Stamp {
  type: "came_back";
  seat: number;
}
/** A seat said something: a text, or a phrase that each reads in the own language. */
export interface Said extends Stamp {
  type: "said";
  seat: number;
  text: string;
  phrase: string;
}
/** A guest does not want to hear a seat, or does again. */
export interface Muted extends Stamp {
  type: "muted";
  seat: number;
  muted: boolean;
}
/** The same people play again, at another table. */
export interface Rematched extends Stamp {
  type: "rematched";
  game: string;
  seat: number | null;
}
/** The host gave the table up before the game began. */
export interface Closed extends Stamp {
  type: "closed";
}

/** The game has gone to a table at a server; only logs of devices have this. */
export interface Moved extends Stamp {
  type: "moved";
  /** The id of the table there. */
  game: string;
}

export type Entry =
  | Created
  | SeatChanged
  | Salted
  | Starting
  | Started
  | Played
  | Undone
  | TakeBackAsked
  | StoodIn
  | CameBack
  | Said
  | Muted
  | Rematched
  | Closed
  | Moved;

type Defaults = Readonly<Record<string, unknown>>;

const SEAT: Defaults = { kind: "open", name: "", guest: NOBODY, bot: "" };
const CLOCK: Defaults = { kind: "none", seconds: 0, increment: 0 };
const OPTIONS: Defaults = {
  variant: false,
  wild_in_prices: true,
  start: null,
  clock: CLOCK,
  casual: true,
  public: false,
  memory_aid: true,
  stand_in: "governor",
};
const STAMP: Defaults = { guest: NOBODY, cid: "" };
/** What is left out of a stored entry, by its type. */
const ENTRIES: Readonly<Record<Entry["type"], Defaults>> = {
  created: { ...STAMP, rematch_of: "" },
  seat: STAMP,
  salted: { ...STAMP, salt: "" },
  starting: STAMP,
  started: STAMP,
  played: { ...STAMP, by: "person", fault: "" },
  undone: STAMP,
  take_back_asked: { ...STAMP, redraw: false },
  stood_in: STAMP,
  came_back: STAMP,
  said: { ...STAMP, text: "", phrase: "" },
  muted: STAMP,
  rematched: { ...STAMP, seat: null },
  closed: STAMP,
  moved: STAMP,
};

/** The entry as it is stored. */
export function encodeEntry(entry: Entry): string {
  return JSON.stringify(without(entry, ENTRIES[entry.type]), (key, value: unknown) => {
    if (key === "options") return without(value as object, OPTIONS);
    if (key === "clock") return without(value as object, CLOCK);
    if (key === "now") return without(value as object, SEAT);
    if (key === "seats") return (value as object[]).map((seat) => without(seat, SEAT));
    return value;
  });
}

/** What differs from the defaults. */
function without(value: object, defaults: Defaults): object {
  const kept = Object.entries(value).filter(
    ([key, one]) => !(key in defaults) || JSON.stringify(one) !== JSON.stringify(defaults[key]),
  );
  return Object.fromEntries(kept);
}

/** The entry that was stored. */
export function decodeEntry(text: string): Entry {
  const read = JSON.parse(text) as Entry;
  const entry = { ...ENTRIES[read.type], ...read } as Entry;
  if (entry.type === "created") {
    const { options, seats } = entry;
    const clock = { ...CLOCK, ...options.clock } as Options["clock"];
    entry.options = { ...OPTIONS, ...options, clock };
    entry.seats = seats.map((seat) => ({ ...OPEN_SEAT, ...seat }));
  }
  return entry.type === "seat" ? { ...entry, now: { ...OPEN_SEAT, ...entry.now } } : entry;
}
