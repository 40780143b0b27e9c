/** Replaying and verifying records (`han.records.replay`, `han.records.replay_json`). */
import type { GameKind } from "../engine/data";
import { GameError, SetupError, UnknownMapError } from "../engine/errors";
import type { Event } from "../engine/event";
import type { Game } from "../engine/game";
import { tellEach, tellResult } from "../engine/narrator";
import { overviewJson } from "../engine/overview";
import type { Position } from "../engine/position";
import { publicJson } from "../engine/view_json";
import type { Replay, ReplayStep } from "../net/schema";
import { RecordMismatchError } from "./errors";
import { claimsFair, FairCheck } from "./fair_check";
import { atomActions } from "./parse";
import { recordLines, type GameRecord } from "./record";
import { Recorder } from "./recorder";

/** Makes the game of a record; a `GameError` if there is none. */
export type OpenGame = (kind: GameKind) => Game;

/** One action or outcome of a replayed game. */
export interface Step {
  /** The turn's number, counted from 0. */
  turn: number;
  before: Position;
  action: string;
  after: Position;
  events: Event[];
}

/** The deal that a record starts from. */
export const firstPosition = ({ hands, display, start }: GameRecord, game: Game): Position =>
  game.dealCards(hands, display, start);

/** The game step by step; an action that is not allowed raises its refusal. */
export function* replay(record: GameRecord, first: Position): Generator<Step> {
  let before = first;
  for (const [turn, { atoms }] of record.turns.entries()) {
    for (const action of atoms.flatMap(atomActions)) {
      const { position: after, events } = before.play(action);
      yield { turn, before, action, after, events };
      before = after;
    }
  }
}

/** A record's game and all its positions, as `/api/replay` answers. */
export function replayJson(record: GameRecord, open: OpenGame): Replay {
  const { kind, start, meta } = record;
  const first = firstPosition(record, open(kind));
  return {
    ...{ map: kind.map, players: kind.players, variant: kind.variant },
    names: namesIn(meta["names"], kind.players),
    start,
    first: openPosition(first),
    steps: Array.from(replay(record, first), stepJson),
  };
}

function namesIn(names: unknown, players: number): string[] | null {
  return Array.isArray(names) && names.length === players && players ? names.map(String) : null;
}

function stepJson({ turn, before, action, after, events }: Step): ReplayStep {
  return {
    ...openPosition(after),
    turn,
    round: before.game.roundOf(turn),
    seat: before.turn,
    action,
    events: tellEach(events, after),
    told: tellResult(after),
  };
}

/** A position of a replayed game: everything lies open. */
function openPosition(position: Position): Replay["first"] {
  const view = position.view(null);
  return { view: publicJson(view), overview: overviewJson(view), hands: position.hands };
}

/**
 * Replay a record and compare every line; the last position.
 *
 * If the record contains the seed of its cards, every card is checked against it. A
 * `RecordMismatchError` names the first line that differs from what replaying gives.
 */
export function verify(record: GameRecord, open: OpenGame): Position {
  const game = checkedGame(record, open);
  const { map } = game;
  if (![map.sha256, ...map.editions].includes(record.sha256)) {
    const line = lineOf(record, "map_sha256");
    throw new RecordMismatchError("records.other_board", { line, map: map.shape.name });
  }
  const first = checkedDeal(record, game);
  const lines = (key: string) => lineOf(record, key);
  const cards = claimsFair(record) ? new FairCheck(record, first, lines) : null;
  const recorder = new Recorder(first, record.meta);
  let last = first;
  for (const { turn, before, action, after, events } of allowedSteps(record, first, recorder)) {
    cards?.follow(before, action, turn);
    recorder.add(action, after, events);
    last = after;
  }
  const played = { ...recorder.record(), sha256: record.sha256 };
  compareLines(recordLines(record), recordLines(played));
  return last;
}

function checkedGame(record: GameRecord, open: OpenGame): Game {
  return orMismatch(
    () => open(record.kind),
    (error) => lineOf(record, error instanceof UnknownMapError ? "map" : "players"),
  );
}

function checkedDeal(record: GameRecord, game: Game): Position {
  return orMismatch(
    () => firstPosition(record, game),
    (error) => {
      if (!(error instanceof SetupError)) throw error;
      return lineOf(record, error.key === "setup.start" ? "start" : "deal");
    },
  );
}

/** The steps of a record; a refusal becomes the fault of the turn reached by `recorder`. */
function* allowedSteps(record: GameRecord, first: Position, recorder: Recorder): Generator<Step> {
  const steps = replay(record, first);
  for (;;) {
    const { value, done } = orMismatch(
      () => steps.next(),
      () => lineOf(record, "turns") + 1 + recorder.finishedTurns,
    );
    if (done) return;
    yield value;
  }
}

/** What `act` gives; a refusal becomes the fault of a line. */
function orMismatch<T>(act: () => T, lineOf: (error: GameError) => number): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    throw new RefusedLineError(lineOf(error), error);
  }
}

/** A line of a record that the rules do not allow. */
export class RefusedLineError extends RecordMismatchError {
  constructor(
    line: number,
    /** What fills the gap `fault` in the reader's language, with the number of its rule. */
    readonly fault: GameError,
  ) {
    super("records.refused", { line });
  }
}

/** The line, counted from 1, on which a key of the record stands. */
function lineOf(record: GameRecord, key: string): number {
  return 1 + recordLines(record).findIndex((line) => line.startsWith(`  "${key}": `));
}

function compareLines(told: string[], replayed: string[]): void {
  for (let index = 0; index < Math.max(told.length, replayed.length); index++) {
    const [line, right] = [told[index] ?? "", replayed[index] ?? ""];
    if (line === right) continue;
    const said = { told: line.trim(), replayed: right.trim() };
    throw new RecordMismatchError("records.differs", { line: index + 1, ...said });
  }
}
