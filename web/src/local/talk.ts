/** Commands that change no game: talk, muting, a rematch (`han.table.talk`). */
import { term } from "../engine/errors";
import type { Mute, Say } from "../net/schema";
import type { Rematch } from "./command";
import { TableError } from "./errors";
import type { Options } from "./options";
import { cleanLine } from "./plain_text";
import { progressBy, type Progress } from "./progress";
import type { Sender } from "./sender";
import type { Table } from "./table";

const LONGEST_TEXT = 300;
/** Things to say with one click; each reader gets them in the own language. */
export const PHRASES: readonly string[] = [
  ...["hello", "good_game", "well_played", "thanks", "thinking", "oops", "your_turn"],
];

/** Say something to the table. */
export function say(table: Table, sender: Sender, said: Say): Progress {
  const seat = sender.seatAt(table);
  const phrase = said.phrase ?? "";
  if (phrase && !PHRASES.includes(phrase)) throw new TableError("table.no_such_phrase");
  const text = phrase ? "" : cleanText(said.text ?? "");
  return progressBy(table, { type: "said", ...sender.stamp, seat, text, phrase });
}

function cleanText(text: string): string {
  const clean = cleanLine(text);
  if (!clean) throw new TableError("table.nothing_said");
  if ([...clean].length > LONGEST_TEXT) {
    throw new TableError("table.text_too_long", { most: LONGEST_TEXT });
  }
  return clean;
}

/** Not hear a seat any more, or hear it again. */
export function mute(table: Table, sender: Sender, { seat, muted }: Mute): Progress {
  sender.seatAt(table);
  if (!table.seats[seat]) throw new TableError("table.no_such_seat");
  return progressBy(table, { type: "muted", ...sender.stamp, seat, muted });
}

/** Point everybody to the next game. */
export function rematch(table: Table, sender: Sender, asked: Rematch): Progress {
  const seat = checkRematch(table, sender);
  return progressBy(table, { type: "rematched", ...sender.stamp, game: asked.table_id, seat });
}

/** Refuse a rematch that cannot be now; the seat that asks for it. */
export function checkRematch(table: Table, sender: Sender): number {
  const seat = sender.seatAt(table);
  if (table.status !== "over") throw new TableError("table.not_over");
  if (table.nextGame)
    throw new TableError("table.rematch_exists", { button: term("game.rematch") });
  return seat;
}

/** The options of a rematch: everybody keeps their colour, and the next seat begins. */
export const rematchOptions = (table: Table): Options => ({
  ...table.options,
  start: (table.position.start + 1) % table.seats.length,
});
