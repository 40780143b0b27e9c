/** A bot plays for people who leave, and how they come back (`han.table.absence`). */
import { term } from "../engine/errors";
import type { AskStandIn, Nudge } from "../net/schema";
import { TableError } from "./errors";
import { progressBy, type Progress } from "./progress";
import type { Sender } from "./sender";
import type { Table } from "./table";

/** Let the stand-in play for the sender. */
export function leave(table: Table, sender: Sender): Progress {
  const seat = sender.seatAt(table);
  checkRunning(table);
  checkPresent(table, seat);
  return progressBy(table, { type: "stood_in", ...sender.stamp, seat, reason: "left" });
}

/** Play again oneself. */
export function comeBack(table: Table, sender: Sender): Progress {
  const seat = sender.seatAt(table);
  checkRunning(table);
  if (!table.standIns.has(seat)) throw new TableError("table.not_away");
  return progressBy(table, { type: "came_back", ...sender.stamp, seat });
}

/** Remind a player: refused, since whoever could be reminded is the one who asks. */
export function nudge(table: Table, sender: Sender, { seat: whom }: Nudge): Progress {
  const seat = sender.seatAt(table);
  checkAwaited(table, whom);
  checkPresent(table, seat);
  throw new TableError("table.not_awaited");
}

/** Let a bot play for somebody absent: refused for the same reason. */
export function askStandIn(table: Table, sender: Sender, asked: AskStandIn): Progress {
  const seat = sender.seatAt(table);
  checkAwaited(table, asked.seat);
  checkPresent(table, seat);
  throw new TableError(asked.agreed ? "table.not_awaited" : "table.no_stand_in_asked");
}

/** Refuse what is possible only while the game is played. */
export function checkRunning(table: Table): void {
  if (table.status === "over")
    throw new TableError("table.is_over", { button: term("game.rematch") });
  if (table.movedTo) throw new TableError("local.has_moved");
  if (table.status === "closed") throw new TableError("table.closed");
  if (table.status !== "running") throw new TableError("table.not_begun");
}

/** Refuse what only those can do who play themselves. */
export function checkPresent(table: Table, seat: number): void {
  if (table.standIns.has(seat))
    throw new TableError("table.away", { button: term("game.come_back") });
}

function checkAwaited(table: Table, whom: number): void {
  checkRunning(table);
  if (whom !== table.personToMove) throw new TableError("table.not_awaited");
}
