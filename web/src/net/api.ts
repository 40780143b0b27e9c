/** The HTTP interface of the server and of this device: `docs/reference/http-api.md`. */
import { IS_SITE } from "../app/edition";
import type { Brought } from "../local/boards";
import { isLocal } from "../local/protocol";
import { wantedLanguage } from "../text/index.svelte";
import { keepForGood, listBoards, listHere } from "./device";
import { addSalt } from "./fair";
import { request, requestText } from "./http";
import type { GameRecord } from "./record";
import type {
  FillBody,
  MapShape,
  MapSummary,
  Me,
  Moment,
  OwnTable,
  PlaceBody,
  PlayNowBody,
  Replay,
  ResumeBody,
  SitBody,
  Summary,
  Table,
  TableBody,
} from "./schema";

const once = new Map<string, Promise<unknown>>();

/** Caches answers that do not change while the server runs, for each language. */
function remembered<Answer>(path: string, ask: (path: string) => Promise<Answer>): Promise<Answer> {
  const key = `${wantedLanguage()} ${path}`;
  const known = once.get(key) as Promise<Answer> | undefined;
  if (known) return known;
  const asked = ask(path);
  once.set(key, asked);
  asked.catch(() => once.delete(key));
  return asked;
}

const getJson = <Answer>(path: string) => request<Answer>("GET", path);
export const getMaps = () => remembered("/api/maps", getJson<MapSummary[]>);
/** The maps of this package and those that people brought to this device. */
export async function getAllMaps(): Promise<MapSummary[]> {
  const [maps, boards] = await Promise.all([getMaps(), listBoards().catch(() => [])]);
  return [...maps, ...boards];
}
/** Let this device read a map file, and keep it if it has no faults. */
export async function bringBoard(file: File): Promise<Brought> {
  const body = { file: new Uint8Array(await file.arrayBuffer()) };
  return request<Brought>("POST", "/api/boards", body);
}
export const getMap = (id: string) => remembered(`/api/maps/${id}`, getJson<MapShape>);

/** The drawing of a board, with its names in the reader's language. */
export const getDrawing = (map: string) => remembered(`/api/maps/${map}/board.svg`, requestText);
/** The address of the drawing, for an `<img>`. */
export const boardUrl = (map: string) =>
  remembered(`drawing ${map}`, async () =>
    URL.createObjectURL(new Blob([await getDrawing(map)], { type: "image/svg+xml" })),
  );

export const getLobby = () => request<Summary[]>("GET", "/api/lobby");
export const getMe = () => request<Me>("GET", "/api/me");

/** One's tables on the server. */
export const getOnlineTables = () => request<OwnTable[]>("GET", "/api/me/tables");

interface Wanted {
  status?: OwnTable["table"]["status"];
  /** Hears of this device's tables while the server has not answered. */
  tellEarly?: (tables: OwnTable[]) => void;
}

/** One's tables, those of this device and those of the server: without it, the first ones alone. */
export async function getMyTables({ status, tellEarly }: Wanted = {}): Promise<OwnTable[]> {
  if (IS_SITE) return (await listHere()).filter(({ table }) => !status || table.status === status);
  const asked = request<OwnTable[]>("GET", `/api/me/tables${status ? `?status=${status}` : ""}`);
  asked.catch(() => {}); // said below
  const all = await listHere().catch(() => []);
  const here = status ? all.filter(({ table }) => table.status === status) : all;
  if (here.length) tellEarly?.(here);
  const there = await (here.length ? asked.catch(() => []) : asked);
  return [...here, ...there].sort((one, other) => other.table.changed - one.table.changed);
}

export const getMyFinishedGames = () => getMyTables({ status: "over" });

/** Becomes the guest whose personal link it is. */
export const resume = (token: string) =>
  request<void>("POST", "/api/resume", { token } satisfies ResumeBody);

/** Requests that give somebody a seat: also adds the salt of this device. */
async function joined(path: string, body?: object): Promise<Table> {
  const found = await request<Table>("POST", path, body);
  if (isLocal(found.id)) void keepForGood();
  void addSalt(found);
  return found;
}

