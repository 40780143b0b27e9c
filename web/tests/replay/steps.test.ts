import { expect, it } from "vitest";

import type { Replay } from "../../src/net/schema";
import {
  clampTo,
  handsFor,
  nextMark,
  positionAt,
  scorings,
  turnStarts,
} from "../../src/replay/steps";

const step = (turn: number, ...types: string[]) => ({
  turn,
  events: types.map((type) => ({ type })),
  hands: [`${turn}`],
});
const replay = {
  first: { hands: ["first"] },
  steps: [
    step(0),
    step(0, "province_scored"),
    step(1),
    step(2, "card_taken"),
    step(2, "ports_scored"),
  ],
} as unknown as Replay;

it("position 0 is the deal, position n follows step n", () => {
  expect(positionAt(replay, 0).hands).toEqual(["first"]);
  expect(positionAt(replay, 3).hands).toEqual(["1"]);
  expect([clampTo(replay, -4), clampTo(replay, 99)]).toEqual([0, 5]);
});

it("turns and scorings are marks to jump to", () => {
  expect(turnStarts(replay)).toEqual([0, 2, 3]);
  expect(scorings(replay)).toEqual([2, 5]);
  expect(nextMark([0, 2, 3], 2, 1, 5)).toBe(3);
  expect(nextMark([0, 2, 3], 3, 1, 5)).toBe(5);
  expect(nextMark([0, 2, 3], 2, -1, 5)).toBe(0);
});

it("others' cards lie face down for one seat", () => {
  const position = { hands: ["RG", "V"] } as unknown as Parameters<typeof handsFor>[0];
  expect(handsFor(position, null)).toEqual(["RG", "V"]);
  expect(handsFor(position, 1)).toEqual(["??", "V"]);
});
