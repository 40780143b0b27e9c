/** A table in a few words, for one's own list (`han.server.summary`). */
import type { OwnTable, Summary } from "../net/schema";
import type { Table } from "./table";

/** What anybody may read about a table without entering. */
export function summaryJson(table: Table): Summary {
  const { options } = table;
  return {
    id: table.id,
    status: table.status,
    map: options.map,
    players: options.players,
    variant: options.variant,
    clock: options.clock,
    seats: table.seats.map(({ kind, name, bot }) => ({ kind, name, bot })),
    to_move: table.toMove,
    scores: table.timeline ? table.toldPosition.scores : null,
    winners: (table.timeline && table.position.result?.winners) ?? null,
    created: table.created,
    changed: table.changed,
    deadline: null,
    invited: [],
  };
}

/** The table as a guest's list shows it. */
export const ownTableJson = (table: Table, guest: string): OwnTable => ({
  table: summaryJson(table),
  mine: table.seatsOf(guest),
});
