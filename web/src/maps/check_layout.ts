/** Faults of the drawing: what lies outside, too close, or across something else
 * (`han.maps.check_layout`). */
import type { Draft, DraftItem, Pair } from "./draft";
import type { MapFault } from "./fault";
import type { Path } from "./line_numbers";
import type { Point } from "./model";
import {
  crosses,
  dist,
  distanceToOutline,
  distanceToSegment,
  edges,
  findSelfCrossing,
  isInside,
  pairsOf,
  same,
  type Outline,
  type Segment,
} from "./plane";

const TOLERANCE = 1;
/** Pixels between the centres of two spaces, so that their houses do not overlap. */
const SPACE_GAP = 30;
/** Pixels between a road and a space that it only passes. */
const ROAD_GAP = 12;

/** Provinces and spaces are on the canvas; scenery may exceed it. */
export function* checkCanvasBounds(draft: Draft): Generator<MapFault> {
  const [width, height] = draft.values.canvas ?? [0, 0];
  if (width <= 0 || height <= 0) return;
  for (const [path, [x, y]] of pointsOf(draft)) {
    if (x >= 0 && x <= width && y >= 0 && y <= height) continue;
    yield draft.fault(path, "off_canvas", { x, y, width, height });
  }
}

/** An outline has at least three corners. */
export function* checkOutlineLengths(draft: Draft): Generator<MapFault> {
  for (const { province, outline, path } of outlinesOf(draft)) {
    if (outline.length >= 3) continue;
    yield draft.fault(path, "short_outline", { province, points: outline.length });
  }
}

/** The corners of an outline are all different. */
export function* checkOutlinePoints(draft: Draft): Generator<MapFault> {
  for (const { province, outline, path } of outlinesOf(draft)) {
    for (const [index, point] of outline.entries()) {
      const earlier = outline.findIndex((one) => same(one, point));
      if (earlier >= index) continue;
      const params = { province, first: String(earlier + 1), second: String(index + 1) };
      yield draft.fault([...path, index], "repeated_point", params);
    }
  }
}

/** An outline does not cross or touch itself. */
export function* checkOutlineCrossings(draft: Draft): Generator<MapFault> {
  for (const { province, outline, path } of outlinesOf(draft)) {
    const sides = findSelfCrossing(outline);
    if (!sides) continue;
    const [first, second] = sides.map((side) => String(side + 1)) as [string, string];
    yield draft.fault(path, "crossed_outline", { province, first, second });
  }
}

/** Provinces do not overlap. */
export function* checkOverlaps(draft: Draft): Generator<MapFault> {
  for (const [one, other] of pairsOf([...draft.drawn.values()])) {
    if (!overlap(one.values.outline!, other.values.outline!)) continue;
    const params = { province: other.label, other: one.label };
    yield draft.fault([...other.path, "outline"], "overlap", params);
  }
}

/** A dragon space lies in its province. */
export function* checkDragons(draft: Draft): Generator<MapFault> {
  for (const { path, label, values } of draft.drawn.values()) {
    if (!values.dragon || isInside(values.dragon, values.outline!)) continue;
    yield draft.fault([...path, "dragon"], "dragon_outside", { province: label });
  }
}

/** A space lies in its province, a border space on the border of both its provinces. */
export function* checkSpacePlaces(draft: Draft): Generator<MapFault> {
  for (const space of draft.spaces) {
    const provinces = [...new Set(space.values.provinces ?? [])];
    if (!space.values.at || provinces.length > 2) continue;
    for (const id of provinces) {
      const outline = draft.drawn.get(id)?.values.outline;
      if (outline) yield* misplaced(draft, space, id, outline, provinces.length === 2);
    }
  }
}

/** Spaces do not overlap. */
export function* checkSpaceGaps(draft: Draft): Generator<MapFault> {
  const placed = draft.spaces.filter(({ values }) => values.at);
  for (const [one, other] of pairsOf(placed)) {
    if (dist(one.values.at!, other.values.at!) >= SPACE_GAP) continue;
    const params = { space: other.label, other: one.label, least: SPACE_GAP };
    yield draft.fault([...other.path, "at"], "spaces_overlap", params);
  }
}

