/** Reads and dyes the board's drawing, which the server makes (han.maps.svg). */

import { Atlas } from "./places";
import type { MapData, Point } from "./types";

/** The drawing's colours, and the custom properties that take their places. */
export const PALETTE: Readonly<Record<string, string>> = {
  "#f0e4c9": "paper",
  "#2e2a25": "ink",
  "#ad2f26": "seal",
  "#abc0ba": "water",
  "#6f8f8b": "shore",
  "#cdb78f": "stone",
  "#f8efd9": "silk",
  "#fbf4e2": "plot",
  "#f6ebd2": "road",
  "#d5e2de": "quay",
  "#fbeedb": "seal-text",
  "#93a57a": "leaf",
  "#3f5d5b": "water-text",
  "#7a5a20": "weave",
  "#5b4218": "age",
  "#c6b1cf": "tint-v",
  "#efdc9c": "tint-y",
  "#e6b384": "tint-o",
  "#b4c59a": "tint-g",
  "#d79c90": "tint-r",
  "#6a3f7d": "dye-v",
  "#a67a0a": "dye-y",
  "#b4541a": "dye-o",
  "#4c6b2d": "dye-g",
  "#94291f": "dye-r",
};

/** The drawing with each colour behind a custom property, so that a theme can change it. */
export function dyed(svg: string): string {
  return svg.replace(/#[0-9a-f]{6}\b/gi, (hex) => {
    const name = PALETTE[hex.toLowerCase()];
    return name ? `var(--map-${name},${hex})` : hex;
  });
}

/** What the overlay needs to know of a drawing. */
export interface Outlines {
  /** The data of each province's outline. */
  readonly provinces: ReadonlyMap<string, string>;
  /** Where the alliances' numbers are stamped, in order. */
  readonly seals: readonly Point[];
  /** Which part of the drawing's width lies left of a legend at its foot; all of it without one. */
  readonly beforeLegend: number;
}

/** A map with its drawing, and with what is read from it once. */
export interface DrawnMap {
  readonly map: MapData;
  /** The drawing as the server makes it. */
  readonly svg: string;
  readonly outlines: Outlines;
  readonly atlas: Atlas;
}

export function drawnMap(map: MapData, svg: string): DrawnMap {
  const outlines = readOutlines(svg, map);
  return { map, svg, outlines, atlas: new Atlas(map, outlines.seals) };
}

export function readOutlines(svg: string, map: MapData): Outlines {
  const provinces = new Map(map.provinces.map(({ id }) => [id, outline(svg, id)] as const));
  const seals = map.alliances.map((_, index) => seal(svg, map, index));
  return { provinces, seals, beforeLegend: beforeLegend(svg, map) };
}

/** At the foot of the drawing is the board's foot, where its buttons are. */
function beforeLegend(svg: string, { canvas: [width, height] }: MapData): number {
  const scroll = /id="legend"><rect x="(\d+)" y="(\d+)" width="\d+" height="(\d+)"/;
  const [x, y, length] = (svg.match(scroll)?.slice(1) ?? []).map(Number);
  const isLow = Number(y) + Number(length) > 0.85 * height;
  return isLow ? Number(x) / width : 1;
}

function outline(svg: string, id: string): string {
  const at = svg.indexOf(` id="province-${id}"`);
  const tag = svg.slice(svg.lastIndexOf("<", at), svg.indexOf(">", at));
  return tag.match(/ d="([^"]*)"/)?.[1] ?? "";
}

/** A thread runs from dragon to seal to dragon; its middle is the seal. */
function seal(svg: string, map: MapData, index: number): Point {
  const number = "(-?[\\d.]+)[ ,](-?[\\d.]+)";
  const thread = new RegExp(`id="alliance-${index + 1}"><path d="M${number}L${number}L`);
  const [, , , x, y] = svg.match(thread) ?? [];
  return x && y ? [Number(x), Number(y)] : halfway(map, index);
}

function halfway(map: MapData, index: number): Point {
  const ends = map.provinces.filter(({ id }) => map.alliances[index]?.includes(id));
  const [a, b] = ends.map(({ dragon }) => dragon);
  return a && b ? [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] : [0, 0];
}
