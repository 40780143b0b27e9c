/** Where something is shown beside a place of the window: near it, within the window, not over it. */

import type { Point } from "./types";
import type { Size } from "./zoom";

/** How far it stays from the place, and from the window's edge, in pixels. */
const GAP = 10;
const EDGE = 4;

/** What it is shown beside: a point of the window, and how far the place reaches around it. */
export interface Anchor {
  readonly at: Point;
  readonly reach: number;
}

/** The upper left corner: above the place, or where else there is room; else where there is most. */
export function beside({ at: [x, y], reach }: Anchor, box: Size, window: Size): Point {
  const away = reach + GAP;
  const sides = [
    { room: y - away - box.height, at: [x - box.width / 2, y - away - box.height] },
    { room: window.height - y - away - box.height, at: [x - box.width / 2, y + away] },
    { room: window.width - x - away - box.width, at: [x + away, y - box.height / 2] },
    { room: x - away - box.width, at: [x - away - box.width, y - box.height / 2] },
  ] as const;
  const best =
    sides.find(({ room }) => room >= EDGE) ?? sides.toSorted((a, b) => b.room - a.room)[0]!;
  return [kept(best.at[0], box.width, window.width), kept(best.at[1], box.height, window.height)];
}

function kept(at: number, length: number, window: number): number {
  return Math.max(EDGE, Math.min(at, window - length - EDGE));
}
