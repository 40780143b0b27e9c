/** What a command makes of a table (`han.table.decide`). */
import * as absence from "./absence";
import type { Command, SentCommand } from "./command";
import { TableError } from "./errors";
import * as moves from "./moves";
import * as opening from "./opening";
import type { Progress } from "./progress";
import { Sender } from "./sender";
import type { Table } from "./table";
import * as talk from "./talk";

/** Entries. A long game with much talk has some hundreds. */
const LONGEST_LOG = 10_000;
/** What a game sooner or later has no more use for, however long its log. */
const ALWAYS_POSSIBLE: readonly Command["type"][] = [
  ...(["accept", "salt", "start", "close", "play", "back", "rematch"] as const),
];

/** What a command makes of a table, which itself stays as it is; throws why it is refused. */
export function decide(table: Table, sent: SentCommand, now: number): Progress {
  const { command } = sent;
  if (table.seq >= LONGEST_LOG && !ALWAYS_POSSIBLE.includes(command.type)) {
    throw new TableError("table.too_much");
  }
  return carryOut(table, new Sender(sent.guest, now, command.id, sent.seat), command);
}

function carryOut(table: Table, sender: Sender, command: Command): Progress {
  switch (command.type) {
    case "stand_up":
      return opening.standUp(table, sender);
    case "place":
      return opening.place(table, sender, command);
    case "accept":
      return opening.accept(table, sender);
    case "salt":
      return opening.addSalt(table, sender, command);
    case "start":
      return opening.start(table, sender);
    case "close":
      return opening.close(table, sender);
    case "play":
      return moves.play(table, sender, command);
    case "undo":
      return moves.undo(table, sender, command);
    case "take_back":
      return moves.askTakeBack(table, sender, command);
    case "answer":
      return moves.answerTakeBack(table, sender);
    case "leave":
      return absence.leave(table, sender);
    case "back":
      return absence.comeBack(table, sender);
    case "nudge":
      return absence.nudge(table, sender, command);
    case "stand_in":
      return absence.askStandIn(table, sender, command);
    case "say":
      return talk.say(table, sender, command);
    case "mute":
      return talk.mute(table, sender, command);
    case "rematch":
      return talk.rematch(table, sender, command);
  }
}
