/** The moves of a game in play: what was done, how far one can go back (`han.table.timeline`). */
import { constants } from "../engine/built/manifest.json";
import type { Position } from "../engine/position";
import type { GameEvent } from "../net/schema";
import { cardsBefore } from "../records/fair";
import type { GameRecord } from "../records/record";
import { Recorder } from "../records/recorder";

/** Of every so many turns one start is kept; the others are worked out again when needed. */
const EVERY = 4;
const WORD = 64;
export const NO_PERSON = -1;

/** Whether chance gave it: a card that somebody learned. */
export const isOutcome = (code: number): boolean =>
  Math.floor(code / WORD) === constants.TURN && code % WORD >= constants.PILE_GIVES;

/** An action or a chance outcome, and what it led to. */
export interface Step {
  readonly action: string;
  readonly code: number;
  readonly position: Position;
  readonly events: readonly GameEvent[];
}

/** Play an action or a chance outcome; refused unless `seat`, if any, is to move. */
export function takeStep(position: Position, action: string, seat?: number): Step {
  const played = position.play(action, seat);
  return { action: position.game.book.texts.get(played.code)!, ...played };
}

/** The steps of actions and outcomes that have been stored. */
export function replay(position: Position, actions: readonly string[]): Step[] {
  const steps: Step[] = [];
  for (const action of actions) {
    steps.push(takeStep(steps.at(-1)?.position ?? position, action));
  }
  return steps;
}

/** The actions and outcomes that count, in order, and the position they lead to. */
export class Timeline {
  position: Position;
  #codes: number[] = [];
  /** Where each turn began. */
  #turns = [0];
  /** Whose turn each was. */
  #seats: number[];
  /** Of each code the seat whose person decided it; else `NO_PERSON`. */
  #people: number[] = [];
  /** Some positions, by how many codes led there. */
  #kept: Map<number, Position>;
  /** For each take-back that put cards back onto the pile, the first card drawn anew. */
  redraws: readonly number[] = [];

  constructor(readonly first: Position) {
    this.position = first;
    this.#seats = [first.turn];
    this.#kept = new Map([[0, first]]);
  }

  /** A timeline that can go on without changing this one. */
  copy(): Timeline {
    const twin = new Timeline(this.first);
    twin.position = this.position;
    twin.#codes = [...this.#codes];
    twin.#turns = [...this.#turns];
    twin.#seats = [...this.#seats];
    twin.#people = [...this.#people];
    twin.#kept = new Map(this.#kept);
    twin.redraws = this.redraws;
    return twin;
  }

  /** How many turns have begun. */
  get turns(): number {
    return this.#turns.length;
  }

  /** How many actions and outcomes there are. */
  get length(): number {
    return this.#codes.length;
  }

  /** How many cards chance has given, the deal included. */
  get cards(): number {
    return cardsBefore(this.first.game) + this.cardsAfter(0);
  }

  /** How many cards chance has given after the first `length` actions. */
  cardsAfter(length: number): number {
    return this.#codes.slice(length).filter(isOutcome).length;
  }

  /** How far the seat whose turn it is can go back alone: not behind a new card. */
  get undoLimit(): number {
    const begin = this.#turns.at(-1)!;
    let length = this.length;
    while (length > begin && !isOutcome(this.#codes[length - 1]!)) length -= 1;
    return length;
  }

  /** Go one action or outcome on; `person` is the seat whose person decided. */
  add(step: Step, person = NO_PERSON): void {
    this.position = step.position;
    this.#codes.push(step.code);
    this.#people.push(person);
    this.#kept.set(this.length, step.position);
    if (step.events.some(({ type }) => type === "turn_begun")) this.#beginTurn();
  }

  #beginTurn(): void {
    this.#turns.push(this.length);
    this.#seats.push(this.position.turn);
    const wanted = new Set(this.#turns.filter((_, turn) => turn % EVERY === 0)).add(this.length);
    this.#kept = new Map([...this.#kept].filter(([at]) => wanted.has(at)));
  }

  /** Forget what came after the first `length` actions; cards that go back may be drawn anew. */
  cut(length: number, redraw = false): void {
    const putsCardsBack = this.cardsAfter(length) > 0;
    this.position = this.at(length);
    this.#codes = this.#codes.slice(0, length);
    this.#people = this.#people.slice(0, length);
    this.#turns = this.#turns.filter((begin) => begin <= length);
    this.#seats = this.#seats.slice(0, this.#turns.length);
    this.#kept = new Map([...this.#kept].filter(([at]) => at <= length));
    this.#kept.set(length, this.position);
    if (redraw && putsCardsBack) this.redraws = [...this.redraws, this.cards];
  }

  /** The position after so many actions. */
  at(length: number): Position {
    const begin = Math.max(...[...this.#kept.keys()].filter((at) => at <= length));
    const kept = this.#kept.get(begin)!;
    return begin === length ? kept : kept.after(this.#codes.slice(begin, length));
  }

  /** The round, counted from 1, in which an action was done; actions are counted from 0. */
  roundOf(step: number): number {
    const turn = this.#turns.filter((begin) => begin <= step).length - 1;
    return this.first.game.roundOf(turn);
  }

  /** Where the last turn of a seat began in which something was done. */
  lastTurnOf(seat: number): number | null {
    const done = this.#turns.filter(
      (begin, turn) => this.#seats[turn] === seat && begin < this.length,
    );
    return done.at(-1) ?? null;
  }

  /** How many actions there were when one of these persons had last decided; 0 if never. */
  lastDecisionOf(seats: readonly number[]): number {
    return this.#people.findLastIndex((seat) => seats.includes(seat)) + 1;
  }

  /** The game as a record. */
  record(meta: Readonly<Record<string, unknown>>): GameRecord {
    const recorder = new Recorder(this.first, meta);
    let position = this.first;
    for (const code of this.#codes) {
      const action = position.game.book.texts.get(code)!;
      const step = takeStep(position, action);
      recorder.add(action, step.position, step.events);
      position = step.position;
    }
    return recorder.record();
  }
}
