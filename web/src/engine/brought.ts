/** Names of maps that users brought: an id and the beginning of the file's digest. */

const LONGEST_ID = 40;
const DIGITS = 12;

/** A name that no other file has, even one with the same id. */
export const nameOfBrought = (id: string, sha256: string): string =>
  `${id.slice(0, LONGEST_ID)}.${sha256.slice(0, DIGITS)}`;

/** Whether a map's name is that of one that somebody brought; ids have no dot. */
export const isBrought = (map: string): boolean => map.includes(".");

/** The id in the name of a map, perhaps its beginning. */
export const idIn = (map: string): string => map.split(".")[0]!;
