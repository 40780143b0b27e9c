/** What a map file says, as plain values (`han.maps.model`). */
import type { Names, Variant } from "../net/schema";

export const COLOURS: readonly string[] = ["violet", "yellow", "orange", "green", "red"];
export const CARDS: readonly number[] = [10, 11, 11, 12, 13];
export const MAX_SPACES = 64;
export const PROVINCES = 9;
export const ALLIANCES = 15;
export const VARIANTS: readonly string[] = ["fortifications", "market-places"];

export type Point = readonly [number, number];
export type Pair = readonly [string, string];

export interface Province {
  id: string;
  colour: string;
  name: Names;
  dragon: Point;
  label: Point;
  /** Corner points in order; a border is the same points in both neighbours' outlines. */
  outline: readonly Point[];
}

export interface Space {
  id: string;
  at: Point;
  provinces: readonly string[];
  port: boolean;
}

export interface Scenery {
  kind: string;
  points: readonly Point[];
  name: Names | null;
}

/** One map file. */
export interface GameMap {
  id: string;
  name: Names;
  about: string;
  canvas: Point;
  outlines: string;
  players: readonly [number, number];
  display: number;
  /** Cards taken out of each colour, by number of players. */
  removed: Readonly<Record<string, number>>;
  variant: Variant;
  provinces: readonly Province[];
  spaces: readonly Space[];
  roads: readonly Pair[];
  alliances: readonly Pair[];
  scenery: readonly Scenery[];
  /** Of the file's bytes. */
  sha256: string;
  editions: readonly string[];
}
