import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { addSalt, compare, FAULTS, shownBefore, type Shown } from "../../src/net/fair";
import type { RecordFair } from "../../src/net/record";
import type { SaltOrigin, Seat, Table } from "../../src/net/schema";
import { tableOf } from "./fake";

interface Request {
  path: string;
  body: { commitment: string; salt: string };
}

let requests: Request[];
let answers: number[];

beforeEach(() => {
  requests = [];
  answers = [];
  const stored = new Map<string, string>();
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    const body = JSON.parse(init.body as string) as Request["body"];
    requests.push({ path: path.split("?")[0] ?? "", body });
    const status = answers.shift() ?? 200;
    const refusal = { key: "table.salt_given", text: "given", rule: null };
    if (status === 0) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(new Response(JSON.stringify(refusal), { status }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let tables = 0;

const seat = (kind: Seat["kind"], salt: SaltOrigin | null): Seat => ({
  kind,
  name: "",
  bot: "",
  is_mine: false,
  away: null,
  is_invited: false,
  salt,
});

/** A table of two, bound to a seed, that waits for the salt of the first seat. */
const open = (more: Partial<Table> = {}): Table => ({
  ...tableOf([0], "open"),
  id: `t${++tables}`,
  seats: [seat("person", "none"), seat("bot", "bot")],
  commitment: "c1",
  ...more,
});

test("the commitment is kept before the salt is sent", async () => {
  const table = open();
  const sent = addSalt(table);
  expect(shownBefore(table.id)).toMatchObject({ commitment: "c1", isAdded: false });
  await sent;
  const shown = shownBefore(table.id);
  expect(shown?.isAdded).toBe(true);
  expect(requests).toEqual([
    { path: `/api/tables/${table.id}/salt`, body: { commitment: "c1", salt: shown?.salt } },
  ]);
  expect(shown?.salt).toMatch(/^[0-9a-f]{32}$/);
});

test("one salt is sent, however often the table is told", async () => {
  const table = open();
  await Promise.all([addSalt(table), addSalt(table)]);
  await addSalt(table);
  expect(requests).toHaveLength(1);
});

test.each([
  ["has begun", { status: "running" as const }],
  ["is others'", { mine: [] }],
  ["has our salt", { seats: [seat("person", "own"), seat("bot", "bot")] }],
])("no salt is sent to a table that %s", async (_, more) => {
  await addSalt(open(more));
  expect(requests).toEqual([]);
});

test("what is lost on the way is sent again, the same", async () => {
  answers = [0, 503, 200];
  const table = open();
  const sent = addSalt(table);
  await vi.runAllTimersAsync();
  await sent;
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ body }) => body.salt)).size).toBe(1);
  expect(shownBefore(table.id)?.isAdded).toBe(true);
});

test("a salt that is refused is not in", async () => {
  answers = [409];
  const table = open();
  await addSalt(table);
  await addSalt(table);
  expect(requests).toHaveLength(1);
  expect(shownBefore(table.id)?.isAdded).toBe(false);
});

test("a commitment that changes later is not believed", async () => {
  answers = [409];
  const table = open();
  await addSalt(table);
  await addSalt({ ...table, commitment: "c2" });
  expect(shownBefore(table.id)?.commitment).toBe("c1");
});

const SHOWN: Shown = { commitment: "c1", salt: "mine", isAdded: true };
const FAIR: RecordFair = { commitment: "c1", seed: "5eed", salts: ["mine", ""] };

test.each([
  ["same", FAIR, SHOWN],
  ["same", FAIR, { ...SHOWN, isAdded: false }],
  ["not_shown", FAIR, null],
  ["other_commitment", { ...FAIR, commitment: "c2" }, SHOWN],
  ["salt_missing", { ...FAIR, salts: ["", ""] }, SHOWN],
  ["salt_missing", { ...FAIR, salts: ["another", ""] }, SHOWN],
  ["unsalted", { ...FAIR, salts: ["", ""] }, { ...SHOWN, isAdded: false }],
  ["bot_salted", { ...FAIR, salts: ["mine", "x"] }, SHOWN],
] as const)("after the game: %s", (verdict, fair, shown) => {
  expect(compare({ ...fair, salts: [...fair.salts] }, open(), shown)).toBe(verdict);
});

test("whoever stood up again has no salt in it, which is nobody's fault", () => {
  const watched = { ...open(), mine: [] };
  expect(compare({ ...FAIR, salts: ["", ""] }, watched, SHOWN)).toBe("not_shown");
  expect(compare({ ...FAIR, commitment: "c2" }, watched, SHOWN)).toBe("other_commitment");
});

test("what a server may do without breaking its promise is no fault", () => {
  expect(FAULTS).not.toContain("same");
  expect(FAULTS).not.toContain("unsalted");
  expect(FAULTS).not.toContain("not_shown");
});
