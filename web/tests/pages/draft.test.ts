import { expect, test } from "vitest";

import type { MapSummary } from "../../src/net/schema";
import {
  bodyOf,
  canBePlayedHere,
  fillWithBots,
  hasOpenSeats,
  newDraft,
  setMap,
  setPlayers,
  setSitting,
  type Draft,
} from "../../src/pages/setup/draft";
import { choosable, mapFor, numbersOfPlayers } from "../../src/tables/maps";

const guest = (seat: number) => `Player ${seat + 1}`;
const capital = { id: "ways-of-diplomacy", players: [2, 3, 4] } as MapSummary;
const borders = { id: "border-disputes", players: [3, 4, 5] } as MapSummary;
const maps = [borders, capital];

function draftFor(players: number): Draft {
  const draft = newDraft();
  setPlayers(draft, players, maps);
  return draft;
}

test("two are offered first", () => {
  expect(numbersOfPlayers(maps)).toEqual([2, 3, 4, 5]);
  const draft = newDraft();
  expect(draft.seats.map(({ sitting }) => sitting)).toEqual(["me", "open"]);
  expect(draft.map).toBe(mapFor(2, maps)?.id);
});

test("games on a board that somebody brought need nobody from elsewhere", () => {
  const own = { id: "grid.0123456789ab", players: [3, 4] } as MapSummary;
  const all = [...maps, own];
  expect(mapFor(3, all)).toBe(borders);
  const draft = { ...newDraft(), clock: "turn" as const, isPublic: true };
  expect(canBePlayedHere(draft)).toBe(false);
  setMap(draft, own);
  setPlayers(draft, 4, all);
  const bots = Array<string>(3).fill("bot:governor");
  expect(draft.seats.map(({ sitting }) => sitting)).toEqual(["me", ...bots]);
  expect(canBePlayedHere(draft)).toBe(true);
  setPlayers(draft, 5, all);
  expect(draft.map).toBe("border-disputes");
});

test("of boards with one id the latest can be chosen", () => {
  const [later, earlier, other] = ["grid.b", "grid.a", "ring.c"].map(
    (id) => ({ id }) as MapSummary,
  );
  expect(choosable([...maps, later!, earlier!, other!])).toEqual([...maps, later, other]);
});

test("the map follows the number of players until somebody chooses another that fits", () => {
  const draft = draftFor(4);
  expect(draft.map).toBe("border-disputes");
  setMap(draft, capital);
  setPlayers(draft, 3, maps);
  expect(draft.map).toBe("ways-of-diplomacy");
  setPlayers(draft, 5, maps);
  expect(draft.map).toBe("border-disputes");
});

test("bots take the open seats only", () => {
  const draft = draftFor(4);
  setSitting(draft, 1, "here");
  fillWithBots(draft, "scribe");
  const sitting = draft.seats.map((seat) => seat.sitting);
  expect(sitting).toEqual(["me", "here", "bot:scribe", "bot:scribe"]);
  expect(hasOpenSeats(draft)).toBe(false);
});

test("there is only one of me", () => {
  const draft = draftFor(4);
  setSitting(draft, 2, "me");
  expect(draft.seats.map(({ sitting }) => sitting)).toEqual(["open", "open", "me", "open"]);
});

test("a smaller map takes chairs away, and who begins is drawn if that chair is gone", () => {
  const draft = draftFor(5);
  draft.start = 4;
  setMap(draft, capital);
  expect(draft).toMatchObject({ map: "ways-of-diplomacy", start: "drawn" });
  expect(draft.seats).toHaveLength(4);
});

test("the server is told who sits where", () => {
  const draft = draftFor(4);
  setSitting(draft, 1, "bot:governor");
  setSitting(draft, 2, "here");
  setSitting(draft, 3, "here");
  draft.seats[3]!.name = " Carla ";
  expect(bodyOf(draft, "Anna", guest).seats).toEqual([
    { kind: "me" },
    { kind: "bot", bot: "governor" },
    { kind: "here", name: "Player 3" },
    { kind: "here", name: "Carla" },
  ]);
  expect(hasOpenSeats(draft)).toBe(false);
});

test("only the chosen clock has a time", () => {
  const draft = newDraft();
  expect(bodyOf(draft, "", guest).clock).toEqual({ kind: "none", seconds: 0, increment: 0 });
  draft.clock = "turn";
  expect(bodyOf(draft, "", guest).clock).toEqual({ kind: "turn", seconds: 120, increment: 0 });
  draft.clock = "fischer";
  expect(bodyOf(draft, "", guest).clock).toMatchObject({ kind: "fischer", increment: 20 });
});
