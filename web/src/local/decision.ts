/** A decision with all that is told of it, now or later (`han.table.decision`). */
import type { Position } from "../engine/position";
import type { GameEvent } from "../net/schema";
import type { Played } from "./entry";
import type { Timeline } from "./timeline";

/** What a seat decided, and what came of it. */
export interface Decision {
  /** The number of its entry. */
  readonly seq: number;
  readonly entry: Played;
  readonly events: readonly GameEvent[];
  readonly after: Position;
  /** How many actions counted after it. */
  readonly length: number;
  /** The round of its turn, counted from 1. */
  readonly round: number;
}

/** The decision that a timeline ends with. */
export function lastDecision(
  timeline: Timeline,
  seq: number,
  entry: Played,
  events: readonly GameEvent[],
): Decision {
  const { length, position } = timeline;
  const round = timeline.roundOf(length - entry.actions.length);
  return { seq, entry, events, after: position, length, round };
}
