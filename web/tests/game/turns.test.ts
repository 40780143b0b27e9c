import { describe, expect, it } from "vitest";

import {
  entryAfter,
  momentsOf,
  turnAt,
  turnsOfLog,
  turnsOfReplay,
} from "../../src/game/talk/turns";
import type { Entry, GameEvent, Replay, Sentence } from "../../src/net/schema";

const TOLD: Sentence[] = [{ key: "narration.ports_scored", params: {} }];
const event = (type: string, told = TOLD) => ({ type, told }) as GameEvent;
const PLACED = event("piece_placed");
const TAKEN = event("card_taken");
const NEXT = event("turn_begun");

interface Played {
  seat?: number;
  round?: number;
  length: number;
}

function played(seq: number, events: GameEvent[], { seat = 0, round = 1, length }: Played): Entry {
  return { type: "played", seq, seat, round, length, events, told: [], fault: null } as never;
}

const entry = (type: string, seq: number, more: object = {}) =>
  ({ type, seq, told: TOLD, ...more }) as unknown as Entry;

/** What stands in each block, in short. */
const short = (turns: ReturnType<typeof turnsOfLog>) =>
  turns.map(({ kind, seat, round, lines }) => [
    kind === "turn" ? `${round}:${seat}` : kind,
    ...lines.map(({ at, isTakenBack }) => (isTakenBack ? -at : at)),
  ]);

const STARTED = entry("started", 1, { length: 0 });

describe("the log of a table", () => {
  it("has a block for each turn; its heading says who begins", () => {
    const entries = [
      entry("created", 0, { told: [] }),
      STARTED,
      played(2, [PLACED], { length: 1 }),
      played(3, [TAKEN, NEXT], { length: 2 }),
      played(4, [PLACED], { seat: 1, length: 3 }),
    ];
    expect(short(turnsOfLog(entries))).toEqual([
      ["table", 1],
      ["1:0", 2, 3],
      ["1:1", 4],
    ]);
  });

  it("puts what is about the table into the turn that goes on, or between turns", () => {
    const entries = [
      played(2, [PLACED], { length: 1 }),
      entry("nudged", 3),
      played(4, [TAKEN, NEXT], { length: 2 }),
      entry("stood_in", 5),
      entry("came_back", 6),
      played(7, [PLACED], { seat: 1, length: 3 }),
    ];
    expect(short(turnsOfLog(entries))).toEqual([
      ["1:0", 2, 3, 4],
      ["table", 5, 6],
      ["1:1", 7],
    ]);
  });

  it("strikes out what was undone, and leaves it where it was", () => {
    const entries = [
      STARTED,
      played(2, [PLACED], { length: 1 }),
      played(3, [PLACED], { length: 2 }),
      entry("undone", 4, { length: 1 }),
      played(5, [TAKEN], { length: 2 }),
    ];
    expect(short(turnsOfLog(entries))).toEqual([
      ["table", 1],
      ["1:0", 2, -3, 4, 5],
    ]);
  });

  it("strikes out turns that were taken back; those that replace them are new blocks", () => {
    const entries = [
      played(2, [PLACED, NEXT], { length: 2 }),
      played(3, [PLACED, NEXT], { seat: 1, length: 4 }),
      entry("take_back_asked", 4),
      entry("take_back_answered", 5, { length: 0 }),
      played(6, [PLACED], { length: 1 }),
      entry("undone", 7, { length: 0 }),
    ];
    expect(short(turnsOfLog(entries))).toEqual([
      ["1:0", -2],
      ["1:1", -3],
      ["table", 4, 5],
      ["1:0", -6, 7],
    ]);
    expect([1, 2, 3].map((actions) => entryAfter(entries, actions))).toEqual([null, null, null]);
    expect(entryAfter(entries.slice(0, 2), 3)).toBe(3);
    expect(entryAfter([STARTED, ...entries], 0)).toBe(1);
  });

  it("tells the final scoring in a block of its own, with who won", () => {
    const ending = [TAKEN, event("game_ended"), event("alliance_scored")];
    const last = { ...played(9, ending, { length: 5 }), told: TOLD } as Entry;
    expect(short(turnsOfLog([last]))).toEqual([
      ["1:0", 9],
      ["final", 9, 9, 9],
    ]);
  });

  it("says nothing of talk, nor what a heading says already", () => {
    const silent = entry("said", 2, { told: [] });
    const stopped = played(3, [event("placing_stopped"), NEXT], { length: 1 });
    expect(turnsOfLog([silent, stopped])).toEqual([]);
  });
});

it("a replay is told in the same way, by positions", () => {
  const step = (seat: number, events: GameEvent[]) => ({ seat, round: 1, events, told: [] });
  const replay = { steps: [step(0, [PLACED]), step(0, [TAKEN, NEXT]), step(1, [TAKEN])] };
  const turns = turnsOfReplay(replay as unknown as Replay);
  expect(short(turns)).toEqual([
    ["1:0", 1, 2],
    ["1:1", 3],
  ]);
  expect(turns.map(momentsOf)).toEqual([
    [1, 2],
    [3, 3],
  ]);
  expect([0, 1, 2, 3, 9].map((at) => turnAt(turns, at))).toEqual([-1, 0, 0, 1, 1]);
});
