/** The routes of a device's tables, as the server has them (`han.server.api`). */
import { mapSummaries } from "../engine/maps";
import { formatRecord, type GameRecord } from "../records/record";
import { RecordError, RecordMismatchError } from "../records/errors";
import { claimsFair } from "../records/fair_check";
import { parseRecord } from "../records/parse";
import { replayJson, verify } from "../records/replay";
import { readFill, readPlace, readPlayNow, readSalt, readTable, readVerify } from "./bodies";
import { botSeat, OPEN_SEAT, personSeat, type Seat } from "./entry";
import { BadRequestError, TableError, UnknownTableError } from "./errors";
import { DEVICE, type Hub } from "./hub";
import { newCommandId } from "./ids";
import { bringBoard, deleteBoard, getDrawing, getMap, overview } from "./map_routes";
import { checkBotName, DEFAULT_CLOCK, LEVELS } from "./options";
import type { Method } from "./protocol";
import { ok, type Answer, type Route } from "./requests";
import { setUp, setUpRematch } from "./table_factory";
import type { Table } from "./table";
import { PHRASES } from "./talk";
import { momentJson, tableJson } from "./telling";

const LISTED = 100;
const MOST = 2 ** 31;

const createTable: Route = async ({ hub, body }) => {
  const { name, seats: wanted, ...options } = readTable(body, "body");
  if (wanted.filter(({ kind }) => kind === "me").length > 1) throw new TableError("server.one_me");
  const seats = wanted.map((seat): Seat => {
    if (seat.kind === "bot") return botSeat(checkBotName(seat.bot));
    if (seat.kind === "open") return OPEN_SEAT;
    return personSeat(seat.kind === "me" ? name : seat.name, DEVICE);
  });
  const table = await setUp(hub, { ...options, players: seats.length }, seats);
  return ok(tableJson(table, DEVICE), 201);
};

const playNow: Route = async ({ hub, body }) => {
  const { name, map, players, variant, bot } = readPlayNow(body, "body");
  const options = {
    ...{ map, players, variant, wild_in_prices: true, start: null, clock: DEFAULT_CLOCK },
    ...{ casual: true, public: false, memory_aid: true, stand_in: "governor" },
  };
  const bots = Array.from({ length: players - 1 }, () => botSeat(bot));
  const seats = [personSeat(name, DEVICE), ...bots];
  return ok(tableJson(await setUp(hub, options, seats, { start: true }), DEVICE), 201);
};

const getTable: Route = async ({ hub, name }) => ok(tableJson(await hub.table(name), DEVICE));

const deleteTable: Route = async ({ hub, name }) => {
  await hub.delete(name);
  return ok(null, 204);
};

const getGame: Route = async (asked) => {
  const table = await asked.hub.table(asked.name);
  return ok(momentJson(table, asked.viewer(table)));
};

const getHistory: Route = async (asked) => {
  const table = await asked.hub.table(asked.name);
  const seen = asked.queried("seen", -1, MOST) ?? -1;
  return ok(await asked.hub.history(table, asked.viewer(table), seen));
};

const getMoment: Route = async (asked) => {
  const table = await asked.hub.table(asked.name);
  return ok(await asked.hub.moment(table, asked.viewer(table), asked.number(1, "seq", MOST)));
};

const getRecord: Route = async ({ hub, name }) => {
  const text = formatRecord(recordOf(await hub.table(name)));
  return { ...ok(JSON.parse(text)), text };
};

const getReplay: Route = async ({ hub, name }) => replayed(hub, recordOf(await hub.table(name)));

function recordOf(table: Table): GameRecord {
  if (table.status !== "over") throw new TableError("table.not_over");
  return table.begun.record(table.recordMeta());
}

const replayRecord: Route = async ({ hub, body }) => {
  return replayed(hub, parseRecord(JSON.stringify(body ?? null)));
};

/** Whether a record is right to the last card; servers leave that to devices and programs. */
const verifyRecord: Route = async ({ hub, body }) => {
  const { record: text } = readVerify(body, "body");
  try {
    const record = parseRecord(text);
    const map = await boardOf(hub, record);
    const open = await hub.parts.games.opener();
    verify(record, (kind) => open({ ...kind, map }));
    return ok({ fair: claimsFair(record) });
  } catch (error) {
    const isWrong = error instanceof RecordError || error instanceof RecordMismatchError;
    throw isWrong && error.key.startsWith("records.") ? new TableError("local.link_wrong") : error;
  }
};

/** A record, position by position, on the board of this device that it was played on. */
async function replayed(hub: Hub, record: GameRecord): Promise<Answer> {
  const kind = { ...record.kind, map: await boardOf(hub, record) };
  return ok(replayJson({ ...record, kind }, await hub.parts.games.opener()));
}

/** The name that a record's board has on this device, where it is ready for games now. */
async function boardOf(hub: Hub, record: GameRecord): Promise<string> {
  const map = await hub.boards.nameFor(record);
  await hub.boards.need(map);
  return map;
}

