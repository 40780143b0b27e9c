import { expect, it } from "vitest";

import { clockText, timeLeft } from "../../src/game/clock";
import type { Moment } from "../../src/net/schema";

const game = (to_move: number, deadline: number | null) =>
  ({ to_move, clock: { turn_began: 0, deadline, left: [60_000, 90_000] } }) as unknown as Moment;

it("runs for the one to move alone", () => {
  expect(timeLeft(game(0, 60_000), 0, 20_000)).toBe(40_000);
  expect(timeLeft(game(0, 60_000), 1, 20_000)).toBe(90_000);
  expect(timeLeft(game(0, 60_000), 0, 70_000)).toBe(0);
  expect(timeLeft(game(0, null), 0, 70_000)).toBe(60_000);
  expect(timeLeft({ clock: null } as unknown as Moment, 0, 0)).toBeNull();
});

it("is written as people write it", () => {
  expect(clockText(125_000)).toBe("2:05");
  expect(clockText(3_600_000)).toBe("1:00:00");
  expect(clockText(400)).toBe("0:01");
});
