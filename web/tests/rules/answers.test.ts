import { expect, test } from "vitest";

import type { Story } from "../../src/game/narrate";
import type { Sentence } from "../../src/net/schema";
import { answerTo, highlightsOf } from "../../src/rules/answers";
import type { Findings } from "../../src/rules/ask";
import { MAP } from "../board/example";

const said = (name: string): Sentence => ({ key: `narration.${name}`, params: {} });

const found: Findings = {
  provinces: {
    wei: {
      ...{ houses: [2, 1], leaders: [0], points: [3, 2] },
      ...{ emissaries: [1, 0], majority: [0], limit: 2, free: 1 },
      scored: false,
    },
  },
  alliances: [
    {
      number: 1,
      provinces: ["wei", "han"],
      holders: [[0], []],
      points: [0, 0],
      emissaries: [
        [1, 0],
        [0, 0],
      ],
    },
  ],
  rows: [],
  ports: { houses: [0, 1], points: [0, 1] },
  total: [3, 3],
  legal: [
    "H wei-1 R",
    "H wei-2 R",
    "H wei-han RG",
    "H wei-han RR",
    "H wei-han RGG",
    "E han G",
    "E han RR",
    "X R",
  ],
  events: [
    {
      type: "province_scored",
      province: "wei",
      points: [3, 2],
      told: [said("houses_scored"), said("most_houses"), said("fewer_houses")],
    },
    { type: "province_scored", province: "han", points: [0, 0], told: [said("no_houses")] },
    {
      type: "alliance_scored",
      number: 1,
      provinces: ["wei", "han"],
      points: [0, 0],
      told: [said("alliance_empty")],
    },
    { type: "ports_scored", points: [0, 1], told: [said("ports_scored"), said("most_houses")] },
  ],
};

/** Says keys and what fills their gaps. */
const story: Story = {
  map: MAP,
  names: ["Ann", "Ben"],
  lang: "en",
  t: (key, params = {}) => [key, ...Object.values(params)].join("|"),
};

test("places at the same price make one sentence, and needless cards are not told", () => {
  const lines = answerTo({ kind: "turn" }, found, story);
  expect(lines.map((line) => line.split("|")[0])).toEqual([
    "guide.answer_house",
    "guide.answer_house",
    "guide.answer_house",
    "guide.answer_emissary",
    "guide.answer_emissary",
  ]);
  expect(lines[0]).toMatch(/Wei$/);
  expect(lines[1]).toMatch(/Wei\/Han$/);
});

test("one province can be asked about alone", () => {
  const lines = answerTo({ kind: "turn", within: "han" }, found, story);
  expect(lines).toHaveLength(4);
  expect(highlightsOf({ kind: "turn", within: "han" }, found, story)).toEqual([
    {
      kind: "last",
      places: [
        { kind: "space", id: "wei-han" },
        { kind: "dragon", id: "han" },
      ],
    },
  ]);
});

test("a turn that is over differs from a province where nothing fits", () => {
  const done = { ...found, legal: ["."] };
  expect(answerTo({ kind: "turn" }, done, story)).toEqual(["guide.answer_done"]);
  const elsewhere = { ...found, legal: ["H wei-1 R", "X R"] };
  expect(answerTo({ kind: "turn", within: "han" }, elsewhere, story)).toEqual([
    "guide.answer_nothing",
  ]);
});

test("what the server says of the final scoring is the answer", () => {
  expect(answerTo({ kind: "houses", province: "wei" }, found, story)).toEqual([
    "narration.houses_scored",
    "narration.most_houses",
    "narration.fewer_houses",
  ]);
  expect(answerTo({ kind: "ports" }, found, story)).toHaveLength(2);
  expect(answerTo({ kind: "alliances", numbers: [2] }, found, story)).toEqual([]);
  expect(answerTo({ kind: "alliances", numbers: [1, 2] }, found, story)).toEqual([
    "narration.alliance_empty",
  ]);
  expect(answerTo({ kind: "rows" }, found, story)).toEqual(["narration.no_rows"]);
});

test("the server's numbers are told as they are", () => {
  expect(answerTo({ kind: "limit", province: "wei" }, found, story)).toEqual([
    "guide.answer_limit|Wei|2",
    "board.free_emissaries|1",
  ]);
});
