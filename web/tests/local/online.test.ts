/** A running game of a device goes to a server: it ends here only when the server has it. */
import { expect, test } from "vitest";

import { parseRecord } from "../../src/records/parse";
import { verify } from "../../src/records/replay";
import type { Table } from "../../src/net/schema";
import { Games } from "../../src/local/games";
import { ServerRefusal } from "../../src/local/online";
import { addSalt, material, Page } from "./device";

const THERE = { id: "there" } as Table;

async function running(page: Page): Promise<Table> {
  const seats = [{ kind: "me" }, { kind: "here", name: "Ben" }, { kind: "bot", bot: "peasant" }];
  const body = { map: "border-disputes", name: "Ann", start: 0, seats, casual: false };
  const table = await page.get<Table>("POST", "/api/tables", body);
  await addSalt(page, table);
  return page.get<Table>("POST", `/api/tables/${table.id}/start`);
}

/** Let Ann play until it is Ben's turn. */
async function playATurn(page: Page, { id }: Table): Promise<void> {
  const line = page.open(id, 0);
  let game = await line.until(({ to_move }) => to_move === 0);
  while (game.to_move === 0) {
    const { moment } = game;
    await line.send({ type: "play", moment, action: game.legal[0] });
    game = await line.until((now) => now.moment !== moment || now.to_move !== 0);
  }
  line.close();
}

test("the game goes as a record that is right, with all that was agreed on", async () => {
  const page = new Page();
  const table = await running(page);
  await playATurn(page, table);
  page.online = async () => THERE;
  expect(await page.get("POST", `/api/tables/${table.id}/online`)).toEqual({ id: "there" });
  const [game] = page.brought;
  expect(game).toMatchObject({
    name: "Ann",
    seats: [{ kind: "me" }, { kind: "here", name: "Ben" }, { kind: "bot", bot: "peasant" }],
    casual: false,
    memory_aid: true,
    stand_in: "governor",
  });
  const record = parseRecord(JSON.stringify(game!.record));
  expect(record.meta).toMatchObject({ fair: { commitment: table.commitment } });
  expect(verify(record, await new Games(material).opener()).toMove).toBe(1);
});

test("it ends here and says where it has gone", async () => {
  const page = new Page();
  const table = await running(page);
  const line = page.open(table.id, 0);
  page.online = async () => THERE;
  await page.get("POST", `/api/tables/${table.id}/online`);
  const gone = { status: "closed", moved_to: "there" };
  expect(line.table).toMatchObject(gone);
  expect(line.game).toMatchObject({ to_move: null, legal: [] });
  const told = line.messages.findLast(({ type }) => type === "update");
  expect(told).toMatchObject({ entries: [{ type: "closed", told: [] }] });
  const { moment } = line.game!;
  expect(await line.send({ type: "play", moment, action: "." })).toMatchObject({
    type: "refused",
    key: "local.has_moved",
  });
  line.close();

  const later = new Page(page.device);
  expect(await later.get("GET", `/api/tables/${table.id}`)).toMatchObject(gone);
  expect(await later.get("POST", `/api/tables/${table.id}/online`)).toEqual({ id: "there" });
  expect(later.brought).toEqual([]);
});

test("without an answer the game goes on here, and the same can be asked again", async () => {
  const page = new Page();
  const table = await running(page);
  const lost = await page.ask("POST", `/api/tables/${table.id}/online`);
  expect(lost).toMatchObject({ status: 409, body: { key: "local.no_server" } });
  page.online = async () => THERE;
  await page.get("POST", `/api/tables/${table.id}/online`);
  expect(page.brought[1]).toEqual(page.brought[0]);
});

test("what the server refuses is told in its words, and changes nothing", async () => {
  const page = new Page();
  const table = await running(page);
  const refusal = { key: "server.too_many_tables", text: "Zu viele Tische.", rule: null };
  page.online = async (_, lang) => {
    expect(lang).toBe("de");
    throw new ServerRefusal(429, refusal);
  };
  const answer = await page.ask("POST", `/api/tables/${table.id}/online`, undefined, "de");
  expect(answer).toMatchObject({ status: 429, body: refusal });
  expect(await page.get("GET", `/api/tables/${table.id}`)).toMatchObject({
    status: "running",
    moved_to: null,
  });
});

test("nobody plays while the server is asked", async () => {
  const page = new Page();
  const table = await running(page);
  const line = page.open(table.id, 0);
  const game = await line.until(({ to_move }) => to_move === 0);
  const { moment, legal } = game;
  let played: ReturnType<typeof line.send> | undefined;
  page.online = async () => {
    played = line.send({ type: "play", moment, action: legal[0] });
    return THERE;
  };
  await page.get("POST", `/api/tables/${table.id}/online`);
  expect(await played).toMatchObject({ type: "refused", key: "local.has_moved" });
});

test("only a running game can go", async () => {
  const page = new Page();
  const seats = [{ kind: "me" }, { kind: "bot", bot: "peasant" }, { kind: "bot", bot: "peasant" }];
  const body = { map: "border-disputes", name: "Ann", seats };
  const table = await page.get<Table>("POST", "/api/tables", body);
  const refused = await page.ask("POST", `/api/tables/${table.id}/online`);
  expect(refused).toMatchObject({ status: 409, body: { key: "table.not_begun" } });
  expect(page.brought).toEqual([]);
});