export const createTable = (body: TableBody) => joined("/api/tables", body);
export const playNow = (body: PlayNowBody) => joined("/api/play-now", body);

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
const invite = (code: string) => `/api/invites/${encodeURIComponent(code)}`;

export const getTable = (id: string) => request<Table>("GET", table(id));

const ahead = new Map<string, Promise<Table>>();

/** Fetches a table, and what its game needs, while the code of its page is being loaded. */
export function prefetchTable(id: string): void {
  const asked = getTable(id);
  ahead.set(id, asked);
  asked.then(prepareGame).catch(() => {}); // the page asks again and shows the error
}

/** The table, from the prefetch if there was one. */
export async function fetchTable(id: string): Promise<Table> {
  const asked = ahead.get(id);
  ahead.delete(id);
  const found = await (asked?.catch(() => getTable(id)) ?? getTable(id));
  prepareGame(found);
  return found;
}

function prepareGame(table: Table): void {
  const { options } = table;
  if (isSeating(table)) return;
  for (const asked of [getMap(options.map), getDrawing(options.map)]) {
    asked.catch(() => {}); // whoever needs it shows the error
  }
}

/** Whether people still sit down; not while the cards are being dealt. */
export const isSeating = ({ status, starting }: Table) => status === "open" && starting === null;

/** Deletes a game that is kept on this device, for good. */
export const deleteGame = (id: string) => request<null>("DELETE", table(id));
/** Deletes a board that somebody brought; refused while a game on this device needs it. */
export const deleteBoard = (name: string) =>
  request<null>("DELETE", `/api/boards/${encodeURIComponent(name)}`);

export const startGame = (id: string) => request<Table>("POST", `${table(id)}/start`);
export const closeTable = (id: string) => request<Table>("POST", `${table(id)}/close`);
export const rematch = (id: string) => joined(`${table(id)}/rematch`);
export const acceptRematch = (id: string) => joined(`${table(id)}/accept`);
export const recordUrl = (id: string) => `${table(id)}/record`;
export const getRecord = (id: string) => request<GameRecord>("GET", recordUrl(id));
/** The record as a file. */
export const getRecordText = (id: string) => requestText(recordUrl(id));

/** Takes a game of this device to the server; the id of the table there. */
export const takeOnline = async (id: string) =>
  (await request<{ id: string }>("POST", `${table(id)}/online`)).id;

/** Put a bot on a seat, or nobody. */
export const place = (id: string, seat: number, bot: string | null) =>
  request<Table>(
    "PUT",
    `${table(id)}/seats/${seat}`,
    (bot ? { kind: "bot", bot } : { kind: "open" }) satisfies PlaceBody,
  );
/** Put bots on all open seats. */
export const fillWithBots = (id: string, bot: string) =>
  request<Table>("POST", `${table(id)}/bots`, { bot } satisfies FillBody);
export const standUp = (id: string, seat: number) =>
  request<Table>("DELETE", `${table(id)}/seats/${seat}`);

/** The game as it stood after an entry of the log. */
export const getMoment = (id: string, seq: number, seat: number | null) =>
  request<Moment | null>(
    "GET",
    `${table(id)}/moments/${seq}${seat === null ? "" : `?seat=${seat}`}`,
  );
/** A finished game, position by position. */
export const getReplay = (id: string) => request<Replay>("GET", `${table(id)}/replay`);
/** A record that the reader has, position by position. */
export const replayRecord = (record: object) => request<Replay>("POST", "/api/replay", record);

/** What a device has found out about a record that is right. */
export interface Checked {
  /** Whether every card follows from a seed in the record. */
  fair: boolean;
}
/** Checks a record: its moves, its numbers, and its cards where it has their seed. */
export const verifyRecord = (record: string) => request<Checked>("POST", "/api/verify", { record });

export const getInvited = (code: string) => request<Table>("GET", invite(code));
export const sitDown = (code: string, name: string, seat: number | null = null) =>
  joined(`${invite(code)}/seat`, { name, seat } satisfies SitBody);
