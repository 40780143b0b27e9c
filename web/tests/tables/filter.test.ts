import { describe, expect, it } from "vitest";

import type { OwnTable, Summary } from "../../src/net/schema";
import { chosen, EVERYTHING, type Filter } from "../../src/tables/filter";

function own(id: string, facts: Partial<Summary> = {}, free = 0): OwnTable {
  const seats = Array.from({ length: 3 }, (_, seat) => ({
    kind: seat < free ? "open" : "person",
    name: "",
    bot: "",
  }));
  const clock = { kind: "none", seconds: 0, increment: 0 };
  const table = { id, status: "open", map: "a", players: 3, clock, changed: 0, deadline: null };
  return { table: { ...table, seats, ...facts } as unknown as Summary, mine: [] };
}

const timed: Partial<Summary> = { clock: { kind: "turn", seconds: 60, increment: 0 } };
const TABLES = [
  own("full", { changed: 1 }),
  own("two free", { changed: 3 }, 2),
  own("one free", { changed: 2, map: "b", players: 2 }, 1),
  own("late", { ...timed, status: "running", changed: 5, deadline: 90 }),
  own("soon", { ...timed, status: "running", changed: 4, deadline: 10 }),
];

const names = (filter: Partial<Filter>) =>
  chosen(TABLES, { ...EVERYTHING, ...filter }).map(({ table }) => table.id);

describe("a list of tables", () => {
  it.each<[Partial<Filter>, string[]]>([
    [{}, ["late", "soon", "two free", "one free", "full"]],
    [{ sort: "idle" }, ["full", "one free", "two free", "soon", "late"]],
    [{ state: "open" }, ["two free", "one free"]],
    [{ state: "running", sort: "due" }, ["soon", "late"]],
    [{ state: "over" }, []],
    [{ map: "b" }, ["one free"]],
    [{ players: 2 }, ["one free"]],
    [{ clock: "with" }, ["late", "soon"]],
    [{ clock: "without", sort: "free" }, ["one free", "two free", "full"]],
  ])("shows %o", (filter, expected) => {
    expect(names(filter)).toEqual(expected);
  });
});
