/** Glyphs and patterns of the five card colours, the same as on the board (han.maps). */

import type { Colour } from "../types";

/** What a glyph is made of: filled parts, rays, and lines left free on it. */
export interface Glyph {
  readonly dye: string;
  readonly ray?: string;
  readonly rib?: string;
  readonly eye?: string;
}

/** Each fits a circle with a radius of 7.5 round its origin. */
export const GLYPHS: Readonly<Record<Colour, Glyph>> = {
  // A plum blossom.
  V: {
    dye:
      "M0 0C-3.6-2.4-3.2-6.8 0-6.8S3.6-2.4 0 0C1.2-4.2 5.5-5.2 6.5-2.1S3.4 2.7 0 0" +
      "C4.3 0 6.6 3.7 4 5.5S-.9 4.1 0 0C-1.5 4.1-1.4 7.4-4 5.5S-4.3 0 0 0" +
      "C-3.4 2.7-7.5 1-6.5-2.1S-1.2-4.2 0 0Z",
    eye: "M1.5 0A1.5 1.5 0 1 1-1.5 0 1.5 1.5 0 0 1 1.5 0Z",
  },
  // The sun.
  Y: {
    dye: "M3.4 0A3.4 3.4 0 1 1-3.4 0 3.4 3.4 0 0 1 3.4 0Z",
    ray: "M0-5V-7M0 5V7M-5 0H-7M5 0H7M3.5-3.5 5-5M3.5 3.5 5 5M-3.5-3.5-5-5M-3.5 3.5-5 5",
  },
  // A fan.
  O: { dye: "M0 6.4-7-1.8A9 9 0 0 1 7-1.8Z", rib: "M0 5.4-3.2-4M0 5.4V-4.6M0 5.4 3.2-4" },
  // Two bamboo leaves.
  G: {
    dye:
      "M-1 6.6C-7 3.4-7-2.6-4.2-6.8-.4-3.4.8 1.8-1 6.6Z" +
      "M.8 6.4C.6 2 2.6-2 6.8-3.4 7.4.8 5.2 5.2.8 6.4Z",
  },
  // A pagoda's two roofs.
  R: {
    dye:
      "M0-7.2C1.4-4.8 3.6-3.4 6.2-2.8L4.8-.6H-4.8L-6.2-2.8C-3.6-3.4-1.4-4.8 0-7.2Z" +
      "M-3.6.8H3.6C4.4 2.4 5.8 3.2 7.4 3.6L6 6.2H-6L-7.4 3.6C-5.8 3.2-4.4 2.4-3.6.8Z",
  },
};

interface Tile {
  readonly side: number;
  /** Where each line of a tile begins, and how it goes on from there. */
  readonly lines: readonly (readonly [number, number, string])[];
}

const TILES: Readonly<Record<Colour, Tile>> = {
  V: { side: 24, lines: [[12, 8, "l1.4 2.6 2.6 1.4-2.6 1.4-1.4 2.6-1.4-2.6-2.6-1.4 2.6-1.4z"]] },
  Y: {
    side: 18,
    lines: [
      [4, 5, "h.01"],
      [13, 14, "h.01"],
    ],
  },
  O: {
    side: 22,
    lines: [
      [0, 11, "a11 11 0 0 1 22 0"],
      [-11, 22, "a11 11 0 0 1 22 0"],
    ],
  },
  G: {
    side: 20,
    lines: [
      [3, 9, "l5-6"],
      [13, 19, "l5-6"],
    ],
  },
  R: {
    side: 20,
    lines: [
      [0, 7, "l5-3 5 3 5-3 5 3"],
      [0, 17, "l5-3 5 3 5-3 5 3"],
    ],
  },
};

/** The lattice on the backs of cards. */
const LATTICE: Tile = {
  side: 24,
  lines: [
    [0, 8, "h8v-8"],
    [16, 0, "v8h8"],
    [24, 16, "h-8v8"],
    [8, 24, "v-8h-8"],
    [4, 4, "h4v4"],
    [20, 20, "h-4v-4"],
  ],
};

/** A colour's pattern over a whole area, as one path. */
export function patternPath(colour: Colour, width: number, height: number): string {
  return tiled(TILES[colour], width, height);
}

export const BACK_PATTERN = tiled(LATTICE, 90, 134);

function tiled({ side, lines }: Tile, width: number, height: number): string {
  const [columns, rows] = [Math.ceil(width / side) + 1, Math.ceil(height / side)];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [left, top] = [(index % columns) * side, Math.floor(index / columns) * side];
    return lines.map(([x, y, line]) => `M${left + x} ${top + y}${line}`).join("");
  }).join("");
}

/** How thick a pattern's lines are: those of yellow are dots. */
export function patternWeight(colour: Colour): number {
  return colour === "Y" ? 3.4 : 1.5;
}

/** Custom properties with the light and the deep shade of a colour. */
export function tintOf(colour: Colour): string {
  return `var(--card-tint-${colour.toLowerCase()})`;
}

export function dyeOf(colour: Colour): string {
  return `var(--card-dye-${colour.toLowerCase()})`;
}