/** Roads meet at spaces only. */
export function* checkRoadCrossings(draft: Draft): Generator<MapFault> {
  for (const [one, other] of pairsOf(segmentsOf(draft))) {
    const isJoined = [...one.road.ends].some((end) => other.road.ends.has(end));
    if (isJoined || !crosses(one.segment, other.segment)) continue;
    const params = { road: other.road.label, other: one.road.label };
    yield draft.fault(other.road.path, "roads_cross", params);
  }
}

/** A road keeps away from spaces that it does not join. */
export function* checkPassedSpaces(draft: Draft): Generator<MapFault> {
  for (const { road, segment } of segmentsOf(draft)) {
    for (const [space, centre] of draft.centres) {
      if (road.ends.has(space) || distanceToSegment(centre, segment) >= ROAD_GAP) continue;
      const params = { road: road.label, space, least: ROAD_GAP };
      yield draft.fault(road.path, "road_over_space", params);
    }
  }
}

function* pointsOf(draft: Draft): Generator<[Path, Point]> {
  for (const { path, values } of [...draft.provinces, ...draft.spaces]) {
    for (const key of ["dragon", "label", "at"] as const) {
      if (values[key]) yield [[...path, key], values[key]];
    }
    for (const [index, point] of (values.outline ?? []).entries()) {
      yield [[...path, "outline", index], point];
    }
  }
}

function outlinesOf(draft: Draft): { province: string; outline: Outline; path: Path }[] {
  return draft.provinces.flatMap(({ label, path, values: { outline } }) =>
    outline ? [{ province: label, outline, path: [...path, "outline"] }] : [],
  );
}

/** Whether two outlines are the same, cross, or one reaches into the other. */
const overlap = (mine: Outline, theirs: Outline): boolean =>
  areSame(mine, theirs) ||
  haveCrossing(edges(mine), edges(theirs)) ||
  reachesInto(mine, theirs) ||
  reachesInto(theirs, mine);

const haveCrossing = (mine: Segment[], theirs: Segment[]): boolean =>
  mine.some((one) => theirs.some((other) => crosses(one, other, TOLERANCE)));

function areSame(one: Outline, other: Outline): boolean {
  const [mine, theirs] = [one, other].map((outline) =>
    outline.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by),
  ) as [Point[], Point[]];
  return mine.length === theirs.length && mine.every((point, index) => same(point, theirs[index]!));
}

/**
 * Whether a corner of one outline, or the middle of a side, is well inside the other.
 *
 * Middles are needed on maps with straight streets, where corners lie on sides of others.
 */
function reachesInto(inner: Outline, outer: Outline): boolean {
  const middles = edges(inner).map(([[ax, ay], [bx, by]]): Point => [(ax + bx) / 2, (ay + by) / 2]);
  return [...inner, ...middles].some(
    (point) => isInside(point, outer) && distanceToOutline(point, outer) > TOLERANCE,
  );
}

function* misplaced(
  draft: Draft,
  { path: item, label: space, values }: DraftItem,
  province: string,
  outline: Outline,
  isBorder: boolean,
): Generator<MapFault> {
  const [at, path] = [values.at!, [...item, "at"]];
  const isOnBorder = distanceToOutline(at, outline) <= TOLERANCE;
  if (isBorder && !isOnBorder) yield draft.fault(path, "off_border", { space, province });
  else if (!isOnBorder && !isInside(at, outline)) {
    yield draft.fault(path, "space_outside", { space, province });
  }
}

/** The roads that can be drawn, each once. */
function segmentsOf({ centres, roads }: Draft): { road: Pair; segment: Segment }[] {
  const drawn = new Map<string, Pair>();
  for (const road of roads) {
    if (road.ends.size === 2 && [...road.ends].every((end) => centres.has(end))) {
      drawn.set(road.key, road);
    }
  }
  return [...drawn.values()].map((road) => ({
    road,
    segment: [centres.get(road.first)!, centres.get(road.second)!],
  }));
}
