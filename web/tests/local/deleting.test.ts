/** Deleting what a device keeps: games for good, boards that no game needs. */
import { expect, test } from "vitest";

import type { Brought } from "../../src/local/boards";
import { SharedLocks } from "../../src/local/locks";
import { NO_SUCH_TABLE } from "../../src/local/protocol";
import { SharedTabs } from "../../src/local/tabs";
import type { OwnTable, Table } from "../../src/net/schema";
import wanted from "../maps/files.json";
import { addSalt, newDevice, Page, type Kept } from "./device";

const ME = { kind: "me", bot: "" };
const BOTS = ["governor", "minister"].map((bot) => ({ kind: "bot", bot }));
const GONE = { key: "local.no_such_game" };

/** A game in which a person begins: where two tabs know it, no bot plays in both of them. */
async function playing(page: Page): Promise<Table> {
  const { id } = await page.get<Table>("POST", "/api/tables", {
    ...{ name: "Ann", map: "border-disputes", start: 0 },
    seats: [ME, ...BOTS],
  });
  return addSalt(page, await page.get<Table>("POST", `/api/tables/${id}/start`));
}

const listed = async (page: Page): Promise<string[]> =>
  (await page.get<OwnTable[]>("GET", "/api/me/tables")).map(({ table }) => table.id);

/** Another tab of the device; a table can be open in both, as in a browser without locks. */
const otherTab = (device: Kept): Page => new Page({ ...device, locks: new SharedLocks() });

const deleteTable = (page: Page, id: string) => page.ask("DELETE", `/api/tables/${id}`);

async function bring(page: Page): Promise<string> {
  const file = new TextEncoder().encode(wanted.valid);
  return (await page.get<Brought>("POST", "/api/boards", { file })).board!.id;
}

const onBoard = (map: string) => ({ ...{ name: "Ann", map }, seats: [...BOTS, ME] });

test("a deleted game is gone, the others stay", async () => {
  const device = newDevice();
  const page = new Page(device);
  const [one, other] = [await playing(page), await playing(page)];
  expect(await deleteTable(page, one.id)).toMatchObject({ status: 204 });
  expect(await listed(page)).toEqual([other.id]);
  expect(await device.store.entries(one.id)).toEqual([]);
  expect(await page.ask("GET", `/api/tables/${one.id}`)).toMatchObject({ status: 404, body: GONE });
  expect(await deleteTable(page, one.id)).toMatchObject({ status: 204 }); // asked for again
  expect(await page.open(other.id).until(() => true)).toBeTruthy();
});

test("whoever has it open is told, in this tab and in others", async () => {
  const device = newDevice();
  const [page, other] = [new Page(device), otherTab(device)];
  const { id } = await playing(page);
  const lines = [page.open(id), other.open(id)];
  for (const line of lines) await line.until(() => true);
  await deleteTable(other, id);
  for (const line of lines) {
    expect(await line.closed()).toMatchObject({ closed: NO_SUCH_TABLE, refusal: GONE });
  }
});

test("a tab that has not heard of it cannot bring the game back", async () => {
  const device = newDevice();
  const [page, deaf] = [new Page(device), otherTab({ ...device, tabs: new SharedTabs() })];
  const { id } = await playing(page);
  const line = deaf.open(id);
  const game = await line.until(() => true);
  await deleteTable(page, id);
  const play = { type: "play", moment: game.moment, action: game.legal[0] };
  expect(await line.send(play)).toMatchObject({ type: "refused", ...GONE });
  expect(await line.closed()).toMatchObject({ closed: NO_SUCH_TABLE, refusal: GONE });
  expect(await listed(deaf)).toEqual([]);
  expect(await device.store.entries(id)).toEqual([]);
});

test("a board is kept as long as a game needs it", async () => {
  const page = new Page();
  const map = await bring(page);
  const { id } = await page.get<Table>("POST", "/api/tables", onBoard(map));
  const refused = await page.ask("DELETE", `/api/boards/${map}`);
  expect(refused).toMatchObject({ status: 409, body: { key: "web.board_needed" } });
  expect(await page.get("GET", `/api/maps/${map}`)).toBeTruthy();
  await deleteTable(page, id);
  expect(await page.ask("DELETE", `/api/boards/${map}`)).toMatchObject({ status: 204 });
  const missing = { status: 404, body: { key: "local.board_missing" } };
  expect(await page.ask("GET", `/api/maps/${map}`)).toMatchObject(missing);
});

test("no game begins on a board that another tab has deleted", async () => {
  const device = newDevice();
  const [page, other] = [new Page(device), otherTab(device)];
  const map = await bring(page);
  expect(await page.get("GET", `/api/maps/${map}`)).toBeTruthy(); // it is loaded here
  expect(await other.ask("DELETE", `/api/boards/${map}`)).toMatchObject({ status: 204 });
  const { status, body } = await page.ask("POST", "/api/tables", onBoard(map));
  expect([status, body]).toMatchObject([404, { key: "local.board_missing" }]);
  expect(await listed(page)).toEqual([]);
  await bring(page);
  expect(await page.ask("POST", "/api/tables", onBoard(map))).toMatchObject({ status: 201 });
});

test("a table that was closed needs no board", async () => {
  const page = new Page();
  const map = await bring(page);
  const { id } = await page.get<Table>("POST", "/api/tables", onBoard(map));
  await page.get("POST", `/api/tables/${id}/close`);
  expect(await page.ask("DELETE", `/api/boards/${map}`)).toMatchObject({ status: 204 });
});
