/** The cards and pieces of a line of the log, for eyes that would rather not read sentences. */
import { provinceName, spaceName } from "../../board/labels";
import type { PieceKind } from "../../board/figures/pieces";
import { parseOffer } from "../../board/targets";
import type { Piece } from "../../board/types";
import type { MessageKey } from "../../text/topics";
import type { Story } from "../narrate";
import type { Line } from "./turns";

/** What goes from where to where: cards for a piece, or to or from a pile. */
export type Glyphs =
  | { readonly kind: "piece"; readonly cards: string; readonly piece: PieceKind; readonly seat: number; readonly place: string } // prettier-ignore
  | { readonly kind: "gain"; readonly from: string; readonly cards: string }
  | { readonly kind: "loss"; readonly cards: string; readonly to: string };

const PIECES: Readonly<Record<Piece, PieceKind>> = {
  H: "house",
  E: "emissary",
  F: "fortification",
  M: "market",
};
const PILES = {
  card_taken: "narration.display",
  card_drawn: "narration.pile",
  card_discarded: "narration.discards",
  display_refilled: "narration.display",
} as const satisfies Record<string, MessageKey>;

/** None where only words can say it. */
export function glyphsOf(
  { event, told }: Pick<Line, "event" | "told">,
  { map, lang, t }: Story,
): Glyphs | null {
  switch (event?.type) {
    case "piece_placed": {
      const offer = parseOffer(event.action);
      if (!offer) return null;
      const { kind, id } = offer.place;
      const place = kind === "dragon" ? provinceName(map, id, lang) : spaceName(map, id, lang);
      const { cards } = offer;
      return { kind: "piece", cards, piece: PIECES[offer.piece], seat: event.seat, place };
    }
    case "card_taken":
    case "card_drawn":
      return { kind: "gain", from: t(PILES[event.type]), cards: cardsOf(told) };
    case "card_discarded":
    case "display_refilled":
      return { kind: "loss", cards: cardsOf(told), to: t(PILES[event.type]) };
    default:
      return null;
  }
}

/** The cards of a sentence, which may tell of several events; `?` for each that is not seen. */
function cardsOf([sentence]: Line["told"]): string {
  const { cards, count } = sentence?.params ?? {};
  if (typeof cards === "object" && cards.type === "cards") return cards.cards + cards.wild;
  return "?".repeat(typeof count === "number" ? count : 1);
}

/** The points that a line tells of, by seat; none where nothing is scored. */
export function pointsOf({ event }: Line): { seat: number; points: number }[] {
  if (!event || !("points" in event)) return [];
  if (typeof event.points === "number")
    return "seat" in event ? [{ seat: event.seat, points: event.points }] : [];
  return event.points.flatMap((points, seat) => (points ? [{ seat, points }] : []));
}

/** Whether a line tells of a scoring. */
export const isScoring = ({ event }: Line) =>
  !!event && /_scored$|^emissaries_joined$/.test(event.type);
