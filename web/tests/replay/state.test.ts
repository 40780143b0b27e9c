import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announcements } from "../../src/app/notices.svelte";
import type { GameEvent, MapShape, Replay, Sentence } from "../../src/net/schema";
import { ReplayState } from "../../src/replay/state.svelte";
import { speak } from "../../src/text/index.svelte";
import { EMPTY, MAP } from "../board/example";

const STOPPED: Sentence = {
  key: "narration.stopped",
  params: { seat: { type: "seats", seats: [0], join: "and" } },
};
const position = (hands: string[]) => ({ view: EMPTY, overview: {}, hands });
const step = (turn: number, event: GameEvent) => ({
  ...position(["R", "G"]),
  turn,
  seat: turn,
  round: 1,
  events: [event],
  told: [],
});
const REPLAY = {
  names: ["Ada", "Ada"],
  start: 0,
  first: position(["RR", "GG"]),
  steps: [
    step(0, { type: "piece_placed", told: [STOPPED], seat: 0, action: "H wei-1 R" }),
    step(0, { type: "province_scored", told: [], province: "wei", points: [3, 0] }),
    step(1, { type: "placing_stopped", told: [], seat: 1 }),
  ],
} as unknown as Replay;

let player: ReplayState;
const replaceState = vi.fn();

beforeEach(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("history", { state: null, replaceState });
  vi.stubGlobal("location", new URL("https://han.example/replay/abc"));
  await speak("en");
  player = new ReplayState(REPLAY, MAP as unknown as MapShape, 0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a link leads to a position that exists", () => {
  const at = (number: number) => new ReplayState(REPLAY, MAP as unknown as MapShape, number).at;
  expect([-1, 2, 99].map(at)).toEqual([0, 2, 3]);
});

test("one goes by steps, by turns and by scorings, and the address follows", () => {
  const seen: number[] = [];
  const look = (go: () => void) => {
    go();
    seen.push(player.at);
  };
  look(() => player.goByStep(1));
  look(() => player.goToScoring(1));
  look(() => player.goToTurn(1));
  look(() => player.goToTurn(-1));
  look(() => player.goByStep(-1));
  look(() => player.goTo(99));
  expect(seen).toEqual([1, 2, 3, 2, 1, 3]);
  expect(replaceState).toHaveBeenLastCalledWith(null, "", "/replay/abc#3");
});

test("it plays to the end, at the chosen speed, and begins again from there", () => {
  vi.useFakeTimers();
  const positions = (times: number, ms: number) =>
    Array.from({ length: times }, () => {
      vi.advanceTimersByTime(ms);
      return player.at;
    });
  player.togglePlay();
  expect(positions(3, 1_300)).toEqual([1, 2, 2]); // a scoring is shown longer
  player.speed = 4;
  expect(positions(1, 1_300)).toEqual([3]);
  expect(player.isPlaying).toBe(false);
  player.togglePlay();
  expect([player.at, player.isPlaying]).toEqual([0, true]);
  vi.advanceTimersByTime(325);
  player.togglePlay();
  expect(positions(2, 2_600)).toEqual([1, 1]);
});

test("whoever goes somewhere stays there", () => {
  vi.useFakeTimers();
  player.togglePlay();
  player.goToTurn(1);
  vi.advanceTimersByTime(10_000);
  expect([player.at, player.isPlaying]).toEqual([2, false]);
});

test("the turn of a position is known", () => {
  expect(player.turn).toBeNull();
  player.goTo(1);
  expect([player.turn?.seat, player.turn?.round]).toEqual([0, 1]);
});

test("what happened is announced with names that can be told apart", () => {
  player.goTo(1);
  expect(player.sentences).toHaveLength(1);
  expect(announcements().at(-1)?.text).toContain(player.names[0]);
  expect(new Set(player.names).size).toBe(2);
});

test("from one seat the other hands are closed", () => {
  expect(player.hands).toEqual(["RR", "GG"]);
  player.seat = 1;
  expect(player.hands).toEqual(["??", "GG"]);
});
