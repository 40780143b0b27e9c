import { describe, expect, it } from "vitest";

import { choicesOf, guessAction, holds, isTurnOf } from "../../src/game/choices";
import type { MapShape, Moment } from "../../src/net/schema";

const moment = (...legal: string[]) => ({ legal }) as unknown as Moment;

describe("what can be done", () => {
  it("is read from the list of legal actions", () => {
    const choices = choicesOf(moment("H wei-1 R", "H wei-1 GG", "E wei R", "X R", "X G"));
    expect(choices.targets.map(({ place }) => `${place.kind} ${place.id}`)).toEqual([
      "space wei-1",
      "dragon wei",
    ]);
    expect(choices.targets[0]?.offers.map(({ cards }) => cards)).toEqual(["R", "GG"]);
    expect(choices.discards).toEqual(["R", "G"]);
    expect([choices.canStop, choices.mustStop, choices.canDraw]).toEqual([false, false, false]);
  });

  it("narrows to the cards that are picked", () => {
    const choices = choicesOf(moment("H wei-1 R", "H wei-1 GG", "E wei R"), "G");
    expect(choices.targets.map(({ offers }) => offers.map(({ action }) => action))).toEqual([
      ["H wei-1 GG"],
    ]);
  });

  it("knows when stopping is all that is left", () => {
    expect(choicesOf(moment(".")).mustStop).toBe(true);
    expect(choicesOf(moment(".", "E wei R")).mustStop).toBe(false);
  });

  it("takes from the display and the pile", () => {
    const choices = choicesOf(moment("+R", "+Y", "*"));
    expect(choices.takes).toEqual(["R", "Y"]);
    expect(choices.canDraw).toBe(true);
    expect(choices.targets).toEqual([]);
    expect(choices.endsPlacing).toBe(false);
  });

  it("takes a card also where that ends the placing", () => {
    const game = { legal: ["E wei R", "."], after_stop: ["+R", "*"] } as unknown as Moment;
    const choices = choicesOf(game);
    expect(choices).toMatchObject({ takes: ["R"], canDraw: true, endsPlacing: true });
    expect(choices.targets).toHaveLength(1);
  });
});

it("a price holds picked cards only as often as it has them", () => {
  expect(holds("RG", "G")).toBe(true);
  expect(holds("RG", "GG")).toBe(false);
  expect(holds("RGG", "GG")).toBe(true);
  expect(holds("R", "")).toBe(true);
});

it("a click on a place is guessed to mean its cheapest piece", () => {
  const map = {
    provinces: [
      { id: "wei", colour: "R" },
      { id: "han", colour: "G" },
    ],
    spaces: [
      { id: "wei-1", provinces: ["wei"] },
      { id: "wei-han", provinces: ["wei", "han"] },
    ],
  } as unknown as MapShape;
  expect(guessAction({ kind: "space", id: "wei-1" }, map)).toBe("H wei-1 R");
  expect(guessAction({ kind: "space", id: "wei-han" }, map)).toBe("H wei-han RG");
  expect(guessAction({ kind: "dragon", id: "han" }, map)).toBe("E han G");
  expect(guessAction({ kind: "alliance", id: "3" }, map)).toBeNull();
});

describe("whose turn it is", () => {
  const turn = { to_move: 1, legal: ["X R"] } as unknown as Moment;

  it("is the seat's that decides", () => {
    expect([isTurnOf(1, turn), isTurnOf(0, turn), isTurnOf(null, turn)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is nobody's who came back too late for it", () => {
    expect(isTurnOf(1, { ...turn, legal: [] })).toBe(false);
  });
});
