/**
 * A map file that may be faulty: every part that has the right type, whatever the rest
 * (`han.maps.draft`).
 *
 * The checks read a draft, so that one fault does not hide the others.
 */
import type { FaultKey, FaultParams, MapFault } from "./fault";
import type { LineNumbers, Path } from "./line_numbers";
import type { Point } from "./model";
import { isPolygon } from "./plane";
import {
  isPair,
  isTable,
  MAP_KEYS,
  TABLE_KEYS,
  type Key,
  type Kind,
  type TomlTable,
} from "./schema";

/** What is written in the file and has the right type. */
export interface MapValues {
  format?: number;
  id?: string;
  name?: Readonly<Record<string, string>>;
  about?: string;
  players?: [number, number];
  display?: number;
  removed?: Readonly<Record<string, number>>;
  variant?: string;
  canvas?: Point;
  outlines?: string;
  editions?: string[];
}

/** The same in a `[[province]]`, `[[space]]` or `[[scenery]]`. */
export interface ItemValues {
  id?: string;
  colour?: string;
  name?: Readonly<Record<string, string>>;
  dragon?: Point;
  label?: Point;
  outline?: Point[];
  at?: Point;
  provinces?: string[];
  port?: boolean;
  kind?: string;
  points?: Point[];
}

/** One `[[province]]`, `[[space]]` or `[[scenery]]`. */
export class DraftItem {
  /** What is written there and has the right type. */
  readonly values: ItemValues;

  constructor(
    readonly kind: Kind,
    readonly index: number,
    /** All that is written there. */
    readonly table: TomlTable,
  ) {
    this.values = fitting(table, TABLE_KEYS[kind]);
  }

  get path(): Path {
    return [this.kind, this.index];
  }

  /** What to call it: its id, or its number among its kind. */
  get label(): string {
    return this.values.id ?? `#${this.index + 1}`;
  }
}

/** A road or an alliance. */
export class Pair {
  readonly ends: ReadonlySet<string>;
  /** The same for a road there and back. */
  readonly key: string;

  constructor(
    readonly path: Path,
    readonly first: string,
    readonly second: string,
  ) {
    this.ends = new Set([first, second]);
    this.key = JSON.stringify([...this.ends].sort());
  }

  /** As the file writes it. */
  get label(): string {
    return `["${this.first}", "${this.second}"]`;
  }
}

/** A map file being checked. */
export class Draft {
  readonly values: MapValues;
  readonly provinces: readonly DraftItem[];
  readonly spaces: readonly DraftItem[];
  readonly scenery: readonly DraftItem[];
  readonly roads: readonly Pair[];
  readonly alliances: readonly Pair[];
  readonly provinceById: ReadonlyMap<string, DraftItem>;
  readonly spaceById: ReadonlyMap<string, DraftItem>;
  /** Where the spaces are, by id. */
  readonly centres: ReadonlyMap<string, Point>;
  #drawn: ReadonlyMap<string, DraftItem> | null = null;

  constructor(
    readonly document: TomlTable,
    private readonly lines: LineNumbers,
  ) {
    this.values = fitting(document, MAP_KEYS);
    this.provinces = this.#items("province");
    this.spaces = this.#items("space");
    this.scenery = this.#items("scenery");
    this.roads = this.#pairs("roads");
    this.alliances = this.#pairs("alliances");
    this.provinceById = byId(this.provinces);
    this.spaceById = byId(this.spaces);
    const placed = [...this.spaceById].filter(([, { values }]) => values.at);
    this.centres = new Map(placed.map(([id, { values }]) => [id, values.at!]));
  }

  /** The provinces, by id, whose outlines are polygons. */
  get drawn(): ReadonlyMap<string, DraftItem> {
    const all = [...this.provinceById];
    this.#drawn ??= new Map(all.filter(([, { values }]) => isPolygon(values.outline ?? [])));
    return this.#drawn;
  }

  get items(): DraftItem[] {
    return [...this.provinces, ...this.spaces, ...this.scenery];
  }

  /** The fault `maps.name` at the line of a path. */
  fault(path: Path, name: string, params: FaultParams = {}, hint = ""): MapFault {
    return { line: this.lineOf(path), key: `maps.${name}` as FaultKey, params, hint };
  }

  lineOf(path: Path): number {
    return this.lines.at(path);
  }

  /** How many elements an array has, faulty ones too; null if it is no array. */
  length(key: string): number | null {
    const value = own(this.document, key);
    return Array.isArray(value) ? value.length : null;
  }

  #items(kind: Kind): DraftItem[] {
    return this.#array(kind).flatMap((table, index) =>
      isTable(table) ? [new DraftItem(kind, index, table)] : [],
    );
  }

  #pairs(key: string): Pair[] {
    return this.#array(key).flatMap((pair, index) => {
      if (!isPair(pair)) return [];
      const [first, second] = pair as [string, string];
      return [new Pair([key, index], first, second)];
    });
  }

  #array(key: string): unknown[] {
    const value = own(this.document, key);
    return Array.isArray(value) ? value : [];
  }
}

/** A value of a table, and nothing that a table inherits. */
export const own = (table: TomlTable, key: string): unknown =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The part of a table whose values have the right types, with plain numbers. */
function fitting(table: TomlTable, keys: ReadonlyMap<string, Key>): Record<string, never> {
  const found = [...keys].filter(
    ([name, { fits }]) => Object.hasOwn(table, name) && fits(table[name]),
  );
  return Object.fromEntries(found.map(([name]) => [name, plain(table[name])])) as never;
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isTable(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, plain(one)] as const);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** Items by id; of two with the same id the first, since the second is the fault. */
function byId(items: readonly DraftItem[]): Map<string, DraftItem> {
  const found = new Map<string, DraftItem>();
  for (const item of items) {
    const { id } = item.values;
    if (id !== undefined && !found.has(id)) found.set(id, item);
  }
  return found;
}
