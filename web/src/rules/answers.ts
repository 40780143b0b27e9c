/** What the rules find about an example, in sentences and on the board. */
import { cardsPhrase, joined, provinceName, spaceName } from "../board/labels";
import { piecesAt, pricesOf, targetsOf } from "../board/targets";
import type { Highlight, Piece, Target } from "../board/types";
import { render, type Story } from "../game/narrate";
import type { GameEvent } from "../net/schema";
import type { MessageKey } from "../text/topics";
import type { Findings } from "./ask";
import type { Question } from "./examples";

/** What was found, as an answer to a question. */
export function answerTo(question: Question, found: Findings, story: Story): string[] {
  switch (question.kind) {
    case "turn":
      return turnAnswer(found, question.within, story);
    case "limit":
      return limitAnswer(question.province, found, story);
    case "rows":
      return found.rows.length ? scoring(question, found, story) : [story.t("narration.no_rows")];
    default:
      return scoring(question, found, story);
  }
}

/** What the final scoring would say about a question. */
function scoring(question: Question, found: Findings, story: Story): string[] {
  return found.events
    .filter((event) => isAbout(event, question))
    .flatMap(({ told }) => told)
    .map((sentence) => render(sentence, story));
}

function isAbout(event: GameEvent, question: Question): boolean {
  switch (event.type) {
    case "province_scored":
      return question.kind === "houses" && question.province === event.province;
    case "alliance_scored":
      return question.kind === "alliances" && question.numbers.includes(event.number);
    case "row_scored":
      return question.kind === "rows";
    case "ports_scored":
      return question.kind === "ports";
    default:
      return false;
  }
}

/** What the answer points at on the board. */
export function highlightsOf(question: Question, found: Findings, story: Story): Highlight[] {
  switch (question.kind) {
    case "turn": {
      const targets = targetsWithin(found, question.within, story);
      return [{ kind: "last", places: targets.map(({ place }) => place) }];
    }
    case "limit":
    case "houses":
      return [{ kind: "province", id: question.province }];
    case "ports":
      return [{ kind: "ports" }];
    case "alliances":
      return question.numbers.map((number) => ({ kind: "alliance", number }));
    case "rows":
      return found.rows.map(({ seat, spaces }) => ({ kind: "row", seat, spaces }));
  }
}

function limitAnswer(id: string, found: Findings, { t, map, lang }: Story): string[] {
  const { limit, free } = found.provinces[id] ?? { limit: 0, free: 0 };
  return [
    t("guide.answer_limit", { province: provinceName(map, id, lang), count: limit }),
    t("board.free_emissaries", { count: free }),
  ];
}

const ANSWERS: Readonly<Record<Piece, MessageKey>> = {
  H: "guide.answer_house",
  E: "guide.answer_emissary",
  F: "guide.answer_fort",
  M: "guide.answer_market",
};

/** One sentence for all places that a piece can go to at the same price. */
function turnAnswer(found: Findings, within: string | undefined, story: Story): string[] {
  const { t } = story;
  const targets = targetsWithin(found, within, story);
  if (!targets.length) {
    const isDone = found.legal.length === 1 && found.legal[0] === ".";
    return [t(isDone ? "guide.answer_done" : "guide.answer_nothing")];
  }
  const groups = new Map<string, { piece: Piece; cards: string; places: Set<string> }>();
  for (const target of targets) {
    for (const { piece, cards } of fairPrices(target)) {
      const group = groups.get(piece + cards) ?? { piece, cards, places: new Set() };
      group.places.add(placeName(target, story));
      groups.set(piece + cards, group);
    }
  }
  return [...groups.values()].map(({ piece, cards, places }) =>
    t(ANSWERS[piece], {
      price: cardsPhrase(cards, t),
      places: joined([...places], t, "narration.or"),
    }),
  );
}

/** Every price of each piece, but for those that hold a cheaper one and cards besides. */
function fairPrices(target: Target): { piece: Piece; cards: string }[] {
  return piecesAt(target).flatMap((piece) => {
    const prices = pricesOf(target, piece);
    const isDear = (cards: string) => prices.some((less) => less !== cards && isPart(less, cards));
    return prices.filter((cards) => !isDear(cards)).map((cards) => ({ piece, cards }));
  });
}

/** Whether all of some cards are among others. */
function isPart(some: string, all: string): boolean {
  const count = (cards: string, card: string) => cards.split(card).length;
  return [...some].every((card) => count(some, card) <= count(all, card));
}

function targetsWithin(found: Findings, within: string | undefined, { map }: Story): Target[] {
  const provincesOf = ({ place }: Target) =>
    place.kind === "dragon"
      ? [place.id]
      : (map.spaces.find(({ id }) => id === place.id)?.provinces ?? []);
  return targetsOf(found.legal).filter(
    (target) => within === undefined || provincesOf(target).includes(within),
  );
}

/** A province, or a border space by its own name. */
function placeName({ place }: Target, { map, lang }: Story): string {
  if (place.kind === "dragon") return provinceName(map, place.id, lang);
  const provinces = map.spaces.find(({ id }) => id === place.id)?.provinces ?? [];
  return provinces.length === 1
    ? provinceName(map, provinces[0] ?? "", lang)
    : spaceName(map, place.id, lang);
}
