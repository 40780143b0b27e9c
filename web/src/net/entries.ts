/** The entries of a table's log, and the events in them, as one viewer may know them. */
import type { Sentence } from "./sentence";
import type { Sitter } from "./shapes";

/** What happened in the game: `han.engine.event`. A card drawn by others is `?`. */
export type GameEvent = Happening & {
  /**
   * The sentences that tell it, in all that the server tells; of cards that are told together the
   * first has them.
   */
  readonly told?: readonly Sentence[];
};

type Happening =
  | { type: "piece_placed"; seat: number; action: string }
  | { type: "province_scored"; province: string; points: number[] }
  | { type: "placing_stopped"; seat: number }
  | { type: "card_discarded"; seat: number; card: string }
  | { type: "card_taken"; seat: number; card: string }
  | { type: "card_drawn"; seat: number; card: string }
  | { type: "display_refilled"; card: string }
  | { type: "pile_reshuffled"; cards: number }
  | { type: "last_round_begun"; seat: number }
  | { type: "turn_begun"; seat: number }
  | { type: "game_ended"; reason: "pile" | "board" }
  | { type: "emissaries_joined"; province: string; emissaries: number[] }
  | { type: "alliance_scored"; number: number; provinces: [string, string]; points: number[] }
  | { type: "row_scored"; seat: number; spaces: string[]; points: number }
  | { type: "ports_scored"; points: number[] };

interface Head {
  /** The sentences that tell it; a decision is told by its events, and here who won by it. */
  readonly told: readonly Sentence[];
  seq: number;
  /** Milliseconds since 1970, by the server's clock. */
  at: number;
}

export interface Played extends Head {
  type: "played";
  seat: number;
  by: "person" | "bot" | "stand_in";
  actions: string[];
  events: GameEvent[];
  fault: string | null;
}

export type Entry =
  | Played
  | (Head & { type: "created"; players: number })
  | (Head & { type: "seat"; seat: number; now: Sitter })
  | (Head & { type: "salted"; seat: number })
  | (Head & { type: "starting"; until: number })
  | (Head & { type: "started"; start: number; hands: (string | null)[]; display: string })
  | (Head & { type: "undone"; seat: number })
  | (Head & { type: "take_back_asked"; seat: number })
  | (Head & { type: "take_back_answered"; seat: number; agreed: boolean })
  | (Head & { type: "stood_in"; seat: number; reason: "left" | "clock" | "absent" })
  | (Head & { type: "came_back"; seat: number })
  | (Head & { type: "nudged"; seat: number; whom: number })
  | (Head & { type: "stand_in_asked"; seat: number; whom: number; agreed: boolean })
  | (Head & { type: "downtime"; ms: number })
  | (Head & { type: "said"; seat: number; text: string | null; phrase: string | null })
  | (Head & { type: "muted"; seat: number; muted: boolean })
  | (Head & { type: "rematched"; game: string })
  | (Head & { type: "closed" });
