/** What people can ask a table to do (`han.table.command`). */
import type { ClientMessage } from "../net/schema";
import type { Seat } from "./entry";

/** What the websocket's messages ask of the table itself. */
export type ClientCommand = Extract<
  ClientMessage,
  {
    type:
      | "play"
      | "undo"
      | "take_back"
      | "answer"
      | "leave"
      | "back"
      | "nudge"
      | "stand_in"
      | "say"
      | "mute";
  }
>;

/** Leave one's seat to others before the game begins. */
export interface StandUp {
  type: "stand_up";
  id: string;
}
/** Put a bot on a seat, or free it. */
export interface Place {
  type: "place";
  id: string;
  where: number;
  now: Seat;
  /** Leave alone whoever sits there already. */
  only_if_open: boolean;
}
/** Say that one wants to play, having been invited. */
export interface Accept {
  type: "accept";
  id: string;
}
/** Add a salt to the shuffle; an empty one says that none will come. */
export interface AddSalt {
  type: "salt";
  id: string;
  commitment: string;
  salt: string;
}
/** Begin the game. */
export interface Start {
  type: "start";
  id: string;
}
/** Give the table up. */
export interface Close {
  type: "close";
  id: string;
}
/** Lead everybody to the table of the next game. */
export interface Rematch {
  type: "rematch";
  id: string;
  table_id: string;
}

export type Command = StandUp | Place | Accept | AddSalt | Start | Close | Rematch | ClientCommand;

/** A command and who sends it, as this device knows them. */
export interface SentCommand<C extends Command = Command> {
  command: C;
  guest: string;
  /** The seat it is sent for. */
  seat: number | null;
}
