import { expect, test } from "vitest";

import { clusterOf } from "../../src/board/cluster";
import { standings } from "../../src/board/standing";
import { dockedWall, lapOf, printedWall, sideBySide, standAt } from "../../src/board/track";
import { chance, EMPTY, MAP } from "./example";

const overview = { provinces: { wei: entry([1, 1, 0], [0, 1], 1), han: entry([0, 1, 0], [1], 0) } };

function entry(houses: number[], leaders: number[], free: number) {
  const emissaries = { emissaries: [], majority: [], limit: 2, free };
  return { houses, leaders, points: [], ...emissaries, scored: false };
}

test("houses, leaders and room are those that an overview tells", () => {
  const view = {
    ...EMPTY,
    houses: { "wei-1": 0, "wei-han": 1 },
    emissaries: { wei: [1, 0, 0], han: [0, 1, 0] },
  };
  const [wei, han] = standings(MAP, view, overview);
  expect(wei).toMatchObject({
    houses: [1, 1, 0],
    leaders: [0, 1],
    freeSpaces: 1,
    freeEmissaries: 1,
  });
  expect(han).toMatchObject({ houses: [0, 1, 0], leaders: [1], freeSpaces: 1, freeEmissaries: 0 });
});

test("nobody leads where nothing is told, and nothing fits when the game is over", () => {
  expect(standings(MAP, { ...EMPTY, phase: "over" }, overview)[0]?.freeEmissaries).toBeNull();
  expect(standings(MAP, EMPTY, overview, true)[0]?.freeEmissaries).toBeNull();
  expect(standings(MAP, EMPTY, null)[0]).toMatchObject({ leaders: [], freeEmissaries: null });
});

test("those who lead on a dragon space are the largest", () => {
  const groups = clusterOf([1, 3, 0, 3, 2]);
  const sizes = new Map(groups.map(({ seat, size }) => [seat, size]));
  expect(groups).toHaveLength(4);
  expect(sizes.get(1)).toBe(sizes.get(3));
  expect(sizes.get(1)).toBeGreaterThan(sizes.get(4)!);
});

test("the wall has fifty stones, and a card for each fifty points", () => {
  expect(lapOf(49)).toEqual({ stone: 49, fifties: 0 });
  expect(lapOf(102)).toEqual({ stone: 2, fifties: 2 });
  for (const wall of [printedWall(1600), printedWall(1240), dockedWall(360)]) {
    expect(standAt(wall, 50)).toEqual(standAt(wall, 0));
    expect(standAt(wall, 7)[0]).toBeCloseTo(wall.left + 7.5 * wall.stone);
    expect(standAt(wall, 49.9)[0]).toBeLessThanOrEqual(wall.left + 50 * wall.stone);
  }
});

test("figures never stand in each other's way, keep their order and stay where there is room", () => {
  const number = chance(11);
  const ground = { least: 0, most: 60, room: 10 };
  for (let round = 0; round < 200; round++) {
    const places = Array.from({ length: 5 }, () => Math.round(number(0, 60)));
    const stands = sideBySide(places, ground);
    for (const a of places.keys()) {
      expect(stands[a]).toBeGreaterThanOrEqual(5 - 1e-9);
      expect(stands[a]).toBeLessThanOrEqual(55 + 1e-9);
      for (const b of places.keys()) {
        if (places[a]! < places[b]!) expect(stands[a]).toBeLessThanOrEqual(stands[b]!);
        if (a !== b) expect(Math.abs(stands[a]! - stands[b]!)).toBeGreaterThanOrEqual(10 - 1e-9);
      }
    }
  }
  expect(sideBySide([10, 30, 50], ground)).toEqual([10, 30, 50]);
  expect(sideBySide([30, 30], ground)).toEqual([25, 35]);
});
