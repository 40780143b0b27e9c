import { expect, test } from "vitest";

import { beside } from "../../src/board/beside";

const BOX = { width: 100, height: 60 };
const WINDOW = { width: 400, height: 300 };

/** Whether a box at a corner covers a point of the window. */
function covers([left, top]: readonly [number, number], [x, y]: readonly [number, number]) {
  return x > left && x < left + BOX.width && y > top && y < top + BOX.height;
}

test("it stands above its place, or below where there is no room", () => {
  expect(beside({ at: [200, 150], reach: 20 }, BOX, WINDOW)).toEqual([150, 60]);
  expect(beside({ at: [200, 50], reach: 20 }, BOX, WINDOW)).toEqual([150, 80]);
});

test("in a low window it stands aside", () => {
  expect(beside({ at: [200, 50], reach: 20 }, BOX, { width: 400, height: 100 })).toEqual([230, 20]);
  expect(beside({ at: [350, 50], reach: 20 }, BOX, { width: 400, height: 100 })).toEqual([220, 20]);
});

test("it stays in the window and never covers the middle of its place", () => {
  for (const x of [0, 5, 200, 395, 400])
    for (const y of [0, 5, 150, 295, 300]) {
      const corner = beside({ at: [x, y], reach: 10 }, BOX, WINDOW);
      expect(covers(corner, [x, y])).toBe(false);
      expect(Math.min(...corner)).toBeGreaterThanOrEqual(0);
      expect(corner[0] + BOX.width).toBeLessThanOrEqual(WINDOW.width);
      expect(corner[1] + BOX.height).toBeLessThanOrEqual(WINDOW.height);
    }
});
