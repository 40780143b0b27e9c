/** What a click or a tap points at: the nearest place, targets first. */

import { distance, touched, type Atlas, type Spot } from "./places";
import { placeKey } from "./targets";
import type { Place, Point, Target } from "./types";
import { toMap, type Camera } from "./zoom";

/** Half of 44 pixels: what a finger can hit. */
export const FINGER = 22;
/** Two targets nearer than this, in pixels, cannot be told apart by a finger. */
const CROWDED = 30;

export interface Pointed {
  readonly place: Place | null;
  /** Whether a finger may as well have meant the next place. */
  readonly isCrowded: boolean;
}

export function pointedAt(
  atlas: Atlas,
  targets: readonly Target[],
  camera: Camera,
  pixel: Point,
): Pointed {
  const point = toMap(camera, pixel);
  const spots = targets.flatMap(({ place }) => atlas.spot(place) ?? []);
  const [first, second] = touched(spots, point, FINGER / camera.k);
  if (first) return { place: first.place, isCrowded: areCrowded(first, second, camera.k) };
  const other = touched(atlas.spots, point, FINGER / 2 / camera.k)[0];
  return { place: other?.place ?? null, isCrowded: false };
}

function areCrowded(first: Spot, second: Spot | undefined, k: number): boolean {
  return second !== undefined && distance(first.at, second.at) * k < CROWDED;
}

/** Where an event happened, in pixels of an element. */
export function pixelOf(root: HTMLElement | undefined, event: MouseEvent): Point {
  const { left, top } = root?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return [event.clientX - left, event.clientY - top];
}

/** What an event in the window means, down to the province whose ground was hit. */
export function placeUnder(
  root: HTMLElement,
  atlas: Atlas,
  targets: readonly Target[],
  camera: Camera,
  event: MouseEvent,
): Pointed {
  const own = targetHit(targets, event);
  if (own && event.detail === 0 && event.type === "click") return { place: own, isCrowded: false };
  const found = pointedAt(atlas, targets, camera, pixelOf(root, event));
  if (found.place) return found;
  return { place: own ?? provinceUnder(root, event.clientX, event.clientY), isCrowded: false };
}

/** The target whose drawing was hit: its price lies beside it, and some click without a pointer. */
function targetHit(targets: readonly Target[], event: MouseEvent): Place | null {
  const button = event.target instanceof Element ? event.target.closest("[data-place]") : null;
  const key = button?.getAttribute("data-place");
  return targets.find(({ place }) => placeKey(place) === key)?.place ?? null;
}

/** The province under a point of the page, asked of the drawing itself. */
function provinceUnder(root: HTMLElement, x: number, y: number): Place | null {
  const paths = root.querySelectorAll<SVGPathElement>('path[id^="province-"]');
  for (const path of paths) {
    const matrix = path.getScreenCTM();
    if (matrix && path.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse())))
      return { kind: "province", id: path.id.slice("province-".length) };
  }
  return null;
}
