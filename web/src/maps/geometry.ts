/** Curves through points, and distances (`han.maps.geometry`). */
import type { Point } from "./model";
import { dist, distanceToSegment, least, length, type Segment as Leg } from "./plane";

/** A cubic Bézier: start, two controls, end. A straight one has its controls at its ends. */
export type Segment = readonly [Point, Point, Point, Point];
export type Curve = readonly Segment[];
export type Polyline = readonly Point[];
/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

/** A curve through all the points: Catmull-Rom in its centripetal form, without loops. */
export function smooth(points: Polyline, before?: Point, after?: Point): Curve {
  const first = before ?? mirror(points[1]!, points[0]!);
  const last = after ?? mirror(points.at(-2)!, points.at(-1)!);
  const line = [first, ...points, last];
  return line.slice(3).map((d, index) => {
    const [a, b, c] = [line[index]!, line[index + 1]!, line[index + 2]!];
    return [b, control(a, b, c), control(d, c, b), c];
  });
}

/** A smooth curve through all the points and back to the first. */
export const smoothClosed = (points: Polyline): Curve =>
  smooth([...points, points[0]!], points.at(-1), points[1]);

/** The polyline through the points, as a curve. */
export const straight = (points: Polyline): Curve =>
  legsOf(points).map(([start, end]) => [start, start, end, end]);

/** The same segment from its end to its start. */
export const reverse = ([start, first, second, end]: Segment): Segment => [
  ...([end, second, first, start] as const),
];

/** The stretches between points that follow each other. */
export const legsOf = (points: Polyline): Leg[] =>
  points.slice(1).map((end, index) => [points[index]!, end]);

/** The control point that leaves `at` towards `after`. */
function control(before: Point, at: Point, after: Point): Point {
  const [near, far] = [Math.sqrt(dist(at, after)), Math.sqrt(dist(before, at))];
  if (!far) return at; // a repeated point gives no direction
  const weights = [-near * near, 2 * far * far + 3 * far * near + near * near, far * far];
  const scale = 3 * far * (far + near);
  const [x, y] = mix(weights, [before, at, after]);
  return [x / scale, y / scale];
}

/** The point mirrored at a centre. */
export const mirror = (point: Point, centre: Point): Point => [
  2 * centre[0] - point[0],
  2 * centre[1] - point[1],
];

/** Points along a curve, including its ends: so many for each segment. */
export function sample(curve: Curve, pieces = 12): Point[] {
  const steps = [...Array(pieces).keys()];
  const points = curve.flatMap((segment) => steps.map((step) => pointAt(segment, step / pieces)));
  return [...points, curve.at(-1)![3]];
}

function pointAt(segment: Segment, t: number): Point {
  const s = 1 - t;
  return mix([s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t], segment);
}

/** The sum of points, each times its weight. */
function mix(weights: readonly number[], points: Polyline): Point {
  const along = (axis: 0 | 1) =>
    weights.reduce((sum, weight, index) => sum + weight * points[index]![axis], 0);
  return [along(0), along(1)];
}

/** From the point to the nearest place of a polyline. */
export const distance = (point: Point, line: Polyline): number =>
  least(legsOf(line).map((leg) => distanceToSegment(point, leg)));

/** From the point to a box; 0 inside it. */
export function distanceToBox([x, y]: Point, [left, top, right, bottom]: Box): number {
  return length([Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)]);
}
