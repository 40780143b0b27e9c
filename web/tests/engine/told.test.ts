/** Recorded games are told as Python tells them: see tests/tools/browser/games.py. */
import { describe, expect, test } from "vitest";

import { GameError } from "../../src/engine/errors";
import { seenBy, type Event } from "../../src/engine/event";
import { tellEach, tellEvents, tellResult } from "../../src/engine/narrator";
import { afterStop, whyNoPiece } from "../../src/engine/placing";
import { Position } from "../../src/engine/position";
import { parseRecord } from "../../src/records/parse";
import { firstPosition, replay, replayJson, type Step } from "../../src/records/replay";
import { digest } from "./digest";
import { IN_BROWSER } from "./files";
import { open, recorded } from "./games";
import told from "./told_games.json";

const seatsOf = ({ game }: Position) => Array.from({ length: game.players }, (_, seat) => seat);

/** Browsers replay all games, for theirs is the engine; Node some of every kind. */
const cases = told.cases
  .map((one, number) => ({ ...one, number }))
  .filter(({ number }) => IN_BROWSER || number % 3 === 0);

describe.each(cases)("$file", (wanted) => {
  const record = parseRecord(recorded(wanted.file));
  const first = firstPosition(record, open(record.kind));
  const steps = [...replay(record, first)];
  const positions = [first, ...steps.map(({ after }) => after)];

  test("it is as long", () => {
    expect(steps).toHaveLength(wanted.steps);
  });

  test("its events are told in the same sentences", () => {
    expect(digest(steps.map(tellStep))).toBe(wanted.told);
  });

  test("the same ends a placing", () => {
    expect(digest(positions.map(placing))).toBe(wanted.placing);
  });

  test("the same is refused for the same reasons", () => {
    const some = positions.filter((_, index) => index % told.look === wanted.number % told.look);
    expect(digest(some.map(refused))).toBe(wanted.refused);
  });

  test("it is the same replay", () => {
    expect(digest(replayJson(record, open))).toBe(wanted.replay);
  });
});

/** What everybody is told of a step, and each seat alike: cards drawn by others are hidden. */
function tellStep({ events, after }: Step): unknown[] {
  const seen = [null, ...seatsOf(after)].map((viewer) =>
    tellEach(
      events.map((event) => seenBy(event, viewer)),
      after,
    ),
  );
  return [...seen, tellEach(events, after), tellResult(after)];
}

function placing(position: Position): unknown[] {
  const seats = seatsOf(position);
  const views = [position.view(null), ...seats.map((seat) => position.view(seat))];
  return [views.map(whyNoPiece), seats.map((seat) => afterStop(position, seat))];
}

function refused(position: Position): unknown[] {
  const texts = [...position.game.book.texts.values(), ...told.foreign];
  return [
    ...texts.flatMap((text) => {
      const refusal = refusalOf(position, text);
      return refusal ? [refusal] : [];
    }),
    ...seatsOf(position).map((seat) => refusalOf(position, ".", seat)),
  ];
}

/** Why a text cannot be played, if it cannot. */
function refusalOf(position: Position, text: string, seat?: number): unknown[] | null {
  try {
    position.play(text, seat);
    return null;
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    return [text, error.key, error.params, error.rule];
  }
}

test.each(told.rare)("what is rare is told alike: $told", ({ kind, state, event, told }) => {
  const bytes = Uint8Array.from(state.match(/../g)!, (byte) => parseInt(byte, 16));
  const after = new Position(open(kind), bytes);
  const sentences = event ? tellEvents([event as Event], after)[0] : tellResult(after);
  expect(sentences).toEqual(told);
});

test.each(told.refused)("$action is refused in $position", ({ position, action, refusal }) => {
  const [map = "", players, ...fields] = position.split(" ");
  const [variant, wild] = [fields.includes("variant=on"), !fields.includes("wild=off")];
  const game = open({ map, players: Number(players), variant, wild });
  expect(refusalOf(game.position(position), action)).toEqual(refusal);
});
