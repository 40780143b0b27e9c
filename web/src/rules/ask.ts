/** What a position would pay and what can be done in it, as the rules work it out. */
import { request } from "../net/http";
import type { PositionBody, PositionOverview } from "../net/schema";

/** With what the seat to move can do, and the final scoring if the game ended now. */
export type Findings = PositionOverview;

export const ask = (position: string) =>
  request<Findings>("POST", "/api/overview", { position } satisfies PositionBody);
