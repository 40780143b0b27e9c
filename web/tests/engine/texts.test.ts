import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { formatAtom, parseAtom } from "../../src/engine/atom";
import { GameError } from "../../src/engine/errors";
import { Game, openPosition } from "../../src/engine/game";
import { loadDrawing, loadMap, mapIds, mapSummaries, type Language } from "../../src/engine/maps";
import { files, freshEngine } from "./files";
import expected from "./texts.json";

/** What comes of a question: its result, or the refusal. */
function answer(ask: () => unknown): object {
  try {
    return { result: ask() };
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    const { key, params, rule } = error;
    return { key, params, rule };
  }
}

test("position strings are read, or refused, as in Python", async () => {
  const engine = await freshEngine();
  for (const { text, ...wanted } of expected.positions) {
    const read = answer(() => `${openPosition(engine, files, text)}`);
    expect({ text, ...read }).toEqual({ text, ...wanted });
  }
});

test("position strings of other games are refused", async () => {
  const engine = await freshEngine();
  for (const { map, players, variant, wild, text, ...wanted } of expected.foreign) {
    const game = Game.open(engine, files, { map, players, variant, wild });
    expect({ text, ...answer(() => `${game.position(text)}`) }).toEqual({ text, ...wanted });
  }
});

test("actions have the codes that they have in Python", async () => {
  const engine = await freshEngine();
  for (const { map, players, variant, wild, text, ...wanted } of expected.actions) {
    const { book } = Game.open(engine, files, { map, players, variant, wild });
    const encoded = () => [formatAtom(parseAtom(text)), book.encode(parseAtom(text))];
    expect({ text, ...answer(encoded) }).toEqual({ text, ...wanted });
  }
});

test("given cards are dealt, or refused", async () => {
  const engine = await freshEngine();
  for (const { map, players, variant, wild, hands, display, start, ...wanted } of expected.deals) {
    const game = Game.open(engine, files, { map, players, variant, wild });
    expect(answer(() => `${game.dealCards(hands, display, start)}`)).toEqual(wanted);
  }
});

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

test.each(expected.drawings)("the board is drawn as by Python: $map", async (wanted) => {
  const { map, ...drawings } = wanted;
  for (const [lang, drawing] of Object.entries(drawings)) {
    expect(digest(await loadDrawing(map, lang as Language))).toBe(drawing);
  }
});

test("maps that are not there are named", async () => {
  const known = { map: "atlantis", maps: expected.drawings.map(({ map }) => map).join(", ") };
  const wanted = { key: "maps.unknown_map", params: known, rule: null };
  expect(answer(() => loadMap("atlantis"))).toEqual(wanted);
  expect(answer(() => loadMap("constructor"))).toHaveProperty("key", "maps.unknown_map");
  expect(mapSummaries().map(({ id }) => id)).toEqual(mapIds);
});
