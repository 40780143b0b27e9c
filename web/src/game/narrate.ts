/** What happened, in sentences: the same words as the terminal's (`han.tui.narration`). */
import { cardsPhrase, joined, provinceName, spaceName } from "../board/labels";
import { parseOffer } from "../board/targets";
import type { MapData, Text } from "../board/types";
import type { Entry, GameEvent } from "../net/entries";
import type { Language } from "../text/catalogue";
import { clockText } from "./clock";

/** Who is told, and about whom. */
export interface Story {
  readonly map: MapData;
  /** The players' names, by seat. */
  readonly names: readonly string[];
  readonly t: Text;
  readonly lang: Language;
}

const nameOf = (story: Story, seat: number) => story.names[seat] ?? String(seat);
const pointsPhrase = (story: Story, count: number) => story.t("narration.points", { count });

/** One event as a sentence; empty where there is nothing to say. */
export function narrate(event: GameEvent, story: Story): string {
  const { t } = story;
  switch (event.type) {
    case "piece_placed":
      return placed(event.seat, event.action, story);
    case "province_scored":
      return scoredPlace(event.points, story, {
        some: (parts) =>
          t("narration.houses_scored", { province: province(event.province, story), parts }),
        none: () => t("narration.no_houses", { province: province(event.province, story) }),
      });
    case "placing_stopped":
      return t("narration.stopped", { seat: nameOf(story, event.seat) });
    case "card_discarded":
      return t("narration.discarded", cardOf(event, story));
    case "card_taken":
      return t("narration.taken", cardOf(event, story));
    case "card_drawn":
      return event.card === "?"
        ? t("narration.drawn_hidden", { seat: nameOf(story, event.seat), count: 1 })
        : t("narration.drawn", cardOf(event, story));
    case "display_refilled":
      return t("narration.refilled", { cards: cardsPhrase(event.card, t) });
    case "pile_reshuffled":
      return t("narration.reshuffled", { count: event.cards });
    case "last_round_begun":
      return t("narration.last_round", { seat: nameOf(story, event.seat) });
    case "turn_begun":
      return t("narration.turn_begun", { seat: nameOf(story, event.seat) });
    case "game_ended":
      return event.reason === "pile" ? t("narration.ended_by_pile") : t("narration.ended_by_board");
    case "emissaries_joined":
      return joinedEmissaries(event, story);
    case "alliance_scored":
      return alliance(event, story);
    case "row_scored":
      return row(event, story);
    case "ports_scored":
      return scoredPlace(event.points, story, {
        some: (parts) => t("narration.ports_scored", { parts }),
        none: () => t("narration.no_ports"),
      });
  }
}

function cardOf(event: { seat: number; card: string }, story: Story) {
  return { seat: nameOf(story, event.seat), cards: cardsPhrase(event.card, story.t) };
}

function province(id: string, story: Story): string {
  return provinceName(story.map, id, story.lang);
}

function placed(seat: number, action: string, story: Story): string {
  const { t, map, lang } = story;
  const offer = parseOffer(action);
  if (!offer) return "";
  const params = { seat: nameOf(story, seat), cards: cardsPhrase(offer.cards, t) };
  if (offer.piece === "E")
    return t("narration.emissary", { ...params, province: province(offer.place.id, story) });
  const place = { ...params, space: spaceName(map, offer.place.id, lang) };
  if (offer.piece === "F") return t("narration.fortification", place);
  if (offer.piece === "M") return t("narration.market_place", place);
  const space = map.spaces.find(({ id }) => id === offer.place.id);
  if (space?.port) return t("narration.house_on_port", place);
  return (space?.provinces.length ?? 1) > 1
    ? t("narration.house_on_border", place)
    : t("narration.house", place);
}

