/** Why a table refuses a command (`han.table.errors`). */
import { idIn } from "../engine/brought";
import { GameError } from "../engine/errors";

/** A command that is refused; nothing has changed. */
export class TableError extends GameError {}

/** A command for a moment that has passed: somebody else was quicker. */
export class StaleError extends TableError {}

/** There is no such table. */
export class UnknownTableError extends TableError {}

/** A table that is not kept here: perhaps it has been deleted, perhaps in another tab just now. */
export class DeletedTableError extends UnknownTableError {
  constructor() {
    super("local.no_such_game");
  }
}

/** There is no such map. */
export class UnknownMapError extends TableError {}

/** A board that people brought is not kept here, or not any more. */
export class MissingBoardError extends UnknownMapError {
  constructor(name: string) {
    super("local.board_missing", { map: idIn(name) });
  }
}

/** A board cannot be deleted: so many games that are kept here are played on it. */
export class NeededBoardError extends TableError {
  constructor(games: number) {
    super("web.board_needed", { count: games });
  }
}

/** A request that is not of the right shape; `where` says in what place. */
export class BadRequestError extends TableError {
  constructor(where: string) {
    super("server.bad_request", { where });
  }
}

/** Entries that do not follow one another; a log of ours never does that. */
export class LogError extends Error {}
