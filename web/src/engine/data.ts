import { data } from "./built/manifest.json";
import { sizeOf, type RecordName } from "./memory";

/** The built files that hold records, by name. */
export type DataFiles = Record<string, Uint8Array>;

interface Place {
  type: string;
  at: number;
}

/** A game to play: a map and how it is played. */
export interface GameKind {
  map: string;
  players: number;
  variant: boolean;
  wild: boolean;
}

/** A name for a kind of game. */
export const kindName = ({ map, players, variant, wild }: GameKind): string =>
  `${map}/${players}${variant ? "/variant" : ""}${wild ? "" : "/no-wild"}`;

/** The bytes of a record by its name in the index. */
export function recordNamed(files: DataFiles, name: string): Uint8Array {
  for (const [file, places] of Object.entries(data as Record<string, Record<string, Place>>)) {
    const place = places[name];
    const bytes = files[file];
    if (place && bytes) {
      return bytes.subarray(place.at, place.at + sizeOf(place.type as RecordName));
    }
  }
  throw new Error(`there is no ${name} in ${Object.keys(files).join(", ")}`);
}
