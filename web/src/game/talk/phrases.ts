/** What is said with one click, and what somebody said, in the reader's language. */
import type { SaidEntry } from "../../net/schema";
import { t, type MessageKey } from "../../text/index.svelte";

export const PHRASES = {
  hello: "game.say_hello",
  good_game: "game.say_good_game",
  well_played: "game.say_well_played",
  thanks: "game.say_thanks",
  thinking: "game.say_thinking",
  oops: "game.say_oops",
  your_turn: "game.say_your_turn",
} as const satisfies Record<string, MessageKey>;

export function wordsOf({ text, phrase }: SaidEntry): string {
  if (text !== null) return text;
  return phrase && phrase in PHRASES ? t(PHRASES[phrase as keyof typeof PHRASES]) : "";
}
