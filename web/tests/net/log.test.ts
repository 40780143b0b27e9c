import { expect, test } from "vitest";

import { EntryLog } from "../../src/net/log";
import { entryOf } from "./fake";

/** A small generator, so that a failure can be seen again. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test("however history and updates are mixed, the log has everything once and in order", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const below = chance(seed);
    const log = new EntryLog();
    const told = below(20);
    const last = told + below(10);
    log.expect(told);
    const before = below(last - told + 1);
    for (const seq of range(told + 1, told + before)) {
      expect(log.addUpdate(seq, [entryOf(seq)])).toBe(true);
    }
    const overlap = told + below(before + 1);
    log.addHistory(range(0, overlap).map(entryOf));
    for (const seq of range(told + before + 1, last)) log.addUpdate(seq, [entryOf(seq)]);
    expect(log.list.map((entry) => entry.seq)).toEqual(range(0, last));
    expect(log.complete).toBe(last);
  }
});

test("an update that nobody may see leaves no gap", () => {
  const log = new EntryLog();
  log.expect(1);
  log.addHistory([entryOf(0), entryOf(1)]);
  expect(log.addUpdate(2, [])).toBe(true);
  expect(log.addUpdate(3, [entryOf(3)])).toBe(true);
  expect(log.complete).toBe(3);
});

test("a missed update is noticed, and what came before it stays complete", () => {
  const log = new EntryLog();
  log.expect(1);
  log.addHistory([entryOf(0), entryOf(1)]);
  expect(log.addUpdate(3, [entryOf(3)])).toBe(false);
  expect(log.complete).toBe(1);
});

test("what is told again replaces what was told before", () => {
  const log = new EntryLog();
  log.expect(0);
  log.addHistory([entryOf(0)]);
  const opened = { ...entryOf(0), at: 5 };
  log.addHistory([opened]);
  expect(log.list).toEqual([opened]);
});
