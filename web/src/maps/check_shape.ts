/** Faults of form: keys missing or misspelt, values of the wrong type (`han.maps.check_shape`). */
import type { Draft } from "./draft";
import { closest, type MapFault } from "./fault";
import type { Path } from "./line_numbers";
import { repr } from "./numbers";
import { isTable, MAP_KEYS, TABLE_KEYS, type Key, type TomlTable } from "./schema";

/** Characters of a wrong value that a message repeats. */
const LONGEST = 40;

type Keys = ReadonlyMap<string, Key>;

/** Every table has the keys it must have and no others. */
export function* checkKeys(draft: Draft): Generator<MapFault> {
  for (const [path, table, keys] of tablesOf(draft)) {
    yield* missing(draft, path, table, keys);
    for (const name of Object.keys(table)) {
      if (!keys.has(name)) yield unknown(draft, path, name, keys);
    }
  }
}

/** Every value is a text, number, point … as its key demands. */
export function* checkTypes(draft: Draft): Generator<MapFault> {
  for (const [path, table, keys] of tablesOf(draft)) {
    for (const [name, value] of Object.entries(table)) {
      const key = keys.get(name);
      if (key) yield* wrong(draft, [...path, name], value, key);
    }
  }
}

function* tablesOf(draft: Draft): Generator<[Path, TomlTable, Keys]> {
  yield [[], draft.document, MAP_KEYS];
  for (const item of draft.items) yield [item.path, item.table, TABLE_KEYS[item.kind]];
}

function* missing(draft: Draft, path: Path, table: TomlTable, keys: Keys): Generator<MapFault> {
  for (const [name, key] of keys) {
    if (key.isOptional || Object.hasOwn(table, name)) continue;
    yield draft.fault(path, "missing_key", { key: name, example: lineOf(name, key) });
  }
}

/** How the missing line could look. */
const lineOf = (name: string, { example }: Key): string =>
  Object.hasOwn(TABLE_KEYS, name) ? example : `${name} = ${example}`;

/** The fault of an unknown key; in a table it is often one that belongs to the top level. */
function unknown(draft: Draft, path: Path, name: string, keys: Keys): MapFault {
  const where = [...path, name];
  if (path.length && MAP_KEYS.has(name)) return draft.fault(where, "misplaced_key", { key: name });
  return draft.fault(where, "unknown_key", { key: name }, closest(name, keys.keys()));
}

function* wrong(draft: Draft, path: Path, value: unknown, key: Key): Generator<MapFault> {
  if (key.fits(value)) return;
  if (key.item && Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      yield* wrong(draft, [...path, index], entry, key.item);
    }
    return;
  }
  const name = path.findLast((part) => typeof part === "string")!;
  yield draft.fault(path, "wrong_type", { key: name, value: short(value), example: key.example });
}

/** The beginning of a wrong value. */
function short(value: unknown): string {
  const text = [...json(value)];
  return text.length <= LONGEST ? text.join("") : `${text.slice(0, LONGEST - 1).join("")}…`;
}

/** A value as Python's json module writes it. */
function json(value: unknown): string {
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (typeof value === "number") return repr(value);
  if (Array.isArray(value)) return `[${value.map(json).join(", ")}]`;
  if (isTable(value)) {
    const entries = Object.entries(value).map(
      ([key, one]) => `${JSON.stringify(key)}: ${json(one)}`,
    );
    return `{${entries.join(", ")}}`;
  }
  if (typeof value === "string") return JSON.stringify(value);
  return JSON.stringify(dateText(value));
}

/** A date or a time, as Python writes it. */
function dateText(value: unknown): string {
  const text = String((value as { toISOString?: () => string }).toISOString?.() ?? value);
  return text
    .replace("T", " ")
    .replace("Z", "+00:00")
    .replace(/\.000(?=$|[+-])/, "");
}
