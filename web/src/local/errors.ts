/** Why a table refuses a command (`han.table.errors`). */
import { GameError } from "../engine/errors";

/** A command that is refused; nothing has changed. */
export class TableError extends GameError {}

/** A command for a moment that has passed: somebody else was quicker. */
export class StaleError extends TableError {}

/** There is no such table. */
export class UnknownTableError extends TableError {}

/** There is no such map. */
export class UnknownMapError extends TableError {}

/** A request that is not of the right shape; `where` says in what place. */
export class BadRequestError extends TableError {
  constructor(where: string) {
    super("server.bad_request", { where });
  }
}

/** Entries that do not follow one another; a log of ours never does that. */
export class LogError extends Error {}
