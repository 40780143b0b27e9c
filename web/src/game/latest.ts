/**
 * What others have done since one last decided. It follows from the log alone, so it is the same
 * whether it was animated or not, and after a reload.
 */
import { parseOffer } from "../board/targets";
import type { Mark } from "../board/types";
import type { Entry, GameEvent, PlayedEntry } from "../net/schema";
import { capitalised } from "../text/format";
import { headline, type Story } from "./narrate";
import { glyphsOf, type Glyphs } from "./talk/glyphs";
import { takenBack } from "./talk/turns";

/** What a player did in their last turn, so far. */
export interface LatestTurn {
  readonly seat: number;
  readonly events: readonly GameEvent[];
}

/** The cards that a player discarded, took from the display and drew in a turn. */
export interface MovedCards {
  readonly discarded: string;
  readonly taken: string;
  readonly drawn: string;
}

type EventType = GameEvent["type"];
/** What a line tells; the rest is to be seen, or goes without saying. */
const DEEDS: readonly EventType[] = ["piece_placed", "province_scored", "last_round_begun"];
type PlacedPiece = Extract<Glyphs, { kind: "piece" }>;
/** What is shown as cards, and told to those who do not see them. */
const CARDS: readonly EventType[] = ["card_discarded", "card_taken", "card_drawn"];
/** Stands for the name of a player in a line that is beside it. */
const UNNAMED = "\u2060";

/** The last turn of each player who has played since the viewer last decided, the newest last. */
export function latestTurns(entries: readonly Entry[], viewer: number | null): LatestTurn[] {
  const gone = takenBack(entries);
  const played = entries
    .filter((entry) => entry.type === "played")
    .filter(({ seq }) => !gone.has(seq));
  const isOwn = ({ seat, by }: PlayedEntry) => seat === viewer && by === "person";
  const last = new Map<number, LatestTurn>();
  let mover: number | null = null;
  for (const { seat, events } of played.slice(played.findLastIndex(isOwn) + 1)) {
    const earlier = seat === mover ? (last.get(seat)?.events ?? []) : [];
    last.delete(seat); // so that it becomes the newest
    last.set(seat, { seat, events: [...earlier, ...events] });
    mover = seat;
  }
  return [...last.values()];
}

/** What is marked on the board: each piece, and each province that was scored. */
export function marksOf(turns: readonly LatestTurn[]): Mark[] {
  return turns.flatMap(({ events }) => events.flatMap((event) => markOf(event) ?? []));
}

function markOf(event: GameEvent): Mark | null {
  if (event.type === "province_scored")
    return { kind: "scored", province: event.province, points: event.points };
  const offer = event.type === "piece_placed" ? parseOffer(event.action) : null;
  if (!offer || event.type !== "piece_placed") return null;
  return { kind: "piece", seat: event.seat, place: offer.place };
}

/** The cards of a turn that went to the discards or into the hand; `?` was drawn face down. */
export function movedCards({ events }: LatestTurn): MovedCards {
  const of = (type: "card_discarded" | "card_taken" | "card_drawn") =>
    events.flatMap((event) => (event.type === type ? event.card : [])).join("");
  return { discarded: of("card_discarded"), taken: of("card_taken"), drawn: of("card_drawn") };
}

/** What a player did, in a line beside their name. */
export const deedsOf = (turn: LatestTurn, story: Story): string => tell(turn, DEEDS, story);

/** The pieces that a player placed, each with its cards and its place, in signs. */
export const piecesOf = ({ events }: LatestTurn, story: Story): PlacedPiece[] =>
  events.flatMap((event) => {
    const glyphs = event.type === "piece_placed" ? glyphsOf({ event, told: [] }, story) : null;
    return glyphs?.kind === "piece" ? [glyphs] : [];
  });

/** What else a player did: what only words can say. */
export const otherDeedsOf = (turn: LatestTurn, story: Story): string =>
  tell(turn, DEEDS.slice(1), story);

/** Which cards a player discarded and took, for those who do not see them. */
export const cardsLineOf = (turn: LatestTurn, story: Story): string => tell(turn, CARDS, story);

function tell({ seat, events }: LatestTurn, types: readonly EventType[], story: Story): string {
  const names = story.names.map((name, other) => (other === seat ? UNNAMED : name));
  return events
    .filter(({ type }) => types.includes(type))
    .map((event) => headline(event, { ...story, names }))
    .map((line) => capitalised(line.replaceAll(UNNAMED, "").trim()))
    .filter(Boolean)
    .join(" ");
}
