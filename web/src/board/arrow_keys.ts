/** Which place an arrow key leads to. */

import type { Spot } from "./places";
import type { Point } from "./types";

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function directionOf(key: string): Point | null {
  return DIRECTIONS[key] ?? null;
}

/**
 * The index of the point to go to from `from`, or -1. What lies aside counts double, so that
 * the way feels straight; what lies more aside than ahead is only taken when all else is behind.
 */
export function nextInDirection(points: readonly Point[], from: number, [dx, dy]: Point): number {
  const start = points[from];
  if (!start) return -1;
  const costs = points.map(([x, y], index) => {
    const [rx, ry] = [x - start[0], y - start[1]];
    const ahead = rx * dx + ry * dy;
    const aside = Math.abs(rx * dy - ry * dx);
    if (index === from || ahead <= 0) return Infinity;
    return ahead + 2 * aside + (aside > ahead ? 1e6 : 0);
  });
  const least = Math.min(...costs);
  return least === Infinity ? -1 : costs.indexOf(least);
}

/** The index of the spot that a key leads to from one of some, or -1. */
export function nextSpot(key: string, spots: readonly Spot[], from: number): number {
  if (key === "Home") return 0;
  if (key === "End") return spots.length - 1;
  const direction = directionOf(key);
  if (!direction) return -1;
  return nextInDirection(
    spots.map(({ at }) => at),
    from,
    direction,
  );
}
