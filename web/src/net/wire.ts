/** The messages of the websocket, `han-table/1`: `docs/reference/table-protocol.md`. */
import type { Language } from "../text/catalogue";
import type { Entry } from "./entries";
import type { Moment, Table } from "./shapes";

/** What changes the table if it is granted. */
export type Wish =
  | { type: "play"; moment: number; action: string }
  | { type: "undo"; moment: number }
  | { type: "take_back"; moment: number }
  | { type: "answer"; agreed: boolean }
  | { type: "leave" }
  | { type: "back" }
  | { type: "nudge"; seat: number }
  | { type: "stand_in"; seat: number; agreed: boolean }
  | { type: "say"; text?: string; phrase?: string }
  | { type: "mute"; seat: number; muted: boolean };

/** Why an action is not legal now. */
export interface WhyQuestion {
  type: "why";
  action: string;
}

/** What is answered, and sent again until it is. */
export type Letter = (Wish | WhyQuestion) & { id: string };

export type ClientMessage =
  | Letter
  | { type: "look"; seat: number | null; lang?: Language }
  | { type: "resync"; seen: number }
  | { type: "ping" };

export interface Welcome {
  type: "welcome";
  protocol: string;
  seq: number;
  seat: number | null;
  table: Table;
  game: Moment | null;
}

export interface Update {
  type: "update";
  seq: number;
  entries: Entry[];
  game: Moment | null;
  /** Only when it has changed. */
  table?: Table;
}

export interface Done {
  type: "done";
  id: string;
  seq: number;
}

export interface Refused {
  type: "refused";
  /** None when it answers no wish. */
  id: string | null;
  key: string;
  rule: string | null;
  text: string;
}

/** `text` is null when the action is legal. */
export interface Why {
  type: "why";
  id: string;
  rule: string | null;
  text: string | null;
}

export type ServerMessage =
  | Welcome
  | { type: "history"; entries: Entry[] }
  | Update
  | Done
  | Refused
  | Why
  | { type: "pong" }
  | { type: "bye"; retry_ms: number };
