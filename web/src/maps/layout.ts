/** Where the names and the alliances' seals of a map are printed, and sizes (`han.maps.layout`). */
import type { Arc, Borders } from "./borders";
import { distance, distanceToBox, sample, type Box, type Polyline } from "./geometry";
import type { GameMap, Point, Province } from "./model";
import { dist, least } from "./plane";

export const SPACE_RADIUS = 17;
export const DRAGON_RADIUS = 34;
export const SEAL_RADIUS = 13;
const LABEL_SIZE = 30;
const LABEL_WIDTH = 160;
/** Width of a letter, spacing included, as a share of its height. */
export const LETTER = 0.58;
/** The free distance around a seal, if possible. */
const GAP = 4;

/** How many characters a text has. */
export const lengthOf = (text: string): number => [...text].length;

const longest = (names: readonly string[]): number => -least(names.map((name) => -lengthOf(name)));

/** The height of the provinces' names: one for the whole map and all languages. */
export function labelSize({ provinces }: GameMap): number {
  const names = provinces.flatMap(({ name }) => Object.values(name));
  return Math.min(LABEL_SIZE, LABEL_WIDTH / LETTER / longest(names));
}

/** The box of a province's name in the language in which it is longest. */
function labelBox({ label: [x, y], name }: Province, size: number): Box {
  const width = longest(Object.values(name)) * size * LETTER;
  return [x - width / 2, y - size / 2, x + width / 2, y + size / 2];
}

interface Choice {
  cost: number;
  place: Point;
}

/**
 * Where each alliance's number is printed: on the border of its two provinces.
 *
 * As near as possible to the straight line between their dragons, but where it overlaps nothing;
 * if there is no such place, where it overlaps least. For provinces that share no border it is
 * halfway between their dragons.
 */
export function placeSeals(map: GameMap, borders: Borders): Point[] {
  const seals: Point[] = [];
  const dragons = new Map(map.provinces.map(({ id, dragon }) => [id, dragon]));
  const clear = clearanceOf(map);
  for (const [first, second] of map.alliances) {
    const way: [Point, Point] = [dragons.get(first)!, dragons.get(second)!];
    const choices = borders.between(first, second).flatMap((arc) =>
      sample(arc.curve, 24).map((place): Choice => {
        const free = freeDistance(place, arc, clear, seals);
        return { cost: sealCost(place, way, free), place };
      }),
    );
    seals.push(choices.length ? choices.reduce(better).place : halfway(...way));
  }
  return seals;
}

/** The cheaper one; of two equal ones that farther to the left, or to the top. */
function better(one: Choice, other: Choice): Choice {
  const [mine, theirs] = [one, other].map(({ cost, place }) => [cost, ...place]);
  const differing = mine!.findIndex((value, index) => value !== theirs![index]);
  return differing < 0 || mine![differing]! < theirs![differing]! ? one : other;
}

const halfway = (start: Point, end: Point): Point => [
  (start[0] + end[0]) / 2,
  (start[1] + end[1]) / 2,
];

const sealCost = (place: Point, way: Polyline, free: number): number =>
  1000 * Math.max(0, SEAL_RADIUS + GAP - free) + distance(place, way);

/** The free distance around a place on an arc; junctions, with three provinces, have none. */
function freeDistance(place: Point, arc: Arc, clear: Clearance, seals: readonly Point[]): number {
  const ends = [dist(place, arc.curve[0]![0]), dist(place, arc.curve.at(-1)![3])];
  return least([...ends, clear(place), ...seals.map((seal) => dist(place, seal) - SEAL_RADIUS)]);
}

/** From a place to the nearest space, dragon, road or name. */
export type Clearance = (place: Point) => number;

/** That function of a map. */
export function clearanceOf(map: GameMap): Clearance {
  const spaces = new Map(map.spaces.map(({ id, at }) => [id, at]));
  const roads = map.roads.map(([start, end]) => [spaces.get(start)!, spaces.get(end)!]);
  const size = labelSize(map);
  const boxes = map.provinces.map((province) => labelBox(province, size));
  return (place) =>
    least([
      ...map.spaces.map(({ at }) => dist(place, at) - SPACE_RADIUS),
      ...map.provinces.map(({ dragon }) => dist(place, dragon) - DRAGON_RADIUS),
      ...roads.map((road) => distance(place, road)),
      ...boxes.map((box) => distanceToBox(place, box)),
    ]);
}
