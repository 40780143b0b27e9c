import type { Names, Sentence } from "../net/schema";

/** A message that fills a gap of another one. */
export interface Term {
  type: "term";
  key: string;
}

/** What fills a gap of a refusal: what sentences have, words as they are, names, or a message. */
export type RefusalParam = Sentence["params"][string] | string | Names | Term;
export type RefusalParams = Record<string, RefusalParam>;

/**
 * Something a person did cannot be done: a message without a language, as Python's `HanError`.
 *
 * Each layer derives its own kinds.
 */
export class GameError extends Error {
  constructor(
    readonly key: string,
    readonly params: RefusalParams = {},
    /** The rule that forbids it, if one does. */
    readonly rule: string | null = null,
  ) {
    super(`${key} ${JSON.stringify(params)}`);
  }
}

/** Text that is not valid notation. */
export class NotationError extends GameError {}

/** A space or a province that this map does not have, or an action not possible there. */
export class NoSuchPlaceError extends NotationError {}

/** A game that the rules do not allow: wrong number of players or wrong variant. */
export class SetupError extends GameError {}

/** No map has this id. */
export class UnknownMapError extends GameError {}

/** An action that a rule does not allow now. */
export class IllegalActionError extends GameError {
  constructor(rule: string, key: string, params: RefusalParams = {}) {
    super(key, params, rule);
  }
}

/** An action after the end of the game. */
export class GameOverError extends IllegalActionError {}

/** An action of a seat that is not to move. */
export class WrongSeatError extends IllegalActionError {}

export const term = (key: string): Term => ({ type: "term", key });
