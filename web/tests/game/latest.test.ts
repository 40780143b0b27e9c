import { beforeAll, describe, expect, test, vi } from "vitest";

import { cardsLineOf, deedsOf, latestTurns, marksOf, movedCards } from "../../src/game/latest";
import type { Story } from "../../src/game/narrate";
import type { Entry, GameEvent, Sentence } from "../../src/net/schema";
import { speak, t } from "../../src/text/index.svelte";
import { MAP } from "../board/example";

const seats = (seat: number) => ({ type: "seats" as const, seats: [seat], join: "and" as const });

function placed(seat: number, action: string): GameEvent {
  const params = {
    seat: seats(seat),
    cards: { type: "cards" as const, cards: "R", wild: "" },
    space: { type: "space" as const, space: "wei-1" },
  };
  return { type: "piece_placed", told: [{ key: "narration.house", params }], seat, action };
}

function took(seat: number, card: string): GameEvent {
  const params = { seat: seats(seat), cards: { type: "cards" as const, cards: card, wild: "" } };
  return { type: "card_taken", told: [{ key: "narration.taken", params }], seat, card };
}

const told: Sentence[] = [{ key: "narration.houses_scored", params: { province: "Wei" as never } }];
const SCORED: GameEvent = { type: "province_scored", told, province: "wei", points: [0, 3, 1] };
const drew = (seat: number): GameEvent => ({ type: "card_drawn", told: [], seat, card: "?" });

let seq = 0;
type By = "person" | "bot" | "stand_in";

function played(seat: number, length: number, events: GameEvent[] = [], by: By = "bot"): Entry {
  const rest = { actions: [], fault: null, told: [], round: 1 };
  return { type: "played", seq: ++seq, at: 0, seat, by, events, length, ...rest };
}

function cut(length: number): Entry {
  return { type: "undone", seq: ++seq, at: 0, seat: 0, told: [], length };
}

const MINE = played(0, 1, [placed(0, "H wei-1 R")], "person");
const BEN = [played(1, 2, [placed(1, "H wei-2 R"), SCORED]), played(1, 3, [took(1, "G"), drew(1)])];
const CY = [played(2, 4, [placed(2, "E han G")])];

describe("what others did since one's own last decision", () => {
  test("is the last turn of each, in order, with its pieces, scorings and cards", () => {
    const turns = latestTurns([MINE, ...BEN, ...CY], 0);
    expect(turns.map(({ seat }) => seat)).toEqual([1, 2]);
    expect(marksOf(turns)).toEqual([
      { kind: "piece", seat: 1, place: { kind: "space", id: "wei-2" } },
      { kind: "scored", province: "wei", points: [0, 3, 1] },
      { kind: "piece", seat: 2, place: { kind: "dragon", id: "han" } },
    ]);
    expect(movedCards(turns[0]!)).toEqual({ discarded: "", taken: "G", drawn: "?" });
  });

  test("ends with one's next decision, and is there again when that is undone", () => {
    const mine = played(0, 5, [placed(0, "H han-1 G")], "person");
    expect(latestTurns([MINE, ...BEN, mine], 0)).toEqual([]);
    expect(latestTurns([MINE, ...BEN, ...CY, mine, cut(4)], 0)).toHaveLength(2);
  });

  test("has nothing that was taken back", () => {
    expect(latestTurns([MINE, ...BEN, ...CY, cut(1)], 0)).toEqual([]);
    const again = played(1, 2, [placed(1, "H wei-1 R")]);
    expect(marksOf(latestTurns([MINE, ...BEN, cut(1), again], 0))).toHaveLength(1);
  });

  test("counts only the last turn of who has played more than one, and one's stand-in", () => {
    const later = played(1, 6, [placed(1, "H han-1 G")]);
    const standIn = played(0, 5, [placed(0, "H wei-han RG")], "stand_in");
    const turns = latestTurns([MINE, ...BEN, ...CY, standIn, later], 0);
    expect(turns.map(({ seat }) => seat)).toEqual([2, 0, 1]);
    expect(turns[2]?.events).toEqual(later.type === "played" ? later.events : null);
  });

  test("is for an onlooker the last turn of everybody", () => {
    expect(latestTurns([MINE, ...BEN, ...CY], null).map(({ seat }) => seat)).toEqual([0, 1, 2]);
  });
});

describe("a line", () => {
  beforeAll(() => {
    vi.stubGlobal("document", { documentElement: {} });
    return speak("en");
  });
  const story: Story = { map: MAP, names: ["Ada", "Ben", "Cy"], t, lang: "en" };

  test("is without the name that stands beside it, and leaves cards to be seen", () => {
    const [turn] = latestTurns([MINE, played(1, 2, [placed(1, "H wei-1 R"), took(1, "G")])], 0);
    expect(deedsOf(turn!, story)).toBe("Plays a red card and builds a house on Wei 1.");
    expect(cardsLineOf(turn!, story)).toBe("Takes a green card from the display.");
  });
});
