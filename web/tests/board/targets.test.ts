import { expect, test } from "vitest";

import { cardsPhrase, spaceName, targetLabel } from "../../src/board/labels";
import { parseOffer, piecesAt, pricesOf, targetsOf } from "../../src/board/targets";
import type { Text } from "../../src/board/types";
import { catalogueText } from "./words";
import { MAP } from "./example";

const LEGAL = [
  "H wei-1 GG",
  "H wei-1 R",
  "F wei-1 RR",
  "E wei R",
  "H wei-han RG",
  ".",
  "X R",
  "+G",
  "*",
];

test("only placing is an offer", () => {
  expect(LEGAL.filter((action) => parseOffer(action))).toEqual(LEGAL.slice(0, 5));
  expect(parseOffer("E wei R")).toMatchObject({
    piece: "E",
    cards: "R",
    place: { kind: "dragon", id: "wei" },
  });
});

test("offers of one place come together, the cheapest house first", () => {
  const [first, dragon, border] = targetsOf(LEGAL);
  expect(first?.offers.map(({ action }) => action)).toEqual([
    "H wei-1 R",
    "H wei-1 GG",
    "F wei-1 RR",
  ]);
  expect(first && piecesAt(first)).toEqual(["H", "F"]);
  expect(first && pricesOf(first, "H")).toEqual(["R", "GG"]);
  expect(dragon?.place).toEqual({ kind: "dragon", id: "wei" });
  expect(border?.place).toEqual({ kind: "space", id: "wei-han" });
});

const t: Text = catalogueText("en");

test("a target says what it is and what it costs", () => {
  const [first, dragon] = targetsOf(LEGAL);
  expect(first && targetLabel(MAP, first, { t, lang: "en" })).toBe(
    "House on Wei 1 for a red card or 2 green cards. Fortification with a house on Wei 1 for 2 red cards.",
  );
  expect(dragon && targetLabel(MAP, dragon, { t, lang: "en" })).toBe(
    "Emissary in Wei for a red card.",
  );
});

test("places and cards have names", () => {
  expect(spaceName(MAP, "wei-han", "de")).toBe("Wei/Han");
  expect(spaceName(MAP, "han-1", "de")).toBe("Han 1");
  expect(cardsPhrase("RGG", t)).toBe("2 green cards and a red card");
});
