/** From the legal actions, as the server lists them, to places that light up. */

import type { Offer, Piece, Place, Target } from "./types";

const PLACING = /^([HEFM]) (\S+) ([VYOGR]+)$/;

/** An action that places a piece, read from its notation; none for any other action. */
export function parseOffer(action: string): (Offer & { place: Place }) | null {
  const [, piece, id, cards] = PLACING.exec(action) ?? [];
  if (!piece || !id || !cards) return null;
  const kind = piece === "E" ? "dragon" : "space";
  return { action, piece: piece as Piece, cards, place: { kind, id } };
}

/** The places that can be taken, in the order of their first actions. */
export function targetsOf(legal: readonly string[]): Target[] {
  const found = new Map<string, { place: Place; offers: Offer[] }>();
  for (const action of legal) {
    const offer = parseOffer(action);
    if (!offer) continue;
    const key = placeKey(offer.place);
    const target = found.get(key) ?? { place: offer.place, offers: [] };
    target.offers.push({ action, piece: offer.piece, cards: offer.cards });
    found.set(key, target);
  }
  return [...found.values()].map(cheapestFirst);
}

function cheapestFirst(target: Target): Target {
  const rank = (offer: Offer) =>
    (offer.piece === "H" || offer.piece === "E" ? 0 : 10) + offer.cards.length;
  return { ...target, offers: [...target.offers].sort((a, b) => rank(a) - rank(b)) };
}

/** The prices of one piece at a target, the cheapest first. */
export function pricesOf(target: Target, piece: Piece): string[] {
  return target.offers.filter((offer) => offer.piece === piece).map((offer) => offer.cards);
}

/** The kinds of piece that fit at a target. */
export function piecesAt(target: Target): Piece[] {
  return [...new Set(target.offers.map((offer) => offer.piece))];
}

export function placeKey(place: Place): string {
  return `${place.kind}:${place.id}`;
}

export function isSamePlace(one: Place | null, other: Place | null): boolean {
  return one?.kind === other?.kind && one?.id === other?.id;
}
