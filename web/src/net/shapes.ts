/** The shapes of what the server tells: `han.table.shapes`, `han.engine.view_json`. */
import type { Names } from "../text/catalogue";
import type { GameEvent } from "./entries";
import type { Sentence } from "./sentence";

/** Violet, yellow, orange, green, red. */
export type Colour = "V" | "Y" | "O" | "G" | "R";
export type Counts = Readonly<Record<Colour, number>>;
export type Variant = "fortifications" | "market-places";
export type Status = "open" | "running" | "over" | "closed";

export interface Clock {
  kind: "none" | "turn" | "fischer";
  seconds: number;
  increment: number;
}

export interface TableOptions {
  map: string;
  players: number;
  variant: boolean;
  wild_in_prices: boolean;
  start: number | null;
  clock: Clock;
  casual: boolean;
  public: boolean;
  memory_aid: boolean;
  stand_in: string;
}

/** Who sits on a chair; `bot` is the level of one. */
export interface Sitter {
  kind: "open" | "person" | "bot";
  name: string;
  bot: string;
}

export interface Seat extends Sitter {
  is_mine: boolean;
  /** Why a bot plays for this person, if one does. */
  away: "left" | "clock" | "absent" | null;
  /** Whose salt stands for the seat; unknown in old games. */
  salt: SaltOrigin | null;
}

/** `shared`: that of another seat on the same device. */
export type SaltOrigin = "own" | "shared" | "none" | "bot";

export interface Table {
  id: string;
  status: Status;
  options: TableOptions;
  seats: Seat[];
  mine: number[];
  is_host: boolean;
  invite: string | null;
  /** When the cards are dealt at the latest, if somebody has begun the game. */
  starting: number | null;
  commitment: string;
  salts: string[] | null;
  seed: string | null;
  rematch_of: string | null;
  next_game: string | null;
  muted: number[];
  created: number;
  changed: number;
}

/** What a record says about its cards: `docs/reference/fair-cards.md`. */
export interface RecordFair {
  commitment: string;
  seed: string;
  salts: string[];
  origins?: SaltOrigin[];
}

/** A record, as far as this client reads it. */
export interface GameRecord {
  meta: { fair: RecordFair };
}

/** A table in a list. */
export interface Summary {
  id: string;
  status: Status;
  map: string;
  players: number;
  variant: boolean;
  clock: Clock;
  seats: Sitter[];
  to_move: number | null;
  scores: number[] | null;
  winners: number[] | null;
  created: number;
  changed: number;
}

export interface OwnTable {
  table: Summary;
  mine: number[];
}

export interface MapSummary {
  id: string;
  name: Names;
  players: number[];
  variant: Variant;
}

export interface MapShape extends MapSummary {
  canvas: [number, number];
  display: number;
  provinces: { id: string; colour: Colour; name: Names; dragon: [number, number] }[];
  spaces: { id: string; at: [number, number]; provinces: string[]; port: boolean }[];
  roads: [string, string][];
  alliances: [string, string][];
}

export interface Points {
  houses: number[];
  alliances: number[];
  roads: number[];
  ports: number[];
}

/** What one seat, or an onlooker, may know; `docs/reference/bot-protocol.md` explains it. */
export interface View {
  game: { map: string; players: number; variant: Variant | null; wild_in_prices: boolean };
  turn: number;
  start: number;
  phase: "place" | "draw" | "pile" | "refill" | "over";
  passes: number;
  placed: { pieces: number; provinces: string[]; were_empty: string[] };
  hand_sizes: number[];
  known: string[];
  display: string;
  pile_size: number;
  discards: Counts;
  houses: Record<string, number>;
  markers: Record<string, number>;
  emissaries: Record<string, number[]>;
  houses_left: number[];
  emissaries_left: number[];
  markers_left: number[];
  disks: string[];
  points: Points;
  scores: number[];
  seat: number | null;
  hand: string;
  unseen: Counts;
}

/** What scoring would pay now. */
export interface Overview {
  provinces: Record<
    string,
    { houses: number[]; points: number[]; emissaries: number[]; limit: number; scored: boolean }
  >;
  alliances: {
    number: number;
    provinces: [string, string];
    holders: [number[], number[]];
    points: number[];
  }[];
  rows: { seat: number; spaces: string[]; points: number }[];
  ports: { houses: number[]; points: number[] };
  total: number[];
}

export interface TakeBack {
  seat: number;
  agreed: number[];
}

/** The player whom other people wait for, and what they can do about it; times of the server. */
export interface Awaited {
  seat: number;
  nudged_at: number | null;
  nudge_from: number;
  stand_in_from: number | null;
  agreed: number[];
}

/** The clocks as they stand, in milliseconds of the server's time. */
export interface ClockFace {
  turn_began: number;
  deadline: number | null;
  left: (number | null)[];
}

export interface Result extends Points {
  reason: "pile" | "board";
  total: number[];
  winners: number[];
}

/** The game as it stands for one viewer. */
export interface Moment {
  moment: number;
  view: View;
  legal: string[];
  to_move: number | null;
  can_undo: boolean;
  take_back: TakeBack | null;
  /** Whether the game stands still until one of its people is back. */
  is_waiting: boolean;
  awaited: Awaited | null;
  clock: ClockFace | null;
  hands: string[] | null;
  result: Result | null;
  overview: Overview;
}

/** A position of a replayed game: everything lies open. */
export interface OpenPosition {
  view: Omit<View, "seat" | "hand" | "unseen">;
  overview: Overview;
  hands: string[];
}

export interface ReplayStep extends OpenPosition {
  turn: number;
  seat: number;
  action: string;
  events: GameEvent[];
  /** Who won, after the last step. */
  told: Sentence[];
}

/** A whole game to look at step by step. */
export interface Replay {
  map: string;
  players: number;
  variant: boolean;
  names: string[] | null;
  start: number;
  first: OpenPosition;
  steps: ReplayStep[];
}
