/** The scenery of a map: water, walls, mountains and small drawings (`han.maps.svg_scenery`). */
import type { Language } from "../text/catalogue";
import type { Borders } from "./borders";
import { sample, smooth, smoothClosed, straight, type Curve, type Polyline } from "./geometry";
import { clearanceOf, lengthOf, type Clearance } from "./layout";
import type { GameMap, Point, Scenery } from "./model";
import { dist, least } from "./plane";
import {
  curveData,
  element,
  escape,
  group,
  lineData,
  path,
  text,
  use,
  type Attributes,
} from "./svg_elements";
import { colours } from "./svg_style";

const { ink, shore, stone, water } = colours;

/** What the functions that draw a map need. */
export interface DrawingContext {
  map: GameMap;
  borders: Borders;
  lang: Language;
}

const STANDING: readonly string[] = [
  ...["armillary", "banner", "book", "compass", "dunes", "fields", "halls", "kiln"],
  ...["pagoda", "peaks", "ships", "silo", "stall", "trees"],
];
/** Kinds of scenery that need at least three points. */
const LINES: readonly string[] = ["lake", "moat", "mountains", "pond", "river", "sea", "wall"];

type Drawer = (context: DrawingContext, scenery: Scenery) => string;
type Drawers = ReadonlyMap<string, Drawer>;

/** The waters below the provinces. */
export const drawWaters = (context: DrawingContext): string => draw(context, WATERS);

/** The scenery on the provinces and beside them; unknown kinds are left out. */
export const drawScenery = (context: DrawingContext): string => draw(context, THINGS);

/** Walls with their towers and gates, over the borders. */
export const drawWalls = (context: DrawingContext): string => draw(context, WALLS);

function draw(context: DrawingContext, drawers: Drawers): string {
  const drawn = context.map.scenery.map((scenery) => {
    const { kind, points } = scenery;
    const isShort = LINES.includes(kind) && points.length <= 2;
    return isShort ? "" : (drawers.get(kind)?.(context, scenery) ?? "");
  });
  return drawn.join("");
}

const sea: Drawer = (context, { points }) => {
  const shape = curveData(smoothClosed(points), true);
  const clip = element("clipPath", { id: "sea" }, path(shape, {}));
  const coasts = context.borders.outside().map(({ curve }) => curveData(curve));
  const surface = path(shape, { fill: "url(#waves)" });
  const lines = waterlines([shape, ...coasts]);
  return clip + group({ "clip-path": "url(#sea)", class: "sea" }, surface, lines);
};

/**
 * Lines that follow a shore at three distances, as on engraved maps.
 *
 * Each line is the visible edge of a broad stroke whose inner part is covered by water. The half on
 * the land is covered by the provinces.
 */
function waterlines(shores: readonly string[]): string {
  const strokes = [
    [24, 0.35],
    [15, 0.5],
    [7, 0.7],
  ].map(([away, strength]) => {
    const line = again("shore", 2 * away! + 1.2, shore, strength!);
    return line + again("shore", 2 * away! - 1.2, water, 1);
  });
  const line = path(shores.join(""), { id: "shore", fill: "none" });
  return element("defs", {}, line) + strokes.join("");
}

const again = (name: string, width: number, stroke: string, opacity: number): string =>
  element("use", { href: `#${name}`, stroke, "stroke-width": width, opacity });

const moat: Drawer = (_, { points }) => {
  const shape = lineData(points, true);
  return stroked(shape, 24, ink) + stroked(shape, 20, water) + stroked(shape, 1, shore);
};

const river: Drawer = (context, scenery) => {
  const curve = smooth(scenery.points);
  const data = curveData(curve);
  const line = stroked(data, 9, shore) + stroked(data, 6, water);
  return line + (scenery.name ? riverName(context, scenery, sample(curve)) : "");
};

