import { expect, test } from "vitest";

import { isAnsweredHere, isKeptHere, isOnlyHere } from "../../src/net/where";
import type { TableBody } from "../../src/net/schema";

const body = (kinds: TableBody["seats"][number]["kind"][], more: Partial<TableBody> = {}) =>
  ({
    map: "border-disputes",
    name: "Ada",
    seats: kinds.map((kind) => ({ kind })),
    ...more,
  }) as const;

test("tables of this device are asked for here, all others of the server", () => {
  for (const path of ["", "/game", "/record", "/moments/7?seat=1", "/salt"]) {
    expect(isAnsweredHere("GET", `/api/tables/local-12ab${path}`)).toBe(true);
    expect(isAnsweredHere("GET", `/api/tables/12ab${path}`)).toBe(false);
    expect(isOnlyHere(`/api/tables/local-12ab${path}`)).toBe(true);
    expect(isOnlyHere(`/api/tables/12ab${path}`)).toBe(false);
  }
});

test("what every device knows is answered here, but the server could do it too", () => {
  const known = ["maps", "maps/border-disputes", "maps/x/board.svg", "overview", "replay"];
  for (const path of [...known, "play-now", "bots", "phrases"]) {
    expect(isAnsweredHere("POST", `/api/${path}`)).toBe(true);
    expect(isOnlyHere(`/api/${path}`)).toBe(false);
  }
  for (const path of ["lobby", "me", "me/tables", "resume", "invites/local-1", "mapsx"]) {
    expect(isAnsweredHere("GET", `/api/${path}`)).toBe(false);
  }
});

test("boards that people brought are known here alone", () => {
  const name = "grid.0123456789ab";
  for (const path of ["boards", `boards/${name}`, `maps/${name}`, `maps/${name}/board.svg`]) {
    expect(isAnsweredHere("GET", `/api/${path}`)).toBe(true);
    expect(isOnlyHere(`/api/${path}`)).toBe(true);
  }
});

test.each([
  [body(["me", "bot"]), true],
  [body(["me", "here"], { clock: { kind: "none" } }), true],
  [body(["me", "open"]), false],
  [body(["me", "open"], { map: "grid.0123456789ab" }), true],
  [body(["me", "bot"], { public: true }), false],
  [body(["me", "bot"], { clock: { kind: "turn", seconds: 60 } }), false],
])("a new table is kept here if nobody else is needed", (wanted, isHere) => {
  expect(isKeptHere(wanted)).toBe(isHere);
  expect(isAnsweredHere("POST", "/api/tables", wanted)).toBe(isHere);
});
