/** Parse and check the text of a record (`han.records.parse`). */
import { formatAtom, parseAtom, PILE, REFILL } from "../engine/atom";
import { formatCards, parseCards } from "../engine/cards";
import { NotationError } from "../engine/errors";
import type { Result } from "../net/schema";
import { RecordError } from "./errors";
import { dumps, type Json, type JsonObject } from "./json";
import { loads, shown } from "./json_reader";
import { FORMAT, type GameRecord, type Turn } from "./record";

export const RESHUFFLED = "~";
/** The largest size of a record, far more than any game needs. */
export const MOST_BYTES = 4_000_000;

const RESULT_ROWS = ["houses", "alliances", "roads", "ports", "total", "winners"] as const;
const KEYS = "format map map_sha256 players start options deal turns result".split(" ");

/** The record that `text` holds, its cards and atoms in their usual spelling. */
export function parseRecord(text: string): GameRecord {
  const data = anObject("record", loads(text));
  expectKeys("record", data, KEYS, ["meta"]);
  if (data["format"] !== FORMAT) refuseFormat(data["format"]!);
  const options = withKeys("options", data["options"]!, ["variant", "wild_in_prices"]);
  const deal = withKeys("deal", data["deal"]!, ["hands", "display"]);
  const [map, sha256] = [aText("map", data["map"]), aText("map_sha256", data["map_sha256"])];
  const [players, start] = [aNumber("players", data["players"]), aNumber("start", data["start"])];
  const variant = aTruth("variant", options["variant"]);
  const wild = aTruth("wild_in_prices", options["wild_in_prices"]);
  return {
    kind: { map, players, variant, wild },
    sha256,
    start,
    hands: aList("hands", deal["hands"]).map((hand) => cardsOf("hands", hand)),
    display: cardsOf("display", deal["display"]!),
    turns: aList("turns", data["turns"]).map(turnOf),
    result: data["result"] === null ? null : resultOf(data["result"]!),
    meta: "meta" in data ? anObject("meta", data["meta"]) : {},
  };
}

function refuseFormat(found: Json): never {
  const told = typeof found === "string" ? found : dumps(found);
  throw new RecordError("records.format", { found: told, expected: FORMAT });
}

function refuse(name: string, value: Json): never {
  throw new RecordError("records.value", { name, value: shown(dumps(value)) });
}

function aText(name: string, value: Json = null): string {
  return typeof value === "string" ? value : refuse(name, value);
}

function aNumber(name: string, value: Json = null): number {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : refuse(name, value);
}

function aTruth(name: string, value: Json = null): boolean {
  return typeof value === "boolean" ? value : refuse(name, value);
}

function aList(name: string, value: Json = null): Json[] {
  return Array.isArray(value) ? value : refuse(name, value);
}

function anObject(name: string, value: Json = null): JsonObject {
  const isObject = typeof value === "object" && value && Object.getPrototypeOf(value) === null;
  return isObject ? (value as JsonObject) : refuse(name, value);
}

/** An object that has these keys and no others. */
function withKeys(name: string, value: Json, keys: string[], optional: string[] = []): JsonObject {
  const data = anObject(name, value);
  expectKeys(name, data, keys, optional);
  return data;
}

function expectKeys(name: string, data: JsonObject, keys: string[], optional: string[]): void {
  const missing = keys.find((key) => !(key in data));
  if (missing !== undefined) throw new RecordError("records.missing_key", { name, key: missing });
  const unknown = Object.keys(data).find((key) => ![...keys, ...optional].includes(key));
  if (unknown !== undefined) throw new RecordError("records.unknown_key", { name, key: unknown });
}

function cardsOf(name: string, value: Json): string {
  return orRefused(name, value, () => formatCards(parseCards(aText(name, value))));
}

function turnOf(value: Json): Turn {
  const data = withKeys("turn", value, ["seat", "atoms"], ["scored"]);
  const scored = "scored" in data ? anObject("scored", data["scored"]) : {};
  return {
    seat: aNumber("seat", data["seat"]),
    atoms: aList("atoms", data["atoms"]).map(atomOf),
    scored: Object.fromEntries(
      Object.entries(scored).map(([province, row]) => [province, numbersOf("scored", row)]),
    ),
  };
}

function atomOf(value: Json): string {
  const text = aText("atom", value);
  if (text === RESHUFFLED) return text;
  return orRefused("atom", value, () => {
    if (!text.startsWith(REFILL)) return formatAtom(parseAtom(text));
    parseCards(text.slice(1));
    return text;
  });
}

/** The actions and outcomes that an atom of a record stands for, one by one. */
export function atomActions(atom: string): string[] {
  if (atom === RESHUFFLED) return [];
  if (atom.startsWith(REFILL)) return [...atom.slice(1)].map((letter) => REFILL + letter);
  return atom.startsWith(PILE) ? [PILE, atom] : [atom];
}

function numbersOf(name: string, value: Json): number[] {
  return aList(name, value).map((number) => aNumber(name, number));
}

function resultOf(value: Json): Result {
  const data = withKeys("result", value, ["reason", ...RESULT_ROWS]);
  const rows = RESULT_ROWS.map((name) => [name, numbersOf(name, data[name]!)] as const);
  const reason = aText("reason", data["reason"]) as Result["reason"];
  return { reason, ...(Object.fromEntries(rows) as Omit<Result, "reason">) };
}

/** What `read` makes of a value; refuses the value where it is no notation. */
function orRefused(name: string, value: Json, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotationError) refuse(name, value);
    throw error;
  }
}
