/** Which tables of a list are shown, and in which order. */
import type { OwnTable, Summary } from "../net/schema";

export const SORTS = ["new", "idle", "free", "due"] as const;

export interface Filter {
  state: Summary["status"] | "any";
  /** A map's id; empty for all. */
  map: string;
  /** How many players; 0 for any number. */
  players: number;
  clock: "any" | "with" | "without";
  sort: (typeof SORTS)[number];
}

export const EVERYTHING: Filter = { state: "any", map: "", players: 0, clock: "any", sort: "new" };

/** The tables that a filter lets through, in its order. */
export function chosen(tables: readonly OwnTable[], filter: Filter): OwnTable[] {
  const order = ORDERS[filter.sort];
  return tables
    .filter(({ table }) => fits(table, filter))
    .sort((one, other) => order(one.table) - order(other.table));
}

function fits(table: Summary, { state, map, players, clock }: Filter): boolean {
  const hasClock = table.clock.kind !== "none";
  return (
    (state === "any" || table.status === state) &&
    (state !== "open" || freeSeats(table) > 0) &&
    (!map || table.map === map) &&
    (!players || table.players === players) &&
    (clock === "any" || hasClock === (clock === "with"))
  );
}

export const freeSeats = (table: Summary) =>
  table.seats.filter(({ kind }) => kind === "open").length;

/** Where tables come to which an order does not apply; numbers, since infinities have no difference. */
const [FULL, NEVER] = [99, Number.MAX_SAFE_INTEGER];

const ORDERS: Record<Filter["sort"], (table: Summary) => number> = {
  new: ({ changed }) => -changed,
  idle: ({ changed }) => changed,
  free: (table) => freeSeats(table) || FULL,
  due: ({ deadline }) => deadline ?? NEVER,
};
