/** Which place an arrow key leads to. */

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
