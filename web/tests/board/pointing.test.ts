import { expect, test } from "vitest";

import { isDoubleTap, wheelFactor } from "../../src/board/gestures";
import { Atlas, distance, groundRadii } from "../../src/board/places";
import { FINGER, pointedAt } from "../../src/board/pointing";
import { nextInDirection } from "../../src/board/arrow_keys";
import { targetsOf } from "../../src/board/targets";
import type { Point } from "../../src/board/types";
import { chance, MAP } from "./example";

const ATLAS = new Atlas(MAP, [[480, 250]]);
const TARGETS = targetsOf(["H wei-1 R", "H wei-2 R", "H wei-han RG", "E wei R"]);
const camera = { x: 0, y: 0, k: 1 };

test("a pointer finds the nearest target within a finger's width, at any zoom", () => {
  for (const k of [0.3, 1, 2]) {
    const at = pointedAt(ATLAS, TARGETS, { x: 0, y: 0, k }, [200 * k + 20, 150 * k]);
    expect(at.place).toEqual({ kind: "space", id: "wei-1" });
  }
  expect(pointedAt(ATLAS, TARGETS, camera, [240, 150]).place).toBeNull();
});

test("a target is found before a seal that lies nearer", () => {
  expect(pointedAt(ATLAS, TARGETS, camera, [488, 282]).place).toEqual({
    kind: "space",
    id: "wei-han",
  });
  expect(pointedAt(ATLAS, [], camera, [482, 252]).place).toEqual({ kind: "alliance", id: "1" });
});

test("what cannot be taken can be pointed at too", () => {
  expect(pointedAt(ATLAS, TARGETS, camera, [700, 452]).place).toEqual({
    kind: "space",
    id: "han-1",
  });
});

test("targets too near for a finger are crowded", () => {
  const far = { x: 0, y: 0, k: 0.15 };
  expect(pointedAt(ATLAS, TARGETS, far, [41, 22]).isCrowded).toBe(true);
  expect(pointedAt(ATLAS, TARGETS, camera, [200, 150]).isCrowded).toBe(false);
});

test("no two targets share ground, and none is larger than a finger needs", () => {
  const spots = TARGETS.flatMap(({ place }) => ATLAS.spot(place) ?? []);
  for (const k of [0.1, 0.225, 0.5, 1]) {
    const radii = groundRadii(spots, FINGER / k);
    spots.forEach((one, i) => {
      expect(radii[i]).toBeLessThanOrEqual(Math.max(one.radius, FINGER / k));
      spots.slice(0, i).forEach((other, j) => {
        expect(radii[i]! + radii[j]!).toBeLessThanOrEqual(distance(one.at, other.at) + 1e-9);
      });
    });
  }
});

test("an arrow leads ahead, to the straightest and nearest", () => {
  const points: Point[] = [
    [0, 0],
    [100, 0],
    [60, 50],
    [-80, 5],
    [0, 90],
  ];
  expect(nextInDirection(points, 0, [1, 0])).toBe(1);
  expect(nextInDirection(points, 0, [-1, 0])).toBe(3);
  expect(nextInDirection(points, 0, [0, 1])).toBe(4);
  expect(nextInDirection(points, 0, [0, -1])).toBe(-1);
});

test("every place can be reached by arrows from every other", () => {
  const number = chance(3);
  const points = Array.from({ length: 40 }, (): Point => [number(0, 1600), number(0, 1000)]);
  const ways: Point[] = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ];
  const reached = new Set([0]);
  for (const from of reached)
    for (const way of ways) {
      const next = nextInDirection(points, from, way);
      if (next >= 0) reached.add(next);
    }
  expect(reached.size).toBe(points.length);
});

test("two quick taps at one place are a double tap", () => {
  const first = { at: [10, 10] as const, time: 1000 };
  expect(isDoubleTap(first, { at: [14, 8], time: 1200 })).toBe(true);
  expect(isDoubleTap(first, { at: [14, 8], time: 1500 })).toBe(false);
  expect(isDoubleTap(first, { at: [90, 8], time: 1200 })).toBe(false);
  expect(isDoubleTap(null, first)).toBe(false);
});

test("the wheel zooms the way it turns, and never jumps", () => {
  expect(wheelFactor(-100, 0, false)).toBeGreaterThan(1);
  expect(wheelFactor(100, 0, false)).toBeCloseTo(1 / wheelFactor(-100, 0, false));
  expect(wheelFactor(3, 1, false)).toBe(wheelFactor(48, 0, false));
  expect(wheelFactor(-1e6, 2, false)).toBeLessThan(1.5);
});
