/** The title and the legend of a map, each drawn on a scroll (`han.maps.svg_legend`). */
import { pairKey } from "./borders";
import { LETTER, lengthOf } from "./layout";
import { COLOURS, type GameMap, type Point, type Province } from "./model";
import { repr } from "./numbers";
import { element, group, lineData, text, use, type Attributes } from "./svg_elements";
import { borderPlot, housePlot, medallion, portPlot, road, seal } from "./svg_marks";
import { rampart, type DrawingContext } from "./svg_scenery";
import { wrap } from "./wrap";

/** The message of a sign's term. */
export type TermOf = (term: string) => string;

/** The term of each sign in the legend. */
const TERMS: Readonly<Record<string, string>> = {
  house: "house_space",
  port: "port",
  border: "border_space",
  dragon: "emissaries",
  road: "road",
  alliance: "alliance",
  wall: "no_alliance",
};

export type Corners = readonly [Point, Point];

/** The greatest font size of the legend's words. */
const ENTRY_SIZE = 16;
/** The line spacing of a title, as a multiple of its font size. */
const LEADING = 1.16;

/** The map's name on a scroll, wrapped and as large as it fits. */
export function drawTitle({ map, lang }: DrawingContext, corners: Corners): string {
  const [[left, top], [right, bottom]] = corners;
  const [size, lines] = fit(map.name[lang], right - left - 40, bottom - top - 22);
  const first = (top + bottom) / 2 + size * (0.34 - (LEADING * (lines.length - 1)) / 2);
  const words = lines.map((line, index) =>
    text(line, [(left + right) / 2, first + LEADING * size * index], {
      class: "title",
      "font-size": size,
    }),
  );
  return group({ id: "title" }, scroll(corners, false), ...words);
}

/** The largest font size at which the wrapped words fit into a box, and their lines. */
function fit(words: string, width: number, height: number): [number, string[]] {
  for (let size = 30; ; size--) {
    const lines = wrap(words, Math.max(1, Math.trunc(width / size / LETTER)));
    const widest = Math.max(...lines.map(lengthOf)) * size * LETTER;
    const isFitting = widest <= width && lines.length * size * LEADING <= height;
    if (isFitting || size === 11) return [size, lines];
  }
}

/** The legend of the signs on this map. */
export function drawLegend(context: DrawingContext, corners: Corners, termOf: TermOf): string {
  const [[left, top], [right, bottom]] = corners;
  const rows = [...entriesOf(context)].map((entry) => [entry, termOf(termFor(entry))] as const);
  const size = entrySize(
    rows.map(([, word]) => word),
    right - left - 62,
  );
  const step = (bottom - top - 44) / rows.length;
  const entries = rows.flatMap(([entry, word], index) => {
    const y = top + 22 + step * (index + 0.5);
    const look = { class: "entry", "font-size": size };
    return [sign(entry, [left + 30, y], context.map), text(word, [left + 54, y + 5.5], look)];
  });
  return group({ id: "legend" }, scroll(corners, true), ...entries);
}

/** The font size at which all words fit: one for the whole legend. */
function entrySize(words: readonly string[], width: number): number {
  const longest = Math.max(...words.map(lengthOf));
  return Math.round(10 * Math.min(ENTRY_SIZE, width / LETTER / longest)) / 10;
}

const termFor = (entry: string): string =>
  TERMS[entry] ?? `colour_${entry.charAt(0).toUpperCase()}`;

function* entriesOf({ map, borders }: DrawingContext): Generator<string> {
  yield "house";
  if (map.spaces.some(({ port }) => port)) yield "port";
  if (map.spaces.some(({ provinces }) => provinces.length === 2)) yield "border";
  yield* ["dragon", "road", "alliance"];
  const allied = new Set(map.alliances.map(pairKey));
  if ([...borders.neighbours()].some((pair) => !allied.has(pair))) yield "wall";
  yield* COLOURS;
}

function sign(entry: string, at: Point, map: GameMap): string {
  const [x, y] = at;
  if (COLOURS.includes(entry)) return use(`glyph-${entry}`, at, 1.3);
  if (entry === "house") return housePlot(at);
  if (entry === "port") return portPlot(at);
  if (entry === "border") return borderPlot(at, ...someNeighbours(map));
  if (entry === "road") return road([x - 20, y], [x + 20, y]);
  if (entry === "alliance") return seal(at, "1");
  if (entry === "dragon") {
    const transform = `translate(${repr(x)} ${repr(y)}) scale(0.5)`;
    return group({ transform }, medallion([0, 0], "violet"));
  }
  const line: Point[] = [
    [x - 18, y],
    [x + 18, y],
  ];
  return rampart(lineData(line), 8);
}

function someNeighbours(map: GameMap): [Province, Province] {
  const provinces = new Map(map.provinces.map((province) => [province.id, province]));
  const shared = map.spaces.find((space) => space.provinces.length === 2)!;
  return shared.provinces.map((id) => provinces.get(id)!) as [Province, Province];
}

/** A scroll: a sheet between two rollers, above and below it or at its sides. */
function scroll([[left, top], [right, bottom]]: Corners, isHanging: boolean): string {
  const sheet = box([left, top, right, bottom], { class: "silk" });
  const frame = box([left + 6, top + 6, right - 6, bottom - 6], { class: "ink fine faint" });
  const edge = box([left, top, right, bottom], { class: "ink fine" });
  const rollers: Sides[] = isHanging
    ? [top, bottom].map((y) => [left - 8, y - 6, right + 8, y + 6])
    : [left, right].map((x) => [x - 6, top - 7, x + 6, bottom + 7]);
  const bars = rollers.map((bar) => {
    return box(bar, { rx: 5, class: "lacquer" }) + box(bar, { rx: 5, class: "ink fine" });
  });
  return sheet + frame + edge + bars.join("");
}

type Sides = readonly [number, number, number, number];

const box = ([left, top, right, bottom]: Sides, attributes: Attributes): string =>
  element("rect", {
    ...{ x: left, y: top, width: right - left, height: bottom - top },
    ...attributes,
  });