const addSalt: Route = (asked) => {
  const { commitment, salt } = readSalt(asked.body, "body");
  // the same salt again is the same command: perhaps its first answer got lost
  return asked.send({ type: "salt", id: `salt ${salt}`, commitment, salt });
};

const start: Route = (asked) => asked.send({ type: "start", id: newCommandId() });
const close: Route = (asked) => asked.send({ type: "close", id: newCommandId() });
const accept: Route = (asked) => asked.send({ type: "accept", id: newCommandId() });

const place: Route = (asked) => {
  const where = asked.number(1, "seat", 4);
  const { kind, bot } = readPlace(asked.body, "body");
  const now = kind === "bot" ? botSeat(checkBotName(bot)) : OPEN_SEAT;
  return asked.send({ type: "place", id: newCommandId(), where, now, only_if_open: false });
};

const standUp: Route = (asked) =>
  asked.send({ type: "stand_up", id: newCommandId() }, asked.number(1, "seat", 4));

const fillWithBots: Route = async (asked) => {
  const now = botSeat(checkBotName(readFill(asked.body, "body").bot));
  const { seats } = await asked.hub.table(asked.name);
  for (const [where, { kind }] of seats.entries()) {
    if (kind !== "open") continue;
    await asked.send({ type: "place", id: newCommandId(), where, now, only_if_open: true });
  }
  return getTable(asked);
};

const takeOnline: Route = async ({ hub, name, texts }) =>
  ok({ id: await hub.takeOnline(name, texts.lang) });

const rematch: Route = async ({ hub, name }) => {
  const table = await hub.table(name);
  const [seat] = table.seatsOf(DEVICE);
  if (seat === undefined) throw new TableError("table.not_your_seat");
  const next = table.nextGame || (await setUpRematch(hub, table, seat));
  return ok(tableJson(await hub.table(next), DEVICE), 201);
};

const myTables: Route = async ({ hub, request }) => {
  const { status } = request.query;
  const all = await hub.list();
  const found = status ? all.filter(({ table }) => table.status === status) : all;
  return ok(found.slice(0, LISTED));
};

const noTable: Route = async () => {
  throw new UnknownTableError("server.no_such_table");
};

/** Names in a path: ids of tables and maps, numbers. */
const TABLE = "/api/tables/([A-Za-z0-9_-]{1,40})";
const ROUTES: readonly (readonly [Method, string, Route])[] = [
  ["POST", "/api/tables", createTable],
  ["POST", "/api/play-now", playNow],
  ["GET", "/api/lobby", async () => ok([])],
  ["GET", TABLE, getTable],
  ["DELETE", TABLE, deleteTable],
  ["GET", `${TABLE}/game`, getGame],
  ["GET", `${TABLE}/history`, getHistory],
  ["GET", `${TABLE}/moments/([0-9]+)`, getMoment],
  ["GET", `${TABLE}/record`, getRecord],
  ["GET", `${TABLE}/replay`, getReplay],
  ["PUT", `${TABLE}/salt`, addSalt],
  ["POST", `${TABLE}/start`, start],
  ["POST", `${TABLE}/close`, close],
  ["POST", `${TABLE}/accept`, accept],
  ["PUT", `${TABLE}/seats/([0-9]+)`, place],
  ["DELETE", `${TABLE}/seats/([0-9]+)`, standUp],
  ["POST", `${TABLE}/bots`, fillWithBots],
  ["POST", `${TABLE}/rematch`, rematch],
  ["POST", `${TABLE}/online`, takeOnline],
  ["GET", "/api/me/tables", myTables],
  ["GET", "/api/invites/([^/]+)", noTable],
  ["POST", "/api/invites/([^/]+)/seat", noTable],
  ["POST", "/api/replay", replayRecord],
  ["POST", "/api/verify", verifyRecord],
  ["GET", "/api/maps", async () => ok(mapSummaries())],
  ["GET", "/api/maps/([^/]{1,60})", getMap],
  ["GET", "/api/maps/([^/]{1,60})/board.svg", getDrawing],
  ["POST", "/api/boards", bringBoard],
  ["DELETE", "/api/boards/([^/]{1,60})", deleteBoard],
  ["POST", "/api/overview", overview],
  ["GET", "/api/bots", async () => ok(LEVELS)],
  ["GET", "/api/phrases", async () => ok(PHRASES)],
];

const PATTERNS = ROUTES.map(([method, path, route]) => ({
  method,
  pattern: new RegExp(`^${path}$`),
  route,
}));

/** The route of a request, and what its path names. */
export function routeOf(method: Method, path: string): { route: Route; names: string[] } {
  const here = PATTERNS.filter(({ pattern }) => pattern.test(path));
  const found = here.find((one) => one.method === method);
  if (!found) throw new TableError(`server.no_such_${here.length ? "method" : "page"}`);
  const [, ...names] = found.pattern.exec(path)!;
  return { route: found.route, names: names.map(decoded) };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new BadRequestError("path");
  }
}
