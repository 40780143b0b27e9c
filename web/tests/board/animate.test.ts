import { describe, expect, test } from "vitest";

import { lengthOf, sceneOf, shownAfter, stepsOf } from "../../src/board/animate";
import { BoardAnimation, type Pause } from "../../src/board/animation.svelte";
import type { GameEvent } from "../../src/net/schema";
import { EMPTY } from "./example";

const HOUSE: GameEvent = { type: "piece_placed", told: [], seat: 1, action: "H wei-1 R" };
const SCORED: GameEvent = { type: "province_scored", told: [], province: "wei", points: [0, 3, 1] };
const STOPPED: GameEvent = { type: "placing_stopped", told: [], seat: 1 };
const AFTER = { ...EMPTY, houses: { "wei-1": 1 }, disks: ["wei"], scores: [0, 3, 1] };

describe("what the board shows after an event", () => {
  test("pieces of every kind", () => {
    const seen = (action: string) =>
      shownAfter(EMPTY, { type: "piece_placed", told: [], seat: 2, action });
    expect(seen("H wei-1 R").houses).toEqual({ "wei-1": 2 });
    expect(seen("E han G").emissaries).toEqual({ wei: [0, 0, 0], han: [0, 0, 1] });
    expect(seen("F wei-1 RR")).toMatchObject({ houses: { "wei-1": 2 }, markers: { "wei-1": 2 } });
    expect(seen("M wei-1 RR")).toMatchObject({ houses: {}, markers: { "wei-1": 2 } });
  });

  test("points from every source", () => {
    const events: GameEvent[] = [
      SCORED,
      {
        type: "alliance_scored",
        told: [],
        number: 1,
        provinces: ["wei", "han"],
        points: [2, 0, 0],
      },
      { type: "row_scored", told: [], seat: 2, spaces: ["wei-1"], points: 5 },
      { type: "ports_scored", told: [], points: [0, 0, 4] },
    ];
    const last = stepsOf(EMPTY, events).at(-1)?.view;
    expect(last).toMatchObject({ scores: [2, 3, 10], disks: ["wei"] });
  });

  test("emissaries leave the markets when the game is over", () => {
    const ended = shownAfter(EMPTY, { type: "game_ended", told: [], reason: "pile" });
    const joined = shownAfter(ended, {
      type: "emissaries_joined",
      told: [],
      province: "wei",
      emissaries: [1, 0, 0],
    });
    expect(joined).toMatchObject({ phase: "over", emissaries: { wei: [1, 0, 0] } });
  });

  test("the view that was given is not changed", () => {
    const before = structuredClone(EMPTY);
    stepsOf(EMPTY, [HOUSE, SCORED]);
    expect(EMPTY).toEqual(before);
  });
});

test("an alliance that pays nobody is passed quickly, and what is not to be seen takes no time", () => {
  const alliance = (points: number[]) =>
    lengthOf(
      sceneOf(
        { type: "alliance_scored", told: [], number: 1, provinces: ["wei", "han"], points },
        3,
      ),
    );
  expect(alliance([0, 0, 0])).toBeLessThan(alliance([4, 0, 0]));
  expect(alliance([0, 0, 0])).toBeGreaterThan(0);
  expect(lengthOf(sceneOf(STOPPED, 3))).toBe(0);
});

