/** The cards that pay for a piece, as they are told (`han.engine.payment`). */
import type { MapShape } from "../net/schema";
import { EMISSARY, FORTIFICATION, MARKET_PLACE, type Atom } from "./atom";
import { gap, type Cards } from "./sentence";

type MapSpace = MapShape["spaces"][number];

/** The cards of a piece, a wild pair apart: then there is one more than the price (T4, Q1). */
export function paymentOf(map: MapShape, atom: Atom): Cards {
  const { cards } = atom;
  if (cards.length === priceOf(map, atom)) return gap.cards(cards);
  const pair = [...cards].find((letter) => cards.split(letter).length > 2)!;
  return gap.cards(cards.replace(pair, "").replace(pair, ""), pair + pair);
}

/** The house space that an action is about; none for an emissary and without a place. */
export function spaceOf(map: MapShape, { kind, place }: Atom): MapSpace | null {
  if (kind === EMISSARY) return null;
  return map.spaces.find(({ id }) => id === place) ?? null;
}

/** Whether a space lies between two provinces. */
export const isBorder = (space: MapSpace | null): boolean => space?.provinces.length === 2;

/** How many cards a piece costs without a wild pair (T3, T8, V1, V4). */
function priceOf(map: MapShape, atom: Atom): number {
  const isMarker = atom.kind === FORTIFICATION || atom.kind === MARKET_PLACE;
  return isMarker || isBorder(spaceOf(map, atom)) ? 2 : 1;
}
