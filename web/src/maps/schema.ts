/** The keys of a map file and the type of each value (`han.maps.schema`). */

/** Whole numbers are bigints, as TOML tells them from others. */
export type Value = unknown;
export type TomlTable = Readonly<Record<string, Value>>;
type Fits = (value: Value) => boolean;

/** The largest number that is accepted, far larger than any canvas. */
const LARGEST = 1_000_000;

/** A key that a table may have. */
export interface Key {
  /** An example of a correct value, the same in every language. */
  example: string;
  fits: Fits;
  /** The type of an array's elements, if faults of elements have lines of their own. */
  item?: Key;
  isOptional?: boolean;
}

const isText: Fits = (value) => typeof value === "string" && value.trim() !== "";
const isDigest: Fits = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isFlag: Fits = (value) => typeof value === "boolean";
const isWhole: Fits = (value) => typeof value === "bigint" && value < LARGEST && value > -LARGEST;
const isNumber: Fits = (value) =>
  isWhole(value) || (typeof value === "number" && Math.abs(value) < LARGEST);

/** Whether it is a table; dates are none. */
export const isTable = (value: Value): value is TomlTable =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;

const listOf =
  (fits: Fits, length?: number): Fits =>
  (value) =>
    Array.isArray(value) && (length === undefined || value.length === length) && value.every(fits);

const tableOf =
  (fits: Fits): Fits =>
  (value) =>
    isTable(value) && Object.values(value).every(fits);

const isPoint = listOf(isNumber, 2);
export const isPair = listOf(isText, 2);

const POINT: Key = { example: "[120, 250]", fits: isPoint };
const POINTS: Key = {
  example: "[[120, 250], [180, 250], [150, 300]]",
  fits: listOf(isPoint),
  item: POINT,
};
const NAMES: Key = {
  example: '{ en = "…", de = "…", fr = "…", it = "…" }',
  fits: tableOf(isText),
};
const key = (example: string, fits: Fits): Key => ({ example, fits });
const optional = (key: Key): Key => ({ ...key, isOptional: true });
const pairs = (pair: string): Key => ({
  ...{ example: `[${pair}, …]`, fits: listOf(isPair), item: key(pair, isPair) },
});
const tables = (name: string): Key => key(`[[${name}]]`, listOf(isTable));

type Keys = ReadonlyMap<string, Key>;
const keysOf = (keys: Record<string, Key>): Keys => new Map(Object.entries(keys));

export const MAP_KEYS = keysOf({
  format: key("1", isWhole),
  id: key('"my-map"', isText),
  name: NAMES,
  about: key('"…"', isText),
  players: key("[3, 5]", listOf(isWhole, 2)),
  display: key("4", isWhole),
  removed: key("{ 3 = 2, 4 = 1, 5 = 0 }", tableOf(isWhole)),
  variant: key('"fortifications"', isText),
  canvas: key("[1600, 1000]", isPoint),
  outlines: optional(key('"curved"', isText)),
  editions: optional(key('["630dcd29…"]', listOf(isDigest))),
  alliances: pairs('["wei", "han"]'),
  roads: pairs('["wei-1", "wei-2"]'),
  province: tables("province"),
  space: tables("space"),
  scenery: optional(tables("scenery")),
});

/** Kinds of tables in arrays of tables. */
export type Kind = "province" | "space" | "scenery";

/** The keys of these tables. */
export const TABLE_KEYS: Readonly<Record<Kind, Keys>> = {
  province: keysOf({
    id: key('"wei"', isText),
    colour: key('"red"', isText),
    name: NAMES,
    dragon: POINT,
    label: optional(POINT),
    outline: POINTS,
  }),
  space: keysOf({
    id: key('"wei-1"', isText),
    at: POINT,
    provinces: key('["wei"]', listOf(isText)),
    port: optional(key("true", isFlag)),
  }),
  scenery: keysOf({
    kind: key('"river"', isText),
    points: POINTS,
    name: optional(NAMES),
  }),
};
