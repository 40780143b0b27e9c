import { describe, expect, test } from "vitest";

import { clusterOf, spreadOf } from "../../src/board/cluster";
import { numberSize } from "../../src/board/figures/size";
import { helpFor, helpText, TRACK, type HelpContent } from "../../src/board/help";
import { standings } from "../../src/board/standing";
import type { BoardOverview, Place } from "../../src/board/types";
import { EMPTY, MAP } from "./example";
import { catalogueText } from "./words";

const OVERVIEW = {
  provinces: {
    wei: { houses: [2, 1, 0], points: [3, 2, 0], emissaries: [1, 0, 2], limit: 4, free: 1 },
    han: { houses: [0, 0, 0], points: [0, 0, 0], emissaries: [0, 0, 1], limit: 0, free: 0 },
  },
  alliances: [
    {
      number: 1,
      provinces: ["wei", "han"],
      holders: [[2], [2]],
      points: [0, 0, 4],
      emissaries: [
        [1, 0, 2],
        [0, 0, 1],
      ],
    },
  ],
} as unknown as BoardOverview;
const VIEW = {
  ...EMPTY,
  houses: { "wei-1": 0, "wei-2": 0, "wei-han": 1 },
  markers: { "wei-1": 0 },
  emissaries: { wei: [1, 0, 2], han: [0, 0, 1] },
  scores: [7, 0, 52],
};

function told(kind: Place["kind"], id: string): string {
  const content: HelpContent = {
    map: MAP,
    view: VIEW,
    overview: OVERVIEW,
    standings: standings(MAP, VIEW, OVERVIEW),
    names: ["Ada", "Ben", "Cy"],
    t: catalogueText("en"),
    lang: "en",
  };
  return helpText(helpFor({ kind, id }, content));
}

describe("what is said of a place", () => {
  test("a space: who holds it, and what is special about it", () => {
    expect(told("space", "wei-1")).toContain("Ada: fortification");
    expect(told("space", "wei-1")).toContain("doubles");
    expect(told("space", "wei-2")).toMatch(/Wei 2, port .*once more at the end/);
    expect(told("space", "wei-han")).toMatch(/Wei\/Han, border space Ben: house.*both provinces/);
    expect(told("space", "han-1")).toMatch(/^Han 1 Free\. .*\(green\)/);
  });

  test("a dragon space: whose emissaries stand there, and how many it takes", () => {
    expect(told("dragon", "wei")).toMatch(
      /Dragon space of Wei Emissaries: Ada 1, Cy 2\..*1.* 4 now/,
    );
    expect(told("dragon", "han")).toContain("0 now");
  });

  test("a province: its houses and what they would score", () => {
    const text = told("province", "wei");
    expect(text).toContain("Houses: Ada 2, Ben 1.");
    expect(text).toContain("Would score now: Ada 3, Ben 2.");
  });

  test("an alliance: both its ends, and who would score", () => {
    const text = told("alliance", "1");
    expect(text).toContain("Alliance 1: Wei – Han Wei: Ada 1, Cy 2. Han: Cy 1.");
    expect(text).toContain("Would score now: Cy 4.");
  });

  test("the score track", () => {
    expect(told("track", TRACK.id)).toContain("Ada 7, Ben 0, Cy 52.");
  });
});

test("numbers of emissaries can be read at any zoom, and do not cover each other", () => {
  for (const k of [0.2, 0.35, 0.7, 1.4]) {
    const size = numberSize(k);
    expect(17 * size * k).toBeGreaterThanOrEqual(12);
    for (const counts of [
      [1, 1],
      [3, 2, 1],
      [1, 1, 1, 1],
      [1, 2, 1, 1, 1],
    ]) {
      const groups = clusterOf(counts);
      const apart = spreadOf(groups.length, 22 * size);
      for (const { seat, at } of groups)
        for (const other of groups.filter((one) => one.seat !== seat)) {
          const way = apart * Math.hypot(at[0] - other.at[0], at[1] - other.at[1]);
          expect(way).toBeGreaterThanOrEqual(22 * size);
        }
    }
  }
});
