import { describe, expect, test } from "vitest";

import {
  changedCard,
  movedEmissary,
  positionOf,
  setup,
  toggledSpace,
  viewOf,
} from "../../src/rules/position";
import { MAP } from "../board/example";

const map = { ...MAP, display: 4 };
const HOUSE = { seat: 1, hasHouse: true, hasMarker: false };

/** The fields of a position string by their names. */
function fields(text: string): Record<string, string> {
  const words = text.split(" ").slice(2);
  return Object.fromEntries(words.map((word) => word.split("=") as [string, string]));
}

describe("a position string", () => {
  test("names what every position has, and nothing that is as usual", () => {
    expect(positionOf(map, setup({ hand: "VRR" }))).toBe(
      "example 3 start=0 seat=0 phase=place hands=VRR,RGG,YYV display=OOVV",
    );
  });

  test("tells pieces by seat and emissaries by province", () => {
    const text = positionOf(
      map,
      setup({
        players: 4,
        hasVariant: true,
        seat: 2,
        hand: "GG",
        placed: "1:wei",
        houses: ["wei-1", "", "han-1"],
        markers: ["wei-1"],
        emissaries: { wei: [0, 1, 2], han: [0, 0, 0, 0] },
      }),
    );
    expect(fields(text)).toEqual({
      variant: "on",
      start: "0",
      seat: "2",
      phase: "place",
      placed: "1:wei",
      houses: "0:wei-1;2:han-1",
      markers: "0:wei-1",
      emissaries: "wei:0120",
      hands: "RRG,RGG,GG,OOV",
      display: "OOVV",
    });
  });
});

describe("a click", () => {
  test("puts a house on a free space and takes it away again", () => {
    const empty = setup({});
    const built = toggledSpace(empty, "wei-1", HOUSE);
    expect(built.houses).toEqual({ "wei-1": 1 });
    expect(toggledSpace(built, "wei-1", { ...HOUSE, seat: 0 })).toEqual(empty);
  });

  test("puts a marker with or without a house, and clears both", () => {
    const fort = toggledSpace(setup({}), "wei-1", { ...HOUSE, hasMarker: true });
    expect([fort.houses, fort.markers]).toEqual([{ "wei-1": 1 }, { "wei-1": 1 }]);
    const market = toggledSpace(setup({}), "wei-1", { seat: 0, hasHouse: false, hasMarker: true });
    expect([market.houses, market.markers]).toEqual([{}, { "wei-1": 0 }]);
    for (const one of [fort, market]) expect(toggledSpace(one, "wei-1", HOUSE)).toEqual(setup({}));
  });

  test("adds an emissary or takes one away, never below none", () => {
    const one = movedEmissary(setup({}), "wei", 2, 1);
    expect(one.emissaries["wei"]).toEqual([0, 0, 1]);
    const none = movedEmissary(movedEmissary(one, "wei", 2, -1), "wei", 2, -1);
    expect(none.emissaries["wei"]).toEqual([0, 0, 0]);
  });

  test("leads a card through all five colours", () => {
    let held = setup({ hand: "VRR" });
    const seen = [0, 1, 2, 3, 4].map(() => (held = changedCard(held, 0)).hand);
    expect(seen).toEqual(["YRR", "ORR", "GRR", "RRR", "VRR"]);
    expect(changedCard(held, 3)).toBe(held);
  });
});

const told = (scored: boolean) => ({
  ...{ houses: [], leaders: [], points: [] },
  ...{ emissaries: [], majority: [], limit: 0, free: 0, scored },
});

test("the board sees all provinces, with a count for every player", () => {
  const view = viewOf(map, setup({ houses: ["wei-1"], emissaries: { wei: [1] } }), {
    provinces: { wei: told(false), han: told(true) },
  });
  expect(view.houses).toEqual({ "wei-1": 0 });
  expect(view.emissaries).toEqual({ wei: [1, 0, 0], han: [0, 0, 0] });
  expect(view.scores).toEqual([0, 0, 0]);
});
