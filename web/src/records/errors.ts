import { GameError } from "../engine/errors";

/** Text that is not a record: not JSON, incomplete, or of another form. */
export class RecordError extends GameError {}

/** A record that differs from the result of replaying it. */
export class RecordMismatchError extends GameError {}

/** A record whose cards do not follow from its seed. */
export class UnfairCardsError extends RecordMismatchError {}