/** Time that passes when it is told to. */
function clock() {
  const waits: { ms: number; end: () => void }[] = [];
  const pause: Pause = (ms, signal) =>
    new Promise((resolve) => {
      waits.push({ ms, end: resolve });
      signal.addEventListener("abort", () => resolve());
    });
  const turn = async () => {
    waits.shift()?.end();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { waits, pause, turn };
}

describe("the animation", () => {
  test("plays scene after scene and ends with the view that is true", async () => {
    const { waits, pause, turn } = clock();
    const animation = new BoardAnimation({ pause });
    const done = animation.play(EMPTY, [HOUSE, STOPPED, SCORED], AFTER);
    await turn();
    expect(animation.scene).toMatchObject({
      kind: "drop",
      piece: "H",
      place: { kind: "space", id: "wei-1" },
    });
    expect(animation.view?.houses).toEqual({ "wei-1": 1 });
    expect(animation.view?.disks).toEqual([]);
    await turn();
    expect(animation.scene).toMatchObject({ kind: "province", points: [0, 3, 1] });
    expect(animation.isPlaying).toBe(true);
    await turn();
    await done;
    expect(waits).toEqual([]);
    expect(animation).toMatchObject({ scene: null, isPlaying: false, view: AFTER });
  });

  test("what comes meanwhile waits its turn", async () => {
    const { pause, turn } = clock();
    const animation = new BoardAnimation({ pause });
    void animation.play(EMPTY, [HOUSE], EMPTY);
    const done = animation.play(EMPTY, [SCORED], AFTER);
    await turn();
    expect(animation.event).toBe(HOUSE);
    await turn();
    expect(animation.event).toBe(SCORED);
    await turn();
    await done;
    expect(animation.view).toEqual(AFTER);
  });

  test("skipping ends all that waits", async () => {
    const { pause } = clock();
    const animation = new BoardAnimation({ pause });
    const first = animation.play(EMPTY, [HOUSE, SCORED], AFTER);
    const second = animation.play(AFTER, [STOPPED], AFTER);
    animation.skip();
    await Promise.all([first, second]);
    expect(animation).toMatchObject({ view: AFTER, scene: null, isPlaying: false });
  });

  test("a view shown at once stays, whatever was under way", async () => {
    const { pause } = clock();
    const animation = new BoardAnimation({ pause });
    const done = animation.play(EMPTY, [HOUSE, SCORED], AFTER);
    animation.show(EMPTY);
    await done;
    expect(animation).toMatchObject({ view: EMPTY, scene: null, isPlaying: false });
  });

  test("to a page that nobody looks at only the outcome is shown", async () => {
    const { waits, pause } = clock();
    const animation = new BoardAnimation({ pause, isWatched: () => false });
    await animation.play(EMPTY, [HOUSE], AFTER);
    expect(waits).toEqual([]);
    expect(animation.view).toEqual(AFTER);
  });

  test("after a skip the next scenes are shown again", async () => {
    const { waits, pause, turn } = clock();
    const animation = new BoardAnimation({ pause });
    animation.skip();
    const done = animation.play(EMPTY, [HOUSE], AFTER);
    await new Promise((resolve) => setTimeout(resolve));
    expect(waits).toHaveLength(1);
    await turn();
    await done;
  });

  test("twice as fast is half as long, and speed nought shows only the outcome", async () => {
    const { waits, pause, turn } = clock();
    const animation = new BoardAnimation({ pause, speed: 2 });
    const done = animation.play(EMPTY, [HOUSE], AFTER);
    await new Promise((resolve) => setTimeout(resolve));
    expect(waits[0]?.ms).toBe(lengthOf(sceneOf(HOUSE, 3)) / 2);
    await turn();
    await done;
    animation.speed = 0;
    void animation.play(EMPTY, [HOUSE, SCORED], AFTER);
    expect(animation).toMatchObject({ view: AFTER, isPlaying: false }); // at once, without a flicker
    expect(waits).toEqual([]);
  });

  test("between two plays that follow each other it does not stop, and says what it shows", async () => {
    const { pause, turn } = clock();
    const animation = new BoardAnimation({ pause });
    void animation.play(EMPTY, [HOUSE], EMPTY);
    const done = animation.play(EMPTY, [SCORED], AFTER);
    expect(animation.isPlaying).toBe(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(animation.event).toBe(HOUSE);
    await turn();
    expect(animation).toMatchObject({ isPlaying: true, event: SCORED });
    await turn();
    await done;
    expect(animation).toMatchObject({ isPlaying: false, event: null });
  });

  test("its end is told once, when the queue is empty", async () => {
    const { pause } = clock();
    const ends: boolean[] = [];
    const animation = new BoardAnimation({ pause, onEnd: () => ends.push(animation.isPlaying) });
    void animation.play(EMPTY, [HOUSE], EMPTY);
    const done = animation.play(EMPTY, [SCORED], AFTER);
    animation.show(AFTER);
    expect(ends).toEqual([]);
    await done;
    expect(ends).toEqual([false]);
  });
});