/** "Anna gets 7 points; Ben gets 3 points". */
function seatPoints(points: readonly number[], story: Story): string {
  const { t } = story;
  return points
    .flatMap((count, seat) =>
      count
        ? [
            t("narration.seat_points", {
              seat: nameOf(story, seat),
              points: pointsPhrase(story, count),
            }),
          ]
        : [],
    )
    .join(t("narration.separator"));
}

function scoredPlace(
  points: readonly number[],
  story: Story,
  say: { some: (parts: string) => string; none: () => string },
): string {
  const parts = seatPoints(points, story);
  return parts ? say.some(parts) : say.none();
}

function joinedEmissaries(event: { province: string; emissaries: number[] }, story: Story): string {
  const parts = event.emissaries.flatMap((count, seat) =>
    count ? [`${nameOf(story, seat)} ${count}`] : [],
  );
  const count = event.emissaries.reduce((sum, one) => sum + one, 0);
  return story.t("narration.joined", {
    count,
    province: province(event.province, story),
    emissaries: joined(parts, story.t),
  });
}

function alliance(
  event: { number: number; provinces: readonly [string, string]; points: number[] },
  story: Story,
): string {
  const [first, second] = event.provinces.map((id) => province(id, story));
  const outcome = seatPoints(event.points, story) || story.t("narration.alliance_missed");
  return story.t("narration.alliance", {
    number: event.number,
    first: first ?? "",
    second: second ?? "",
    outcome,
  });
}

function row(event: { seat: number; spaces: string[]; points: number }, story: Story): string {
  const { t, map } = story;
  const crossed = event.spaces.flatMap(
    (id) => map.spaces.find((space) => space.id === id)?.provinces ?? [],
  );
  const provinces = [...new Set(crossed)].map((id) => province(id, story)).join(", ");
  const isDoubled = event.points > event.spaces.length;
  return t("narration.row", {
    seat: nameOf(story, event.seat),
    count: event.spaces.length,
    provinces,
    points: pointsPhrase(story, event.points),
    doubled: isDoubled ? t("narration.doubled") : "",
  });
}

function stoodIn(reason: "left" | "clock" | "absent", seat: string, { t }: Story): string {
  if (reason === "clock") return t("game.log_time_up", { seat });
  return reason === "left" ? t("game.log_left", { seat }) : t("game.log_absent", { seat });
}

function standInAsked(
  entry: { seat: number; whom: number; agreed: boolean },
  story: Story,
): string {
  const { t } = story;
  const [seat, whom] = [nameOf(story, entry.seat), nameOf(story, entry.whom)];
  if (entry.seat === entry.whom) return t("game.log_here", { seat });
  return entry.agreed
    ? t("game.log_stand_in_asked", { seat, whom })
    : t("game.log_stand_in_declined", { seat, whom });
}

/** All that an entry of the log says; talk is told elsewhere. */
export function tellEntry(entry: Entry, story: Story): string[] {
  const { t } = story;
  const seat = "seat" in entry ? nameOf(story, entry.seat) : "";
  switch (entry.type) {
    case "played":
      return [
        ...entry.events.map((event) => narrate(event, story)).filter(Boolean),
        ...(entry.fault ? [entry.fault] : []),
      ];
    case "started":
      return [t("game.log_started", { seat: nameOf(story, entry.start) })];
    case "undone":
      return [t("game.log_undone", { seat })];
    case "take_back_asked":
      return [t("game.log_take_back", { seat })];
    case "take_back_answered":
      return [entry.agreed ? t("game.log_agreed", { seat }) : t("game.log_declined", { seat })];
    case "stood_in":
      return [stoodIn(entry.reason, seat, story)];
    case "came_back":
      return [t("game.log_back", { seat })];
    case "nudged":
      return [t("game.log_nudged", { seat, whom: nameOf(story, entry.whom) })];
    case "stand_in_asked":
      return [standInAsked(entry, story)];
    case "downtime":
      return [t("game.log_downtime", { time: clockText(entry.ms) })];
    case "rematched":
      return [t("game.log_rematch")];
    default:
      return [];
  }
}
