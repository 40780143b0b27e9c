/** What places, cards and targets are called in a sentence. */

import type {
  BoardView,
  Colour,
  Language,
  MapData,
  Offer,
  Piece,
  Place,
  SpaceData,
  Target,
  Text,
} from "./types";
import { COLOURS } from "./types";
import { piecesAt, pricesOf } from "./targets";

/** Words for one reader: the texts and the language that names are in. */
export interface Words {
  readonly t: Text;
  readonly lang: Language;
}

export function provinceName(map: MapData, id: string, lang: Language): string {
  return map.provinces.find((province) => province.id === id)?.name[lang] ?? id;
}

/** A space, or the province of anything else that lies in one. */
export function placeName(map: MapData, { kind, id }: Place, lang: Language): string {
  return kind === "space" ? spaceName(map, id, lang) : provinceName(map, id, lang);
}

/** “Wei 1”, or “Wei/Han” for a border space: as the server says it (han.maps.names). */
export function spaceName(map: MapData, id: string, lang: Language): string {
  const space = map.spaces.find((one) => one.id === id);
  if (!space) return id;
  const names = space.provinces.map((province) => provinceName(map, province, lang));
  return names.length > 1 ? names.join("/") : `${names[0]} ${spaceNumber(map, space)}`;
}

/** The same with what is special about it. */
export function spaceTitle(map: MapData, space: SpaceData, { t, lang }: Words): string {
  const place = spaceName(map, space.id, lang);
  if (space.port) return t("board.port_name", { place });
  return space.provinces.length > 1 ? t("board.border_name", { place }) : place;
}

/** Whose piece stands on a space, if any. */
export function holderOf(
  { markers, houses }: BoardView,
  space: string,
  names: readonly string[],
  t: Text,
): string {
  const [marker, house] = [markers[space], houses[space]];
  const owner = marker ?? house;
  if (owner === undefined) return t("board.free");
  const seat = names[owner] ?? String(owner + 1);
  if (marker === undefined) return t("board.house_of", { seat });
  return t(house === undefined ? "board.market_of" : "board.fortification_of", { seat });
}

/** “Ada 2, Ben 1”: a number for each player who has any. */
export function tallyPhrase(counts: readonly number[], names: readonly string[]): string {
  return counts
    .flatMap((count, seat) => (count ? `${names[seat] ?? seat + 1} ${count}` : []))
    .join(", ");
}

function spaceNumber(map: MapData, space: SpaceData): string {
  const number = space.id.slice(space.id.lastIndexOf("-") + 1);
  if (/^\d+$/.test(number)) return number;
  const siblings = map.spaces.filter((other) => other.provinces.join() === space.provinces.join());
  return String(siblings.findIndex(({ id }) => id === space.id) + 1);
}

export function colourName(colour: Colour, t: Text): string {
  const keys = {
    V: "terms.colour_V",
    Y: "terms.colour_Y",
    O: "terms.colour_O",
    G: "terms.colour_G",
    R: "terms.colour_R",
  } as const;
  return t(keys[colour]);
}

/** “2 green cards and a red card”. */
export function cardsPhrase(cards: string, t: Text): string {
  const keys = {
    V: "narration.card_V",
    Y: "narration.card_Y",
    O: "narration.card_O",
    G: "narration.card_G",
    R: "narration.card_R",
  } as const;
  const parts = COLOURS.map((colour) => ({ colour, count: cards.split(colour).length - 1 }))
    .filter(({ count }) => count > 0)
    .map(({ colour, count }) => t(keys[colour], { count }));
  return joined(parts, t, "narration.and");
}

/** A list in words. */
export function joined(
  parts: readonly string[],
  t: Text,
  how: "narration.and" | "narration.or" = "narration.and",
): string {
  if (parts.length < 2) return parts.join("");
  return t(how, { first: parts.slice(0, -1).join(", "), last: parts.at(-1) ?? "" });
}

/** What can be done at a target and what it costs: one sentence for each kind of piece. */
export function targetLabel(map: MapData, target: Target, { t, lang }: Words): string {
  const place = placeName(map, target.place, lang);
  const sentences = piecesAt(target).map((piece) => {
    const prices = pricesOf(target, piece).map((cards) => cardsPhrase(cards, t));
    return offerLabel(piece, place, joined(prices, t, "narration.or"), t);
  });
  return sentences.join(" ");
}

function offerLabel(piece: Piece, place: string, price: string, t: Text): string {
  if (piece === "H") return t("board.house_for", { place, price });
  if (piece === "E") return t("board.emissary_for", { place, price });
  if (piece === "F") return t("board.fortification_for", { place, price });
  return t("board.market_for", { place, price });
}

/** The cheapest offers that a place shows: one for each kind of piece. */
export function cheapest(target: Target): Offer[] {
  return piecesAt(target).flatMap(
    (piece) => target.offers.find((offer) => offer.piece === piece) ?? [],
  );
}