/** A river's name along the stretch with the most free space. */
function riverName({ map, lang }: DrawingContext, scenery: Scenery, line: Polyline): string {
  const name = scenery.name![lang];
  const stretch = quietStretch(clearanceOf(map), line, 11 * lengthOf(name));
  const step = Math.max(1, Math.floor(stretch.length / 6));
  const above = stretch.filter((_, index) => index % step === 0).map(([x, y]): Point => [x, y - 9]);
  const id = `river-${map.scenery.findIndex((one) => areEqual(one, scenery))}`;
  const words = element("textPath", { href: `#${id}`, startOffset: "50%" }, escape(name));
  const course = path(curveData(smooth(above)), { id, fill: "none" });
  return course + element("text", { class: "water-name" }, words);
}

const areEqual = (one: Scenery, other: Scenery): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The part of a line, so wide, that is farthest from the elements of the game. */
function quietStretch(clear: Clearance, line: Polyline, width: number): Polyline {
  const found = [...stretches(line, width)];
  const parts = found.length ? found : [line];
  const free = parts.map((part) => least(part.filter((_, index) => index % 3 === 0).map(clear)));
  return parts[free.indexOf(Math.max(...free))]!;
}

function* stretches(line: Polyline, width: number): Generator<Polyline> {
  const along = [0];
  for (const [index, end] of line.slice(1).entries())
    along.push(along.at(-1)! + dist(line[index]!, end));
  for (let start = 0; start < line.length; start += 4) {
    const end = along.findIndex((at) => at >= along[start]! + width);
    if (end >= 0 && line[end]![0] - line[start]![0] > 0.8 * width) yield line.slice(start, end + 1);
  }
}

const named: Drawer = ({ lang }, { name, points }) => {
  const words = name ? name[lang] : "";
  return points.map((at) => text(words, at, { class: "water-name" })).join("");
};

const lake: Drawer = (context, scenery) => {
  const data = curveData(closed(context, scenery), true);
  const ripple = stroked(data, 1.2, shore);
  return path(data, { fill: "url(#waves)" }) + ripple + path(data, { class: "ink coast" });
};

/** A closed outline; along borders it uses their arcs. */
const closed = ({ borders }: DrawingContext, { points }: Scenery): Curve =>
  borders.outline(points) ?? smoothClosed(points);

const mountains: Drawer = (context, scenery) =>
  path(curveData(closed(context, scenery), true), { fill: stone, opacity: 0.75 });

/** Small drawings, from top to bottom; their sizes and directions vary deterministically. */
const standing: Drawer = (_, { kind, points }) =>
  points
    .toSorted((one, other) => one[1] - other[1])
    .map((at, index) => use(kind, at, sizeOf(kind, index), index % 3 === 1))
    .join("");

const sizeOf = (kind: string, index: number): number =>
  ["peaks", "trees", "dunes"].includes(kind) ? [1, 0.82, 1.14, 0.9][index % 4]! : 1;

const wall: Drawer = ({ map }, { points }) => {
  const curve = map.outlines === "curved" ? smooth(points) : straight(points);
  return group({ class: "wall" }, rampart(curveData(curve), 11));
};

/** A wall seen from above, with merlons on both its sides. */
export const rampart = (data: string, width: number): string =>
  [
    stroked(data, width + 4, ink, { "stroke-dasharray": "4 5", "stroke-linecap": "butt" }),
    stroked(data, width, ink),
    stroked(data, width - 3, stone),
    stroked(data, 1, ink, { opacity: 0.4 }),
  ].join("");

const stroked = (
  data: string,
  width: number,
  stroke: string,
  attributes: Attributes = {},
): string =>
  path(data, {
    ...{ fill: "none", stroke, "stroke-width": width },
    ...{ "stroke-linejoin": "round", "stroke-linecap": "round" },
    ...attributes,
  });

const WATERS: Drawers = new Map([
  ["sea", sea],
  ["moat", moat],
]);
const THINGS: Drawers = new Map([
  ["river", river],
  ["lake", lake],
  ["pond", lake],
  ["mountains", mountains],
  ["name", named],
  ...STANDING.map((kind) => [kind, standing] as const),
]);
const WALLS: Drawers = new Map([
  ["wall", wall],
  ["tower", standing],
  ["gate", standing],
]);
