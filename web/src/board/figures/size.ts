/** How large figures are drawn when the board is far away. */

/** Below this scale, in pixels a unit, figures grow against the map. */
const NATURAL = 0.7;
const LARGEST = 1.5;

/** Numbers on the board are at least so high, in pixels, and so high in the drawing. */
const READABLE = 12;
const DRAWN = 17;

/** How much larger than on the drawing numbers are shown; in steps, as figures are. */
export function numberSize(k: number): number {
  return Math.ceil((READABLE / DRAWN / k) * 5) / 5;
}

/** In steps, so that a zoom does not redraw every figure in each of its frames. */
export function figureSize(k: number): number {
  return Math.min(LARGEST, Math.max(1, Math.round((NATURAL / k) * 10) / 10));
}
