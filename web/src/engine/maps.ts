import type { MapShape, MapSpace, MapSummary, Names } from "../net/schema";
import packaged from "./built/maps.json";
import { UnknownMapError } from "./errors";

/** A map as the browser knows it. */
export interface MapData {
  /** Its places, as `/api/maps/{id}` answers. */
  shape: MapShape;
  /** Cards taken out of each colour, by number of players. */
  removed: Record<string, number>;
  /** Of the map's file: a record names the exact board it was played on. */
  sha256: string;
  /** The same of earlier files of this board that play alike. */
  editions: string[];
}

export type Language = keyof Names;

/** A drawing's parts, and for each language the words between them. */
interface Drawing {
  parts: string[];
  words: Record<Language, string[]>;
}

const MAPS = packaged as unknown as Record<string, MapData>;
const DRAWINGS = import.meta.glob<Drawing>("./built/drawing-*.json", { import: "default" });

export const mapIds: readonly string[] = Object.keys(MAPS);

/** Maps that users brought, by their names on this device. */
const brought = new Map<string, MapData>();

/** Let games be played on a map that a user brought. */
export const bringMap = (name: string, map: MapData): void => void brought.set(name, map);

/** Whether a map is of this package, or has been brought. */
export const isKnownMap = (name: string): boolean => mapIds.includes(name) || brought.has(name);

/** The map of this id, or of this name if a user brought it. */
export function loadMap(id: string): MapData {
  const found = Object.hasOwn(MAPS, id) ? MAPS[id] : brought.get(id);
  if (!found) throw new UnknownMapError("maps.unknown_map", { map: id, maps: mapIds.join(", ") });
  return found;
}

/** The boards of this package, as `/api/maps` answers. */
export function mapSummaries(): MapSummary[] {
  return Object.values(MAPS).map(({ shape: { id, name, players, variant } }) => ({
    ...{ id, name, players, variant },
  }));
}

/** A board as a picture, as `/api/maps/{id}/board.svg` answers. */
export async function loadDrawing(id: string, lang: Language): Promise<string> {
  loadMap(id);
  const { parts, words } = await DRAWINGS[`./built/drawing-${id}.json`]!();
  return parts.map((part, index) => part + (words[lang][index] ?? "")).join("");
}

/** What a map calls a space: “Wei 1”, or “Wei/Han” for a border space, in every language. */
export function spaceNames({ shape }: MapData, id: string): Names {
  const space = shape.spaces.find((one) => one.id === id)!;
  const parts = space.provinces.map(
    (province) => shape.provinces.find((one) => one.id === province)!.name,
  );
  const number = parts.length === 2 ? "" : ` ${spaceNumber(shape, space)}`;
  const langs = Object.keys(parts[0]!) as Language[];
  const names = langs.map((lang) => [lang, parts.map((part) => part[lang]).join("/") + number]);
  return Object.fromEntries(names) as Names;
}

/** The number printed beside a space: the one in its id, else its index in the map. */
function spaceNumber({ spaces }: MapShape, { id, provinces }: MapSpace): string {
  const number = id.slice(id.lastIndexOf("-") + 1);
  if (/^\d+$/.test(number)) return number;
  const siblings = spaces.filter((other) => `${other.provinces}` === `${provinces}`);
  return `${1 + siblings.findIndex((other) => other.id === id)}`;
}
