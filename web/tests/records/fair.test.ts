import { expect, test } from "vitest";

import { Game } from "../../src/engine/game";
import { commitment, FairCards, isSalt, newSeed, SEED_BYTES } from "../../src/records/fair";
import { files, freshEngine } from "../engine/files";
import fair from "./fair.json";

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g)!, (byte) => parseInt(byte, 16));
const PILE = [3, 0, 5, 1, 7];

const cases = fair.cases.map((one) => {
  const cards = new FairCards(bytesOf(one.seed), one.salts, one.redraws);
  return [`${one.map} ${one.players} ${one.seed.slice(0, 4)} ${one.redraws}`, one, cards] as const;
});

test.each(cases)("numbers follow from seed and salts as in Python: %s", (_, wanted, cards) => {
  expect(commitment(bytesOf(wanted.seed))).toBe(wanted.commitment);
  for (const [label, limit, number] of wanted.numbers) {
    expect(cards.number(label as string, limit as number)).toBe(number);
  }
  const drawn = Array.from({ length: 8 }, (_, index) => cards.card(18 + index, PILE));
  expect(drawn).toEqual(wanted.cards);
  const bots = wanted.salts.map((_, seat) => String(cards.botSeed(seat, 7)));
  expect(bots).toEqual(wanted.bots);
});

test.each(cases)("the same cards are dealt as in Python: %s", async (_, wanted, cards) => {
  const { map, players } = wanted;
  const game = Game.open(await freshEngine(), files, { map, players, variant: false, wild: true });
  expect([null, 1].map((start) => String(cards.deal(game, start)))).toEqual(wanted.deals);
});

test.each(cases)("a record says the same of its cards: %s", (_, wanted, cards) => {
  expect(cards.meta(true)).toEqual(wanted.meta);
  const origins = wanted.salts.map((salt) => (salt ? "own" : "bot"));
  expect(cards.meta(false, origins)).toEqual(wanted.meta_with_origins);
});

test.each(fair.salts as [string, boolean][])("what can be a salt: %j", (text, fits) => {
  expect(isSalt(text)).toBe(fits);
});

test("half a character is no salt", () => {
  expect(isSalt("half \ud83d")).toBe(false);
});

test("every seed is another", () => {
  const seeds = [newSeed(), newSeed()];
  expect(seeds.map((seed) => seed.length)).toEqual([SEED_BYTES, SEED_BYTES]);
  expect(seeds[0]).not.toEqual(seeds[1]);
});
