import { NotationError } from "./errors";

/** The letters in the order of colours in every array; cards are written the other way round. */
export const LETTERS = "VYOGR";

/** Cards, given as numbers by colour, as letters. */
export function formatCards(counts: Iterable<number>): string {
  return [...counts]
    .map((count, colour) => LETTERS.charAt(colour).repeat(count))
    .reverse()
    .join("");
}

/** The number of cards of each colour. */
export function parseCards(text: string): number[] {
  for (const letter of text) {
    if (!LETTERS.includes(letter)) {
      throw new NotationError("notation.unknown_card", { letter, cards: text });
    }
  }
  return [...LETTERS].map((letter) => text.split(letter).length - 1);
}
