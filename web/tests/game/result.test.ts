import { expect, it } from "vitest";

import { courseOf, stageAt } from "../../src/game/final/course";
import { ranksOf } from "../../src/game/final/ranks";
import type { Replay } from "../../src/net/schema";

const position = (points: number, total: number) => ({
  view: { scores: [points, 0] },
  overview: { total: [total, 1] },
});
const step = (turn: number, points: number, total: number) => ({
  ...position(points, total),
  turn,
  seat: turn % 2,
  round: 1 + Math.floor(turn / 2),
});

it("a game is told from turn to turn: points, and what there would have been at its end", () => {
  const steps = [step(0, 0, 1), step(0, 2, 3), step(1, 2, 4), step(2, 5, 5)];
  const course = courseOf({ first: position(0, 0), steps } as unknown as Replay);
  expect(course.map(({ at, scores, totals }) => [at, scores[0], totals[0]])).toEqual([
    [0, 0, 0],
    [2, 2, 3],
    [3, 2, 4],
    [4, 5, 5],
  ]);
  expect(course.map(({ turn }) => turn && `${turn.round}:${turn.seat}`)).toEqual([
    null,
    "1:0",
    "1:1",
    "2:0",
  ]);
  expect([0, 1, 2, 4, 9].map((at) => stageAt(course, at))).toEqual([0, 1, 1, 3, 3]);
});

it("winners come first, and those with equally many points share a place", () => {
  const ranks = (total: number[], winners: number[]) =>
    ranksOf({ total, winners }).map(({ seat, place }) => `${place}. ${seat}`);
  expect(ranks([3, 9, 5], [1])).toEqual(["1. 1", "2. 2", "3. 0"]);
  expect(ranks([9, 4, 9, 4], [2])).toEqual(["1. 2", "2. 0", "3. 1", "3. 3"]);
  expect(ranks([9, 4, 9], [0, 2])).toEqual(["1. 0", "1. 2", "3. 1"]);
});
