import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import type { MapData } from "../../src/board/types";
import { headline, narrate, tellEntry, type Story } from "../../src/game/narrate";
import type { Entry, GameEvent, Sentence } from "../../src/net/schema";
import { LANGUAGES, type Language } from "../../src/text/catalogue";
import { catalogueText } from "../board/words";

/** What the terminal says, from real games: made by `tests/tui/test_told.py`. */
interface Fixture {
  maps: Record<string, MapData>;
  told: { map: string; sentences: Sentence[]; texts: Record<Language, string> }[];
}
const fixture = JSON.parse(readFileSync("../tests/tui/told.json", "utf-8")) as Fixture;

function storyIn(lang: Language, map: string): Story {
  const t = catalogueText(lang);
  const names = [
    t("narration.seat_0"),
    t("narration.seat_1"),
    t("narration.seat_2"),
    t("narration.seat_3"),
    t("narration.seat_4"),
  ];
  return { map: fixture.maps[map]!, names, t, lang };
}

describe("the browser says what the terminal says", () => {
  it.each(LANGUAGES)("in %s", (lang) => {
    expect(fixture.told.length).toBeGreaterThan(50);
    for (const { map, sentences, texts } of fixture.told) {
      const event: GameEvent = { type: "placing_stopped", seat: 0, told: sentences };
      expect(narrate(event, storyIn(lang, map))).toBe(texts[lang]);
    }
  });
});

it("the first sentence of a scoring is short enough to be read while it is shown", () => {
  const scorings = fixture.told.filter(({ sentences }) => sentences.length > 1);
  expect(scorings.length).toBeGreaterThan(0);
  for (const { map, sentences } of scorings) {
    const event: GameEvent = { type: "ports_scored", points: [], told: sentences };
    const short = headline(event, storyIn("en", map));
    expect(short).toMatch(/^(House|Port) scoring/);
    expect(short.length).toBeLessThan(40);
  }
  expect(
    headline({ type: "ports_scored", told: [], points: [] }, storyIn("en", "border-disputes")),
  ).toBe("");
});

describe("an entry of the log", () => {
  const story: Story = { ...storyIn("en", "border-disputes"), names: ["Anna", "Ben"] };
  const sentence = (key: string, seat: number): Sentence => ({
    key,
    params: { seat: { type: "seats", seats: [seat], join: "and" } },
  });
  const head = { seq: 4, at: 0 };

  it("of a decision has a line for each event and for who won, with the players' names", () => {
    const played: Entry = {
      ...head,
      type: "played",
      seat: 0,
      by: "bot",
      round: 1,
      actions: ["."],
      events: [
        { type: "placing_stopped", seat: 0, told: [sentence("narration.stopped", 0)] },
        { type: "display_refilled", card: "R", told: [] },
        { type: "turn_begun", seat: 1, told: [sentence("narration.turn_begun", 1)] },
      ],
      fault: "It was too slow.",
      told: [
        {
          key: "narration.won",
          params: {
            winners: { type: "seats", seats: [1], join: "and" },
            points: { type: "points", points: 41 },
          },
        },
      ],
    };
    expect(tellEntry(played, story)).toEqual([
      "Anna finishes placing.",
      "It’s Ben’s turn.",
      "Ben wins with 41 points and is the new Emperor.",
      "It was too slow.",
    ]);
  });

  it("says what the server says of it, and nothing of talk", () => {
    const told = [sentence("game.log_back", 1)];
    expect(tellEntry({ ...head, type: "came_back", seat: 1, told }, story)).toEqual([
      "Ben is back.",
    ]);
    const said: Entry = { ...head, type: "said", seat: 0, text: "hi", phrase: null, told: [] };
    expect(tellEntry(said, story)).toEqual([]);
  });
});
