/** Commands while a game is played: decide and go back (`han.table.moves`). */
import { term } from "../engine/errors";
import type { AskTakeBack, Play, Undo } from "../net/schema";
import { checkPresent, checkRunning } from "./absence";
import type { Played } from "./entry";
import { StaleError, TableError } from "./errors";
import { progressBy, progressBySteps, type Progress } from "./progress";
import type { Sender } from "./sender";
import { MOST_UNDOS, type Table } from "./table";
import { takeStep, type Step } from "./timeline";

/** A person's decision for the position of a moment. */
export function play(table: Table, sender: Sender, asked: Play): Progress {
  const seat = sender.seatAt(table);
  checkRunning(table);
  checkPresent(table, seat);
  checkMoment(table, seat, asked.moment);
  return decided(table, { ...sender.stamp, seat, by: "person", fault: "" }, asked.action);
}

/** Throw what forbids an action now; nothing if a seat may do it. */
export function checkAction(table: Table, seat: number | null, action: string): void {
  if (seat === null) throw new TableError("table.not_your_seat");
  checkRunning(table);
  takeStep(table.position, action, seat);
}

/** The decision of the bot that is to move. */
export function playBot(table: Table, now: number, action: string): Progress {
  const seat = table.toMove;
  if (seat === null || !table.botToMove) throw new StaleError("table.too_late");
  const by = table.standIns.has(seat) ? "stand_in" : "bot";
  return decided(table, { at: now, guest: "", cid: "", seat, by, fault: "" }, action);
}

/** A decision, and what chance gives after it until somebody decides again. */
function decided(table: Table, about: Omit<Played, "type" | "actions">, text: string): Progress {
  const steps: Step[] = [takeStep(table.position, text, about.seat)];
  for (let { position } = steps[0]!; position.isChance;) {
    const outcome = table.fair.outcome(position, table.begun.cards + steps.length - 1);
    steps.push(takeStep(position, outcome));
    position = steps.at(-1)!.position;
  }
  const actions = steps.map(({ action }) => action);
  return progressBySteps(table, { type: "played", ...about, actions }, steps);
}

/** Take one's last decision back, as long as nobody has learned anything by it. */
export function undo(table: Table, sender: Sender, asked: Undo): Progress {
  const seat = sender.seatAt(table);
  checkRunning(table);
  checkPresent(table, seat);
  checkMoment(table, seat, asked.moment);
  if (seat !== table.toMove) throw new TableError("table.undo_not_your_turn");
  const { length, undoLimit } = table.begun;
  if (length <= undoLimit) throw new TableError("table.nothing_to_undo");
  if (table.undos >= MOST_UNDOS) throw new TableError("table.too_many_undos", { most: MOST_UNDOS });
  return progressBy(table, { type: "undone", ...sender.stamp, seat, length: length - 1 });
}

/** Go back to the beginning of one's last turn; nobody else must agree. */
export function askTakeBack(table: Table, sender: Sender, asked: AskTakeBack): Progress {
  const seat = sender.seatAt(table);
  checkRunning(table);
  if (!table.options.casual)
    throw new TableError("table.not_casual", { button: term("game.undo") });
  checkPresent(table, seat);
  checkMoment(table, seat, asked.moment);
  const length = takeBackGoal(table, seat);
  if (length === null) {
    throw new TableError("table.nothing_to_take_back", { button: term("game.undo") });
  }
  const entry = { type: "take_back_asked", ...sender.stamp, seat, length, redraw: true } as const;
  return progressBy(table, entry);
}

/** How much of the game would remain if a seat took its last turn back; null if it has none. */
export const takeBackGoal = (table: Table, seat: number): number | null =>
  table.begun.lastTurnOf(seat);

/** Agree to a take-back: here none ever waits for an answer. */
export function answerTakeBack(table: Table, sender: Sender): Progress {
  sender.seatAt(table);
  checkRunning(table);
  throw new TableError("table.no_take_back");
}

function checkMoment(table: Table, seat: number, moment: number): void {
  if (moment !== table.momentOf(seat)) throw new StaleError("table.too_late");
}
