/** What a command or a bot makes of a table, worked out once (`han.table.progress`). */
import type { Position } from "../engine/position";
import type { GameEvent } from "../net/schema";
import type { Entry, Played, Started } from "./entry";
import type { Table } from "./table";
import type { Step } from "./timeline";

/**
 * One entry of a table's log, with the table before and after it. The table itself stays as it is:
 * the entry is stored first, and then the device goes on with `after` and tells `events`.
 */
export interface Progress {
  readonly before: Table;
  readonly after: Table;
  readonly entry: Entry;
  /** What happened in the game, hidden cards included. */
  readonly events: readonly GameEvent[];
}

/** What an entry makes of a table. A move in it is played again, as it was stored. */
export function progressBy(before: Table, entry: Entry): Progress {
  const after = before.copy();
  return { before, after, entry, events: after.apply(entry) };
}

/** What a deal makes of a table, when the first position is known. */
export function progressByDeal(before: Table, entry: Started, first: Position): Progress {
  const after = before.copy();
  after.applyDeal(entry, first);
  return { before, after, entry, events: [] };
}

/** What a move makes of a table, when its action and chance outcomes have been played. */
export function progressBySteps(before: Table, entry: Played, steps: readonly Step[]): Progress {
  const after = before.copy();
  return { before, after, entry, events: after.applySteps(entry, steps) };
}
