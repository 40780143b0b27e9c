import { describe, expect, test } from "vitest";

import * as zoom from "../../src/board/zoom";
import type { Camera } from "../../src/board/zoom";
import type { Point } from "../../src/board/types";
import { chance, closeTo } from "./example";

const WINDOW = { width: 360, height: 400 };
const SHEET = { x: 0, y: 0, width: 1600, height: 1000 };
const LIMITS = { least: 0.2, most: 3 };

/** Many cameras and points, the same in every run. */
function* cases(): Generator<{ camera: Camera; point: Point; other: Point; factor: number }> {
  const number = chance(7);
  for (let i = 0; i < 200; i++) {
    yield {
      camera: { x: number(-900, 300), y: number(-500, 300), k: number(0.2, 3) },
      point: [number(0, 360), number(0, 400)],
      other: [number(0, 360), number(0, 400)],
      factor: number(0.3, 3),
    };
  }
}

describe("a camera", () => {
  test("there and back is the same point", () => {
    for (const { camera, point } of cases())
      expect(closeTo(zoom.toWindow(camera, zoom.toMap(camera, point)), point)).toBe(true);
  });

  test("zooming keeps what lies under the pointer, and the limits", () => {
    for (const { camera, point, factor } of cases()) {
      const after = zoom.zoomed(camera, point, factor, LIMITS);
      expect(closeTo(zoom.toMap(after, point), zoom.toMap(camera, point))).toBe(true);
      expect(after.k).toBe(Math.min(3, Math.max(0.2, camera.k * factor)));
    }
  });

  test("pinching keeps both fingers on what they hold", () => {
    const wide = { least: 0, most: Infinity };
    for (const { camera, point, other } of cases()) {
      if (Math.hypot(point[0] - other[0], point[1] - other[1]) < 2) continue;
      const held = zoom.toMap(camera, point);
      const center: Point = [180, 200];
      const away = (at: Point): Point => [
        center[0] + 1.4 * (at[0] - center[0]),
        center[1] + 1.4 * (at[1] - center[1]),
      ];
      const after = zoom.pinched(camera, [point, other], [away(point), away(other)], wide);
      expect(closeTo(zoom.toWindow(after, held), away(point))).toBe(true);
    }
  });

  test("the whole board fits, its middle in the middle", () => {
    const camera = zoom.fit(WINDOW, SHEET);
    expect(camera.k).toBe(360 / 1600);
    expect(closeTo(zoom.toWindow(camera, [800, 500]), [180, 200])).toBe(true);
    expect(zoom.cover(WINDOW, SHEET).k).toBe(400 / 1000);
  });
});

describe("bounds", () => {
  test("a large sheet never shows what lies beside it", () => {
    for (const { camera } of cases()) {
      const { x, y, k } = zoom.bounded(camera, WINDOW, SHEET);
      if (k * SHEET.width >= WINDOW.width) {
        expect(x).toBeLessThanOrEqual(0);
        expect(x + k * SHEET.width).toBeGreaterThanOrEqual(WINDOW.width - 1e-9);
      }
      if (k * SHEET.height < WINDOW.height)
        expect(y + (k * SHEET.height) / 2).toBeCloseTo(WINDOW.height / 2);
    }
  });

  test("a bounded camera stays where it is", () => {
    for (const { camera } of cases()) {
      const once = zoom.bounded(camera, WINDOW, SHEET);
      expect(zoom.bounded(once, WINDOW, SHEET)).toEqual(once);
    }
  });

  test("a part of a sheet can be kept in the window", () => {
    const below = { x: 0, y: 62, width: 1600, height: 938 };
    const camera = zoom.bounded({ x: 0, y: 0, k: 1 }, WINDOW, below);
    expect(zoom.toWindow(camera, [0, 62])[1]).toBeLessThanOrEqual(0);
  });
});

test("revealing moves a point into the window, and not at all when it is there", () => {
  for (const { camera, point } of cases()) {
    const place = zoom.toMap(camera, [point[0] * 3 - 400, point[1] * 3 - 400]);
    const [x, y] = zoom.toWindow(zoom.revealing(camera, WINDOW, place, 50), place);
    expect(x).toBeGreaterThanOrEqual(50 - 1e-6);
    expect(x).toBeLessThanOrEqual(310 + 1e-6);
    expect(y).toBeGreaterThanOrEqual(50 - 1e-6);
    expect(y).toBeLessThanOrEqual(350 + 1e-6);
  }
  const camera = { x: 0, y: 0, k: 1 };
  expect(zoom.revealing(camera, WINDOW, [100, 100], 50)).toEqual(camera);
});

test("a glide begins and ends where it should and holds its fixed point", () => {
  for (const { camera, point, factor } of cases()) {
    const to = zoom.zoomed(camera, point, factor, LIMITS);
    expect(zoom.between(camera, to, 0)).toEqual(camera);
    expect(zoom.between(camera, to, 1).k).toBeCloseTo(to.k);
    const half = zoom.between(camera, to, 0.5);
    expect(closeTo(zoom.toMap(half, point), zoom.toMap(camera, point))).toBe(true);
  }
});
