/** How emissaries of several players share one dragon space. */

import type { Point } from "./types";

export interface Group {
  readonly seat: number;
  readonly count: number;
  readonly at: Point;
  readonly size: number;
  readonly leads: boolean;
}

/** Places for one to five groups, the front one first. */
const SLOTS: readonly (readonly Point[])[] = [
  [[0, 1]],
  [
    [-13, 2],
    [13, 2],
  ],
  [
    [0, 9],
    [-17, -7],
    [17, -7],
  ],
  [
    [-14, 10],
    [14, 10],
    [-14, -12],
    [14, -12],
  ],
  [
    [0, 11],
    [-18, 6],
    [18, 6],
    [-10, -13],
    [10, -13],
  ],
];
const SIZES: readonly number[] = [0.98, 0.8, 0.68, 0.58, 0.54];
/** Those who do not lead are drawn smaller. */
const BEHIND = 0.8;

/** How near two places of so many groups come to each other. */
const APART: readonly number[] = [Infinity, 26, 23, 22, 18];

/** How far the groups move apart, so that numbers so wide do not cover each other. */
export function spreadOf(groups: number, width: number): number {
  return width / (APART[groups - 1] ?? 18);
}

/** The groups in the order in which they are drawn, those at the back first. */
export function clusterOf(counts: readonly number[]): Group[] {
  const most = Math.max(...counts);
  const present = counts
    .map((count, seat) => ({ seat, count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.seat - b.seat);
  const slots = SLOTS[present.length - 1] ?? [];
  const full = SIZES[present.length - 1] ?? 0.5;
  const groups = present.map(({ seat, count }, index) => {
    const leads = count === most;
    return {
      seat,
      count,
      at: slots[index] ?? ([0, 0] as const),
      size: leads ? full : full * BEHIND,
      leads,
    };
  });
  return groups.sort((a, b) => a.at[1] - b.at[1]);
}
