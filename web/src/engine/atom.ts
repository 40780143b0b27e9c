import { formatCards, parseCards } from "./cards";
import { NotationError } from "./errors";

export const HOUSE = "H";
export const EMISSARY = "E";
export const FORTIFICATION = "F";
export const MARKET_PLACE = "M";
export const STOP = ".";
export const DISCARD = "X";
export const TAKE = "+";
export const PILE = "*";
export const REFILL = "=";
export const HIDDEN = "?";

const PIECE = /^([HEFM]) ([a-z0-9-]+) ([VYOGR]{1,3})$/;
const CARD = /^(X |\+|\*|=)([VYOGR])$/;

/** An action or outcome in parts: its kind, the space or province of a piece, the cards. */
export interface Atom {
  kind: string;
  place: string;
  cards: string;
}

const atomOf = (kind: string, place = "", cards = ""): Atom => ({ kind, place, cards });

/** Parse an atom; its cards are put into the order of the notation. */
export function parseAtom(text: string): Atom {
  if (text === STOP || text === PILE) return atomOf(text);
  if (text === PILE + HIDDEN) return atomOf(PILE, "", HIDDEN);
  const [, kind, place, cards] = PIECE.exec(text) ?? [];
  if (kind && place && cards) return atomOf(kind, place, formatCards(parseCards(cards)));
  const [, sign, card] = CARD.exec(text) ?? [];
  if (sign && card) return atomOf(sign.trim(), "", card);
  throw new NotationError("notation.not_an_action", { text });
}

/** The text of an atom. */
export function formatAtom({ kind, place, cards }: Atom): string {
  if (place) return `${kind} ${place} ${cards}`;
  return kind === DISCARD ? `${DISCARD} ${cards}` : kind + cards;
}
