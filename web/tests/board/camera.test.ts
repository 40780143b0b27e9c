import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { CameraControl } from "../../src/board/camera.svelte";
import { toWindow } from "../../src/board/zoom";

const SHEET = { x: 0, y: 0, width: 1600, height: 1000 };
const CORE = { x: 160, y: 110, width: 1330, height: 850 };
const PHONE = { width: 360, height: 540 };
const DESKTOP = { width: 1200, height: 800 };

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

function controlIn(window: { width: number; height: number }, isStill = false): CameraControl {
  const control = new CameraControl(SHEET, CORE, () => isStill);
  control.resize(window);
  return control;
}

test("a desktop sees the whole board at first, a phone as much as a finger can use", () => {
  expect(controlIn(DESKTOP).camera.k).toBe(0.75);
  const phone = controlIn(PHONE);
  expect(phone.camera.k).toBeGreaterThan(phone.limits.least);
  expect(80 * phone.camera.k).toBeGreaterThan(44); // the nearest spaces are 76 units apart
});

test("the whole stays the whole when the window changes", () => {
  const control = controlIn(DESKTOP);
  control.resize({ width: 800, height: 800 });
  expect(control.camera.k).toBe(0.5);
});

test("what is near keeps its middle when the window changes", () => {
  const control = controlIn(PHONE);
  const before = toWindow(control.camera, [800, 500]);
  control.resize({ width: 360, height: 500 });
  const after = toWindow(control.camera, [800, 500]);
  expect(after[0]).toBeCloseTo(before[0]);
  expect(after[1]).toBeCloseTo(before[1] - 20);
});

test("two quick steps lead as far as two slow ones", () => {
  const control = controlIn(DESKTOP);
  control.zoomIn();
  pass(20);
  control.zoomIn();
  pass(1000);
  expect(control.camera.k).toBeCloseTo(0.75 * 1.5 * 1.5);
  expect(control.isMoving).toBe(false);
});

test("moving by hand stops a glide", () => {
  const control = controlIn(DESKTOP);
  control.zoomIn();
  control.move({ x: 0, y: 0, k: 1 });
  pass(1000);
  expect(control.camera.k).toBe(1);
});

test("without motion it is there at once, and never too near or too far", () => {
  const control = controlIn(DESKTOP, true);
  for (let i = 0; i < 20; i++) control.zoomIn();
  expect(control.camera.k).toBe(control.limits.most);
  for (let i = 0; i < 20; i++) control.zoomOut();
  expect(control.camera.k).toBe(control.limits.least);
  control.toggle([600, 400]);
  expect(control.camera.k).toBe(1.5);
  control.toggle([600, 400]);
  expect(control.camera.k).toBe(0.75);
});

test("revealing brings a far place into the window", () => {
  const control = controlIn(PHONE, true);
  control.reveal([1428, 394]);
  const [x, y] = toWindow(control.camera, [1428, 394]);
  expect(x).toBeGreaterThan(0);
  expect(x).toBeLessThan(PHONE.width);
  expect(y).toBeGreaterThan(0);
  expect(y).toBeLessThan(PHONE.height);
});
