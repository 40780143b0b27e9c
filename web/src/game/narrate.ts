/**
 * What happened, in the reader's words. The server says which sentences (`han.engine.narrator`);
 * here they get their names and language, as on the server (`han.engine.wording`).
 */
import { cardsPhrase, joined, provinceName, spaceName, tallyPhrase } from "../board/labels";
import type { MapData, Text } from "../board/types";
import type { Entry, GameEvent, PlayedEntry, Sentence } from "../net/schema";
import type { Language } from "../text/catalogue";
import type { MessageKey } from "../text/topics";
import { clockText } from "./clock";

/** Who is told, and about whom. */
export interface Story {
  readonly map: MapData;
  /** The players' names, by seat. */
  readonly names: readonly string[];
  readonly t: Text;
  readonly lang: Language;
}

/** One sentence for a reader. */
export function render({ key, params }: Sentence, story: Story): string {
  const words = Object.entries(params).map(([gap, param]) => [gap, wordsFor(param, story)]);
  return story.t(key as MessageKey, Object.fromEntries(words) as Record<string, string | number>);
}

/** What tells an event; empty where there is nothing to say. */
export function narrate(event: GameEvent, story: Story): string {
  return event.told.map((sentence) => render(sentence, story)).join(" ");
}

/** The first sentence of an event, for a glance; who gets how many points the board shows. */
export function headline(event: GameEvent, story: Story): string {
  const first = event.told[0];
  return first ? render(first, story) : "";
}

/** What tells events and what came of them, a line for each. */
export function tellAll(
  events: readonly GameEvent[],
  more: readonly Sentence[],
  story: Story,
): string[] {
  const lines = events.map((event) => narrate(event, story)).filter(Boolean);
  return [...lines, ...more.map((sentence) => render(sentence, story))];
}

/** All that an entry of the log says; talk is told elsewhere. */
export function tellEntry(entry: Entry, story: Story): string[] {
  if (entry.type !== "played") return tellAll([], entry.told, story);
  return [...tellAll(entry.events, [], story), ...tellEnd(entry, story)];
}

/** What came of a decision when all its events have happened. */
export function tellEnd({ told, fault }: PlayedEntry, story: Story): string[] {
  return [...tellAll([], told, story), ...(fault ? [fault] : [])];
}

/** What fills a gap: numbers as they are, all else in words. */
export function wordsFor(param: Sentence["params"][string], story: Story): string | number {
  if (typeof param === "number") return param;
  const { t, map, lang } = story;
  switch (param.type) {
    case "seats":
      return (
        joined(
          param.seats.map((seat) => nameOf(seat, story)),
          t,
          param.join === "or" ? "narration.or" : "narration.and",
        ) || t("narration.nobody")
      );
    case "provinces":
      return joined(
        param.provinces.map((id) => provinceName(map, id, lang)),
        t,
      );
    case "space":
      return spaceName(map, param.space, lang);
    case "cards":
      return payment(param, t);
    case "points":
      return t("narration.points", { count: param.points });
    case "tally":
      return tallyPhrase(param.counts, story.names);
    case "duration":
      return clockText(param.ms);
  }
}

const nameOf = (seat: number, story: Story) => story.names[seat] ?? String(seat);

/** “A red card and 2 green cards as a wild pair”. */
function payment({ cards, wild }: { cards: string; wild: string }, t: Text): string {
  const parts = cards ? [cardsPhrase(cards, t)] : [];
  if (wild) parts.push(t("narration.wild_pair", { cards: cardsPhrase(wild, t) }));
  return joined(parts, t);
}
