import { readdirSync } from "node:fs";
import { expect, test } from "vitest";

import { GameError } from "../../src/engine/errors";
import type { Position } from "../../src/engine/position";
import { cardsBefore, FairCards } from "../../src/records/fair";
import { parseRecord } from "../../src/records/parse";
import { formatRecord, type GameRecord } from "../../src/records/record";
import { Recorder } from "../../src/records/recorder";
import { RefusedLineError, verify } from "../../src/records/replay";
import { open, recorded, RECORDED } from "../engine/games";
import fair from "./fair_games.json";
import verified from "./verified.json";

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));

test.each(readdirSync(RECORDED))(
  "a recorded game is right, and written to the byte: %s",
  (file) => {
    const record = parseRecord(recorded(file));
    expect(formatRecord(record)).toBe(recorded(file));
    expect(verify(record, open).result).toEqual(record.result);
  },
);

type Fair = (typeof fair.cases)[number];

test.each(fair.cases)(
  "a game played here has Python's record: $kind.map $kind.players",
  (wanted) => {
    expect(formatRecord(playFair(wanted))).toBe(wanted.record);
    expect(verify(parseRecord(wanted.record), open).isOver).toBe(true);
  },
);

/** Play what was decided, with the cards of a seed. */
function playFair({
  kind,
  seed,
  salts,
  redraws,
  brought,
  start,
  names,
  decisions,
}: Fair): GameRecord {
  const cards = new FairCards(bytesOf(seed), salts, redraws, brought);
  const origins = salts.map((salt) => (salt ? "own" : "bot"));
  const game = open(kind);
  const first = cards.deal(game, start);
  const recorder = new Recorder(first, { names, fair: cards.meta(start === null, origins) });
  let [last, drawn]: [Position, number] = [first, cardsBefore(game)];
  for (const rest = [...decisions]; !last.isOver;) {
    const action = last.isChance ? cards.outcome(last, drawn++) : rest.shift()!;
    const { position, events } = last.play(action);
    recorder.add(action, position, events);
    last = position;
  }
  return recorder.record();
}

const letters = [...verified.base];

test.each(verified.cases)("a change is found: $difference, $key", ({ difference, ...wanted }) => {
  const { from, to, put } = difference;
  const text = [...letters.slice(0, from), put, ...letters.slice(to)].join("");
  expect(verdictOn(text)).toEqual(wanted);
});

/** What verifying a record says, in the form of the fixture. */
function verdictOn(text: string) {
  try {
    return { last: String(verify(parseRecord(text), open)) };
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    const { key, params } = error;
    return {
      key,
      params,
      ...(error instanceof RefusedLineError ? { fault: error.fault.key } : {}),
    };
  }
}

test("a game that is not over is recorded so far, its unfinished turn included", () => {
  const [{ kind, seed, salts, decisions }] = fair.cases as [Fair];
  const first = new FairCards(bytesOf(seed), salts).deal(open(kind), 0);
  const action = first.legalTexts[0]!;
  const { position, events } = first.play(action);
  expect(decisions.length).toBeGreaterThan(1);
  const record = new Recorder(first).add(action, position, events).record();
  expect(record.turns).toEqual([{ seat: 0, atoms: [action], scored: {} }]);
  expect(record.result).toBeNull();
  expect(formatRecord(parseRecord(formatRecord(record)))).toBe(formatRecord(record));
});

test("what is not known is left out of a record", () => {
  const { kind, seed, salts } = fair.cases[0]!;
  const first = new FairCards(bytesOf(seed), salts).deal(open(kind), 0);
  const text = formatRecord(new Recorder(first, { fault: undefined, share: 0.5 }).record());
  expect(text).toContain('"meta": {"share": 0.5},');
});

test("a record of a board that is not here is refused", () => {
  const record = parseRecord(verified.base.replace('"border-disputes"', '"my-own"'));
  expect(record.kind.map).toBe("my-own");
  expect(() => verify(record, open)).toThrow(RefusedLineError);
});
