import { expect, test } from "vitest";

import type { MapSummary } from "../../src/net/schema";
import {
  bodyOf,
  hasOpenSeats,
  newDraft,
  setMap,
  setPlayers,
  setSitting,
} from "../../src/pages/setup/draft";

const guest = (seat: number) => `Player ${seat + 1}`;
const capital = { id: "ways-of-diplomacy", players: [2, 3, 4] } as MapSummary;

test("there is only one of me", () => {
  const draft = newDraft();
  setSitting(draft, 2, "me");
  expect(draft.seats.map(({ sitting }) => sitting)).toEqual(["open", "open", "me", "open"]);
});

test("a smaller map takes chairs away, and who begins is drawn if that chair is gone", () => {
  const draft = newDraft();
  setPlayers(draft, 5);
  draft.start = 4;
  setMap(draft, capital);
  expect(draft).toMatchObject({ map: "ways-of-diplomacy", start: "drawn" });
  expect(draft.seats).toHaveLength(4);
});

test("the server is told who sits where", () => {
  const draft = newDraft();
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
