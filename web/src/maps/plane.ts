/** Segments and polygons in the plane, for the checks of maps (`han.maps.plane`). */
import type { Point } from "./model";

export type Segment = readonly [Point, Point];
export type Outline = readonly Point[];

/** A distance in pixels that is too small to be seen in a drawing. */
const TOUCH = 0.01;
const SPLIT = 134_217_729;

/**
 * The distance of two points, with the bits of Python's `math.dist`.
 *
 * Squares are exact sums of two numbers, and the root is corrected by what is left over. Other ways
 * differ in the last bit, so that of two equally good places another one might be chosen.
 */
export function dist(one: Point, other: Point): number {
  return length([one[0] - other[0], one[1] - other[1]]);
}

/** The length of a vector. */
export function length(vector: readonly number[]): number {
  const largest = Math.max(...vector.map(Math.abs));
  if (largest === 0) return 0;
  const scale = 2 ** -(Math.floor(Math.log2(largest)) + 1);
  let [sum, low, rest] = [1, 0, 0];
  const add = (high: number, lower: number) => {
    const more = sum + high;
    rest += high - (more - sum);
    low += lower;
    sum = more;
  };
  for (const part of vector) add(...product(part * scale, part * scale));
  let root = Math.sqrt(sum - 1 + (low + rest));
  add(...product(-root, root));
  root += (sum - 1 + (low + rest)) / (2 * root);
  return root / scale;
}

/** A product as the sum of what fits and what is left over. */
function product(one: number, other: number): [number, number] {
  const [oneHigh, oneLow] = halves(one);
  const [otherHigh, otherLow] = halves(other);
  const high = one * other;
  const middle = oneHigh * otherLow + oneLow * otherHigh;
  return [high, oneHigh * otherHigh - high + middle + oneLow * otherLow];
}

function halves(number: number): [number, number] {
  const large = number * SPLIT;
  const high = large - (large - number);
  return [high, number - high];
}

/** On which side of a line a point is: -1, 1, or 0 within a tolerance of it. */
function side(point: Point, line: Segment, tolerance: number): number {
  const [[ax, ay], [bx, by]] = line;
  const area = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax);
  if (Math.abs(area) <= tolerance * dist(...line)) return 0;
  return area > 0 ? 1 : -1;
}

/** Whether two segments cross; touching is not crossing. */
export const crosses = (one: Segment, other: Segment, tolerance = 0): boolean =>
  areNear(one, other) &&
  side(one[0], other, tolerance) * side(one[1], other, tolerance) < 0 &&
  side(other[0], one, tolerance) * side(other[1], one, tolerance) < 0;

/** Whether segments may come as near as `TOUCH`: a quick look before the exact one. */
const areNear = (one: Segment, other: Segment): boolean =>
  isNearAlong(0, one, other) && isNearAlong(1, one, other);

const isNearAlong = (axis: 0 | 1, [a, b]: Segment, [c, d]: Segment): boolean =>
  Math.max(a[axis], b[axis]) + TOUCH >= Math.min(c[axis], d[axis]) &&
  Math.max(c[axis], d[axis]) + TOUCH >= Math.min(a[axis], b[axis]);

/** How far a point is from the nearest point of a segment. */
export function distanceToSegment(point: Point, [[ax, ay], [bx, by]]: Segment): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const along = square ? ((point[0] - ax) * dx + (point[1] - ay) * dy) / square : 0;
  const part = Math.min(1, Math.max(0, along));
  return dist(point, [ax + part * dx, ay + part * dy]);
}

/** The sides of a polygon, the one that closes it last. */
export const edges = (outline: Outline): Segment[] =>
  outline.map((start, index) => [start, outline[(index + 1) % outline.length]!]);

/** How far a point is from the nearest side of a polygon, inside or out. */
export const distanceToOutline = (point: Point, outline: Outline): number =>
  least(edges(outline).map((edge) => distanceToSegment(point, edge)));

/** Whether a point is in a polygon; counts the sides that a ray to the right crosses. */
export function isInside([x, y]: Point, outline: Outline): boolean {
  let inside = false;
  for (const [[ax, ay], [bx, by]] of edges(outline)) {
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
}

/** Whether an outline is a simple polygon: three or more different corners, no crossing. */
export function isPolygon(outline: Outline): boolean {
  const corners = new Set(outline.map(keyOf));
  return corners.size >= 3 && corners.size === outline.length && !findSelfCrossing(outline);
}

/** The numbers of two sides of a polygon that meet elsewhere than in a common corner. */
export function findSelfCrossing(outline: Outline): [number, number] | null {
  const sides = edges(outline);
  for (const [first, one] of sides.entries()) {
    for (let second = first + 1; second < sides.length; second++) {
      const other = sides[second]!;
      const meet = crosses(one, other) || touches(one, other) || touches(other, one);
      if (meet) return [first, second];
    }
  }
  return null;
}

/** Whether an end of one segment lies on the other, but not on its ends. */
const touches = (one: Segment, other: Segment): boolean =>
  areNear(one, other) &&
  one.some(
    (end) => !other.some((corner) => same(corner, end)) && distanceToSegment(end, other) < TOUCH,
  );

export const same = (one: Point, other: Point): boolean =>
  one[0] === other[0] && one[1] === other[1];

/** A point as a key; nought has one key, whatever its sign. */
export const keyOf = ([x, y]: Point): string => `${x + 0},${y + 0}`;

/** The smallest of some numbers, of which there may be many. */
export const least = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Infinity);

/** All pairs of different items, in order. */
export function* pairsOf<Item>(items: readonly Item[]): Generator<[Item, Item]> {
  for (const [index, one] of items.entries()) {
    for (let after = index + 1; after < items.length; after++) yield [one, items[after]!];
  }
}
