/** The catalogue topics that the client uses; the English ones define the keys. */
import type board from "$messages/en/board.json";
import type game from "$messages/en/game.json";
import type guide from "$messages/en/guide.json";
import type narration from "$messages/en/narration.json";
import type replay from "$messages/en/replay.json";
import type terms from "$messages/en/terms.json";
import type web from "$messages/en/web.json";

export interface Topics {
  board: typeof board;
  game: typeof game;
  guide: typeof guide;
  narration: typeof narration;
  replay: typeof replay;
  terms: typeof terms;
  web: typeof web;
}

/** A key such as `web.play_now`. */
export type MessageKey = {
  [Topic in keyof Topics]: `${Topic}.${keyof Topics[Topic] & string}`;
}[keyof Topics];
