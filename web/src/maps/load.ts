/** Load map files that users bring (`han.maps.load`). */
import { sha256 } from "@noble/hashes/sha2.js";

import type { Names, Variant } from "../net/schema";
import { checkMap } from "./check";
import type { Draft, DraftItem } from "./draft";
import type { MapFault } from "./fault";
import { LARGEST_FILE } from "./limits";
import type { GameMap, Province, Scenery, Space } from "./model";

/** What a file turned out to be: a map, or its faults. */
export type Loaded = { map: GameMap; faults: [] } | { map: null; faults: MapFault[] };

/** The map in the bytes of a map file. */
export function loadMapFile(bytes: Uint8Array): Loaded {
  if (bytes.length > LARGEST_FILE) {
    const params = { size: kilobytes(bytes.length), most: kilobytes(LARGEST_FILE) };
    return refused({ line: null, key: "maps.too_large", params, hint: "" });
  }
  const text = decoded(bytes);
  if (text === null) {
    return refused({ line: badLine(bytes), key: "maps.not_utf8", params: {}, hint: "" });
  }
  const { faults, draft } = checkMap(text);
  if (faults.length || !draft) return { map: null, faults };
  return { map: buildMap(draft, hexOf(sha256(bytes))), faults: [] };
}

const refused = (fault: MapFault): Loaded => ({ map: null, faults: [fault] });
const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024);
const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The first line that is not UTF-8. */
function badLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start);
    if (decoded(end < 0 ? bytes.subarray(start) : bytes.subarray(start, end)) === null) return line;
    if (end < 0) return line;
    start = end + 1;
  }
}

/** The map of a draft without faults. */
function buildMap(draft: Draft, digest: string): GameMap {
  const { values } = draft;
  return {
    id: values.id!,
    name: values.name as unknown as Names,
    about: values.about!,
    canvas: values.canvas!,
    outlines: values.outlines ?? "curved",
    players: values.players!,
    display: values.display!,
    removed: values.removed!,
    variant: values.variant as Variant,
    provinces: draft.provinces.map(provinceOf),
    spaces: draft.spaces.map(spaceOf),
    roads: draft.roads.map(({ first, second }) => [first, second]),
    alliances: draft.alliances.map(({ first, second }) => [first, second]),
    scenery: draft.scenery.map(sceneryOf),
    sha256: digest,
    editions: values.editions ?? [],
  };
}

function provinceOf({ values: { id, colour, name, dragon, label, outline } }: DraftItem): Province {
  return {
    ...{ id: id!, colour: colour!, name: name as unknown as Names, dragon: dragon! },
    ...{ label: label ?? dragon!, outline: outline! },
  };
}

const spaceOf = ({ values: { id, at, provinces, port } }: DraftItem): Space => ({
  ...{ id: id!, at: at!, provinces: provinces!, port: port ?? false },
});

const sceneryOf = ({ values: { kind, points, name } }: DraftItem): Scenery => ({
  ...{ kind: kind!, points: points!, name: (name as unknown as Names | undefined) ?? null },
});
