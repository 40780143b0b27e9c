import { describe, expect, it } from "vitest";

import board from "$messages/en/board.json";
import game from "$messages/en/game.json";
import narration from "$messages/en/narration.json";
import terms from "$messages/en/terms.json";

import type { MapData } from "../../src/board/types";
import { narrate, tellEntry, type Story } from "../../src/game/narrate";
import type { Entry, GameEvent } from "../../src/net/entries";
import { message, type Catalogue } from "../../src/text/catalogue";

const names = (name: string) => ({ en: name, de: name, fr: name, it: name });
const map = {
  provinces: [
    { id: "wei", colour: "R", name: names("Wei"), dragon: [0, 0] },
    { id: "qi", colour: "Y", name: names("Qi"), dragon: [0, 0] },
  ],
  spaces: [
    { id: "wei-1", at: [0, 0], provinces: ["wei"], port: false },
    { id: "qi-2", at: [0, 0], provinces: ["qi"], port: true },
    { id: "wei-qi", at: [0, 0], provinces: ["wei", "qi"], port: false },
  ],
} as unknown as MapData;
const catalogue = { board, game, narration, terms } as unknown as Catalogue;
const story: Story = {
  map,
  names: ["Anna", "Ben"],
  t: (key, params) => message(catalogue, "en", key, params),
  lang: "en",
};
const tell = (event: GameEvent) => narrate(event, story);

describe("events in words", () => {
  it("tells of pieces and what they cost", () => {
    expect(tell({ type: "piece_placed", seat: 0, action: "H wei-1 R" })).toBe(
      "Anna plays a red card and builds a house on Wei 1.",
    );
    expect(tell({ type: "piece_placed", seat: 1, action: "H qi-2 GG" })).toBe(
      "Ben plays 2 green cards and builds a house in the port Qi 2.",
    );
    expect(tell({ type: "piece_placed", seat: 1, action: "H wei-qi RY" })).toContain(
      "border space Wei/Qi",
    );
    expect(tell({ type: "piece_placed", seat: 0, action: "E qi Y" })).toContain("emissary to Qi");
  });

  it("does not name a card that nobody may see", () => {
    expect(tell({ type: "card_drawn", seat: 1, card: "?" })).toBe(
      "Ben draws a card from the pile.",
    );
    expect(tell({ type: "card_drawn", seat: 0, card: "V" })).toContain("a violet card");
  });

  it("tells of points, and of none", () => {
    expect(tell({ type: "province_scored", province: "wei", points: [7, 3] })).toBe(
      "House scoring in Wei: Anna gets 7 points; Ben gets 3 points.",
    );
    expect(tell({ type: "ports_scored", points: [0, 0] })).toContain("nobody scores");
    expect(
      tell({ type: "alliance_scored", number: 3, provinces: ["wei", "qi"], points: [0, 0] }),
    ).toBe("Alliance 3, Wei and Qi: nobody has the majority in both.");
    expect(tell({ type: "row_scored", seat: 0, spaces: ["wei-1", "qi-2"], points: 4 })).toContain(
      "doubled",
    );
  });
});

it("talk is not told twice", () => {
  const said = { type: "said", seq: 4, at: 0, seat: 0, text: "hi", phrase: null } as Entry;
  expect(tellEntry(said, story)).toEqual([]);
});

it("tells of people who are away", () => {
  const head = { seq: 4, at: 0 };
  const lines = (...entries: Entry[]) => entries.flatMap((entry) => tellEntry(entry, story));
  expect(
    lines(
      { ...head, type: "stood_in", seat: 0, reason: "clock" },
      { ...head, type: "stood_in", seat: 0, reason: "left" },
      { ...head, type: "stood_in", seat: 0, reason: "absent" },
      { ...head, type: "nudged", seat: 1, whom: 0 },
      { ...head, type: "stand_in_asked", seat: 1, whom: 0, agreed: true },
      { ...head, type: "stand_in_asked", seat: 1, whom: 0, agreed: false },
      { ...head, type: "stand_in_asked", seat: 0, whom: 0, agreed: false },
      { ...head, type: "downtime", ms: 21_000 },
    ),
  ).toEqual([
    "The time of Anna is up; a bot plays this turn.",
    "Anna has left; a bot plays on.",
    "Anna is absent; the others let a bot play.",
    "Ben nudges Anna: everybody is waiting.",
    "Ben would like a bot to play for Anna.",
    "Ben does not want a bot to play for Anna.",
    "Anna is here.",
    "The server was away for 0:21; that time counts against nobody.",
  ]);
});
