/** What a viewer may know of a table's past (`han.table.telling`). */
import type * as shapes from "../net/schema";
import type { Entry } from "./entry";
import type { Table } from "./table";
import { momentJson, tellNews, type Viewer } from "./telling";

/**
 * What a viewer may know of a table's entries, from the one behind `seen` on.
 *
 * Among them are earlier ones that had been held back until then. When the game is over everything
 * may be known, also of long ago.
 */
export function tellHistory(
  table: Table,
  entries: readonly Entry[],
  viewer: Viewer,
  seen = -1,
): shapes.Entry[] {
  const past = table.blank();
  const told: shapes.Entry[] = [];
  for (const [seq, entry] of entries.entries()) {
    const { held } = past;
    const events = past.apply(entry);
    if (seq > seen) told.push(...tellNews(table, { past, held, entry, events }, viewer));
  }
  return told.sort((one, other) => one.seq - other.seq);
}

/** A table's game as it stood after an entry of its log; nothing can be done there. */
export function tellMoment(
  table: Table,
  entries: readonly Entry[],
  viewer: Viewer,
  seq: number,
): shapes.Moment | null {
  const past = table.blank();
  for (const entry of entries.slice(0, seq + 1)) past.apply(entry);
  if (past.held.length && comesToStay(past, entries.slice(seq + 1))) past.showHeld();
  const moment = momentJson(past, viewer);
  if (!moment) return null;
  return {
    ...moment,
    legal: [],
    no_piece: null,
    after_stop: [],
    can_undo: false,
    no_take_back: null,
    hands: table.status === "over" ? past.position.hands : null,
  };
}

/** Whether what was held back last has been told since, and was not undone. */
function comesToStay(past: Table, later: readonly Entry[]): boolean {
  const last = past.held.at(-1)!.seq;
  const table = past.copy();
  for (const entry of later) {
    table.apply(entry);
    if (!table.held.some(({ seq }) => seq === last)) return entry.type === "played";
  }
  return false;
}
