/** Games on boards that people brought to a device. */
import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { Game } from "../../src/engine/game";
import { bringMap } from "../../src/engine/maps";
import type { Brought } from "../../src/local/boards";
import { SharedLocks } from "../../src/local/locks";
import { dataOf } from "../../src/maps/data";
import { loadMapFile } from "../../src/maps/load";
import type { MapShape, Moment, Replay, Table } from "../../src/net/schema";
import { files as built, freshEngine, freshGame } from "../engine/files";
import wanted from "../maps/files.json";
import { addSalt, newDevice, Page } from "./device";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

const bring = (page: Page, text: string): Promise<Brought> =>
  page.get<Brought>("POST", "/api/boards", { file: bytesOf(text) });

async function brought(page: Page, text = wanted.valid): Promise<string> {
  const { board, faults } = await bring(page, text);
  expect(faults).toEqual([]);
  return board!.id;
}

const againstBots = (map: string) => ({
  ...{ name: "Ann", map, variant: true },
  seats: [{ kind: "me" }, { kind: "bot", bot: "governor" }, { kind: "bot", bot: "minister" }],
});

/** Play a turn at a time until nothing is left to decide, or some moves are made. */
async function play(page: Page, id: string, most = Infinity): Promise<Moment> {
  const line = page.open(id);
  for (let moves = 0; ; moves++) {
    const now = await line.until((one) => one.to_move === 0 || one.result !== null);
    if (now.result || moves >= most) return now;
    const action = now.legal[moves % now.legal.length]!;
    const answer = await line.send({ type: "play", moment: now.moment, action });
    expect(answer.type).toBe("done");
  }
}

async function begin(page: Page, map: string): Promise<Table> {
  const table = await page.get<Table>("POST", "/api/tables", againstBots(map));
  await page.get("POST", `/api/tables/${table.id}/start`);
  await addSalt(page, table);
  return table;
}

test.each(wanted.drawn)("the kernels make Python's board of it: $name", async (one) => {
  const { map } = loadMapFile(bytesOf(one.text));
  bringMap(`own.${one.name}`, dataOf(map!));
  const kind = { map: `own.${one.name}`, players: 4, variant: true, wild: true };
  const game = Game.open(await freshEngine(), built, kind);
  expect(sha256(game.boardBytes)).toBe(one.board);
  expect(sha256(game.newSetup())).toBe(one.setup);
  const { engine, work } = await freshGame(kind);
  const costs = engine.memory.field("Workspace", work, "costs");
  expect(sha256(engine.memory.bytes("Costs", costs))).toBe(one.costs);
});

test("a whole game with a record, and its replay on a device that has the file", async () => {
  const device = newDevice();
  const page = new Page(device);
  const map = await brought(page);
  const { id } = await begin(page, map);
  await play(page, id, 2);
  const after = new Page({ ...device, locks: new SharedLocks() }); // as after a crash
  const end = await play(after, id);
  expect(end.result!.winners.length).toBeGreaterThan(0);
  const { text } = await after.ask("GET", `/api/tables/${id}/record`);
  const record = JSON.parse(text!) as Record<string, unknown>;
  expect(record).toMatchObject({ map: "grid", map_sha256: sha256(wanted.valid) });
  const mine = await after.get<Replay>("GET", `/api/tables/${id}/replay`);
  expect(mine.map).toBe(map);

  const elsewhere = new Page();
  const { status, body } = await elsewhere.ask("POST", "/api/replay", record);
  expect(status).toBe(404);
  expect(body).toMatchObject({ key: "local.board_missing" });
  await brought(elsewhere);
  const replay = await elsewhere.get<Replay>("POST", "/api/replay", record);
  expect(replay.steps).toEqual(mine.steps);
  const shape = await elsewhere.get<MapShape>("GET", `/api/maps/${replay.map}`);
  expect(shape.id).toBe("grid");
  const drawing = await elsewhere.ask("GET", `/api/maps/${replay.map}/board.svg`);
  expect(drawing.text).toContain('id="space-a-b"');
});

test("another file with the same id is another board", async () => {
  const device = newDevice();
  const page = new Page(device);
  const [one, other] = [
    await brought(page),
    await brought(page, wanted.valid.replace("Nine", "9")),
  ];
  expect(one).not.toBe(other);
  expect(await brought(page)).toBe(one);
  const kept = await device.store.boards();
  expect(kept.map(({ name }) => name).sort()).toEqual([one, other].sort());
});

test("a file with faults is told what they are, and not kept", async () => {
  const device = newDevice();
  const page = new Page(device);
  const file = bytesOf(wanted.valid.replace("display = 4", "display = 9"));
  const { body } = await page.ask("POST", "/api/boards", { file }, "de");
  const text = "Die Auslage kann nicht 9 Karten haben: eine Zahl von 1 bis 6 angeben.";
  expect(body).toEqual({ board: null, faults: [{ line: 7, text }] });
  expect(await device.store.boards()).toEqual([]);
});

test("without its board a game says what is missing", async () => {
  const page = new Page();
  const name = "grid.0123456789ab";
  for (const path of [`/api/maps/${name}`, `/api/maps/${name}/board.svg`]) {
    const { status, body } = await page.ask("GET", path);
    expect([status, body]).toEqual([404, expect.objectContaining({ key: "local.board_missing" })]);
  }
  const { body } = await page.ask("POST", "/api/tables", againstBots(name));
  expect(body).toMatchObject({ key: "local.board_missing", text: expect.stringContaining("grid") });
  expect(await page.ask("POST", "/api/boards", { file: "text" })).toHaveProperty("status", 422);
});
