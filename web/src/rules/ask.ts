/** What a position would pay and what can be done in it, as the server works it out. */
import { request } from "../net/http";
import type { Overview } from "../net/shapes";

export interface Findings extends Overview {
  /** What the seat to move can do. */
  legal: string[];
}

export const ask = (position: string) => request<Findings>("POST", "/api/overview", { position });
