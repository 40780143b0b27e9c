/** How much a map file may hold: it comes from anywhere, and a page has to stay quick. */
import type { Draft } from "./draft";
import type { FaultParams, MapFault } from "./fault";
import type { Path } from "./line_numbers";

/** Bytes of a file. */
export const LARGEST_FILE = 256 * 1024;
const MOST_TABLES = 300;
const MOST_PAIRS = 1000;
const MOST_POINTS = 300;
const MOST_POINTS_IN_ALL = 3000;

/** The first part of which there is too much, as a fault. */
export function findExcess(draft: Draft): MapFault | null {
  let left = MOST_POINTS_IN_ALL;
  for (const [key, most] of [
    ["province", MOST_TABLES],
    ["space", MOST_TABLES],
    ["scenery", MOST_TABLES],
    ["roads", MOST_PAIRS],
    ["alliances", MOST_PAIRS],
  ] as const) {
    const count = draft.length(key) ?? 0;
    if (count > most) return tooMany(draft, [key, most], { key, entries: count, most });
  }
  for (const { path, table } of draft.items) {
    for (const key of ["outline", "points"]) {
      const value = table[key];
      if (!Array.isArray(value)) continue;
      left -= value.length;
      if (value.length <= MOST_POINTS && left >= 0) continue;
      const params = {
        key,
        entries: value.length,
        most: Math.min(MOST_POINTS, left + value.length),
      };
      return tooMany(draft, [...path, key], params);
    }
  }
  return null;
}

const tooMany = (draft: Draft, path: Path, params: FaultParams): MapFault => ({
  ...{ line: draft.lineOf(path), key: "maps.too_many", params, hint: "" },
});
