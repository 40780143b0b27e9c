/** What a position would pay and what can be done in it, as the server works it out. */
import type { GameEvent } from "../net/entries";
import { request } from "../net/http";
import type { Overview } from "../net/shapes";

export interface Findings extends Overview {
  /** What the seat to move can do. */
  legal: string[];
  /** The final scoring if the game ended now. */
  events: GameEvent[];
}

export const ask = (position: string) => request<Findings>("POST", "/api/overview", { position });
