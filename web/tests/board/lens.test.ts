import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Lens } from "../../src/board/lens.svelte";
import { toWindow } from "../../src/board/zoom";

const SHEET = { x: 0, y: 0, width: 1600, height: 1000 };
const HEART = { x: 160, y: 110, width: 1330, height: 850 };
const PHONE = { width: 360, height: 540 };
const DESK = { width: 1200, height: 800 };

/** Frames that come when they are called for. */
let frames: ((now: number) => void)[] = [];
const pass = (ms: number) => {
  const now = performance.now() + ms;
  for (const frame of frames.splice(0)) frame(now);
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => (frames = []));
});
afterEach(() => vi.unstubAllGlobals());

function lensIn(window: { width: number; height: number }): Lens {
  const lens = new Lens(SHEET, HEART);
  lens.resize(window);
  return lens;
}

test("a desk sees the whole board at first, a phone as much as a finger can use", () => {
  expect(lensIn(DESK).camera.k).toBe(0.75);
  const phone = lensIn(PHONE);
  expect(phone.camera.k).toBeGreaterThan(phone.limits.least);
  expect(80 * phone.camera.k).toBeGreaterThan(44); // the nearest spaces are 76 units apart
});

test("the whole stays the whole when the window changes", () => {
  const lens = lensIn(DESK);
  lens.resize({ width: 800, height: 800 });
  expect(lens.camera.k).toBe(0.5);
});

test("what is near keeps its middle when the window changes", () => {
  const lens = lensIn(PHONE);
  const before = toWindow(lens.camera, [800, 500]);
  lens.resize({ width: 360, height: 500 });
  const after = toWindow(lens.camera, [800, 500]);
  expect(after[0]).toBeCloseTo(before[0]);
  expect(after[1]).toBeCloseTo(before[1] - 20);
});

test("two quick steps lead as far as two slow ones", () => {
  const lens = lensIn(DESK);
  lens.zoomIn();
  pass(20);
  lens.zoomIn();
  pass(1000);
  expect(lens.camera.k).toBeCloseTo(0.75 * 1.5 * 1.5);
  expect(lens.isMoving).toBe(false);
});

test("a hand stops a glide", () => {
  const lens = lensIn(DESK);
  lens.zoomIn();
  lens.move({ x: 0, y: 0, k: 1 });
  pass(1000);
  expect(lens.camera.k).toBe(1);
});

test("without motion it is there at once, and never too near or too far", () => {
  const lens = lensIn(DESK);
  lens.isStill = true;
  for (let i = 0; i < 20; i++) lens.zoomIn();
  expect(lens.camera.k).toBe(lens.limits.most);
  for (let i = 0; i < 20; i++) lens.zoomOut();
  expect(lens.camera.k).toBe(lens.limits.least);
  lens.toggle([600, 400]);
  expect(lens.camera.k).toBe(1.5);
  lens.toggle([600, 400]);
  expect(lens.camera.k).toBe(0.75);
});

test("revealing brings a far place into the window", () => {
  const lens = lensIn(PHONE);
  lens.isStill = true;
  lens.reveal([1428, 394]);
  const [x, y] = toWindow(lens.camera, [1428, 394]);
  expect(x).toBeGreaterThan(0);
  expect(x).toBeLessThan(PHONE.width);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(PHONE.height);
});
