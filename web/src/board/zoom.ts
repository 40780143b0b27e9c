/** The geometry of looking at the board: pure functions on a camera. */

import type { Point } from "./types";

/** A point of the map lies at `map * k + (x, y)` pixels in the window. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** The smallest and the largest scale. */
export interface Limits {
  readonly least: number;
  readonly most: number;
}

export function toMap(camera: Camera, [x, y]: Point): Point {
  return [(x - camera.x) / camera.k, (y - camera.y) / camera.k];
}

export function toWindow(camera: Camera, [x, y]: Point): Point {
  return [x * camera.k + camera.x, y * camera.k + camera.y];
}

/** Shows all of a box, centred. */
export function fit(window: Size, box: Box): Camera {
  return centred(window, box, Math.min(window.width / box.width, window.height / box.height));
}

/** Fills the window with a box, centred. */
export function cover(window: Size, box: Box): Camera {
  return centred(window, box, Math.max(window.width / box.width, window.height / box.height));
}

/** Centres a box at a given scale. */
export function centred(window: Size, box: Box, k: number): Camera {
  return {
    x: window.width / 2 - (box.x + box.width / 2) * k,
    y: window.height / 2 - (box.y + box.height / 2) * k,
    k,
  };
}

/** Zooms by a factor; what is under `point` of the window stays there. */
export function zoomed(camera: Camera, point: Point, factor: number, limits: Limits): Camera {
  const k = within(camera.k * factor, limits);
  const [x, y] = toMap(camera, point);
  return { x: point[0] - x * k, y: point[1] - y * k, k };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

type Fingers = readonly [Point, Point];

/** Follows two fingers: what was between them stays between them. */
export function pinched(camera: Camera, from: Fingers, to: Fingers, limits: Limits): Camera {
  const factor = spread(to) / Math.max(1, spread(from));
  const [before, after] = [middle(from), middle(to)];
  const moved = panned(camera, after[0] - before[0], after[1] - before[1]);
  return zoomed(moved, after, factor, limits);
}

function spread([a, b]: Fingers): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function middle([a, b]: Fingers): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** Keeps a box in the window: small ones stay centred, large ones fill it. */
export function bounded(camera: Camera, window: Size, box: Box): Camera {
  return {
    x: boundedAlong(camera.x, camera.k, window.width, box.x, box.width),
    y: boundedAlong(camera.y, camera.k, window.height, box.y, box.height),
    k: camera.k,
  };
}

function boundedAlong(
  at: number,
  k: number,
  window: number,
  start: number,
  length: number,
): number {
  const [low, high] = [window - (start + length) * k, -start * k];
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, at));
}

/** Move as little as it takes to have a point of the map in the window, away from its edge. */
export function revealing(camera: Camera, window: Size, point: Point, margin: number): Camera {
  const [x, y] = toWindow(camera, point);
  return panned(camera, shift(x, window.width, margin), shift(y, window.height, margin));
}

function shift(at: number, length: number, margin: number): number {
  const edge = Math.min(margin, length / 2);
  return Math.min(Math.max(at, edge), length - edge) - at;
}

/** A camera between two others, for animation; zooms at a steady rate. */
export function between(from: Camera, to: Camera, share: number): Camera {
  const k = from.k * (to.k / from.k) ** share;
  const along = to.k === from.k ? share : (k - from.k) / (to.k - from.k);
  return { x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along, k };
}

export function within(value: number, { least, most }: Limits): number {
  return Math.min(most, Math.max(least, value));
}
