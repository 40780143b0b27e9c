/** A table while it is being set up. */
import { IS_SITE } from "../../app/edition";
import { isBrought } from "../../engine/brought";
import type { Clock, MapSummary, SeatBody, TableBody } from "../../net/schema";
import { mapFor } from "../../tables/maps";

/** `bot:LEVEL` for a bot: one value says everything about a seat. */
export type Sitting = "me" | "here" | "open" | `bot:${string}`;

export interface SeatDraft {
  sitting: Sitting;
  /** Of somebody on this device. */
  name: string;
}

export interface Draft {
  map: string;
  /** Whether somebody chose the map, rather than the number of players. */
  isMapChosen: boolean;
  seats: SeatDraft[];
  variant: boolean;
  wildInPrices: boolean;
  /** The start player's seat; `drawn` by lot. */
  start: number | "drawn";
  clock: Clock["kind"];
  /** Seconds for each turn, for the whole game, and to be added after a turn. */
  turn: number;
  game: number;
  increment: number;
  casual: boolean;
  isPublic: boolean;
  memoryAid: boolean;
  standIn: string;
}

/** Who sits where nobody was chosen: somebody from elsewhere, if there is a way to get here. */
const ANYBODY: Sitting = IS_SITE ? "here" : "open";

const DAY = 86_400;
export const TURN_TIMES = [30, 60, 120, 300, 900, 3_600, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY];
export const GAME_TIMES = [300, 600, 900, 1_200, 1_800, 3_600, 7_200];
export const INCREMENTS = [0, 5, 10, 20, 30, 60];

/** What most people want: a friend at the table, no hurry. */
export function newDraft(): Draft {
  return {
    map: "ways-of-diplomacy",
    isMapChosen: false,
    seats: [
      { sitting: "me", name: "" },
      { sitting: ANYBODY, name: "" },
    ],
    variant: false,
    wildInPrices: true,
    start: "drawn",
    clock: "none",
    turn: 120,
    game: 1_200,
    increment: 20,
    casual: true,
    isPublic: false,
    memoryAid: true,
    standIn: "governor",
  };
}

/** Make room for so many players, on the map that suits them unless another was chosen. */
export function setPlayers(draft: Draft, players: number, maps: readonly MapSummary[]): void {
  setSeats(draft, players);
  const chosen = draft.isMapChosen ? maps.find(({ id }) => id === draft.map) : undefined;
  if (!chosen?.players.includes(players)) draft.map = mapFor(players, maps)?.id ?? draft.map;
  if (isBrought(draft.map)) fillWithBots(draft, draft.standIn);
}

/** Those who sit stay as long as there is a seat. */
function setSeats(draft: Draft, players: number): void {
  while (draft.seats.length < players) draft.seats.push({ sitting: ANYBODY, name: "" });
  draft.seats.length = players;
  if (draft.start !== "drawn" && draft.start >= players) draft.start = "drawn";
}

/**
 * Change the map, and the number of players if it does not fit.
 *
 * A board that somebody brought is on this device only, and so are its games.
 */
export function setMap(draft: Draft, map: MapSummary): void {
  draft.map = map.id;
  draft.isMapChosen = true;
  const most = Math.max(...map.players);
  const fewest = Math.min(...map.players);
  setSeats(draft, Math.min(most, Math.max(fewest, draft.seats.length)));
  if (!isBrought(map.id)) return;
  fillWithBots(draft, draft.standIn);
  draft.clock = "none";
  draft.isPublic = false;
}

/** Whether the game needs nobody from elsewhere and no clock. */
export const canBePlayedHere = (draft: Draft): boolean =>
  !hasOpenSeats(draft) && draft.clock === "none" && !draft.isPublic;

/** Puts somebody on a seat; `me` can sit on one only. */
export function setSitting(draft: Draft, seat: number, sitting: Sitting): void {
  draft.seats.forEach((one, index) => {
    if (index === seat) one.sitting = sitting;
    else if (sitting === "me" && one.sitting === "me") one.sitting = ANYBODY;
  });
}

/** Puts bots of one level on all open seats. */
export function fillWithBots(draft: Draft, level: string): void {
  for (const seat of draft.seats) if (seat.sitting === "open") seat.sitting = `bot:${level}`;
}

export function hasOpenSeats(draft: Draft): boolean {
  return draft.seats.some(({ sitting }) => sitting === "open");
}

/** What the server is asked for; `guest` names people on this device who gave no name. */
export function bodyOf(draft: Draft, name: string, guest: (seat: number) => string): TableBody {
  return {
    map: draft.map,
    seats: draft.seats.map((seat, index) => seatBody(seat, guest(index))),
    name,
    variant: draft.variant,
    wild_in_prices: draft.wildInPrices,
    start: draft.start === "drawn" ? null : draft.start,
    clock: clockOf(draft),
    casual: draft.casual,
    public: draft.isPublic,
    memory_aid: draft.memoryAid,
    stand_in: draft.standIn,
  };
}

function seatBody({ sitting, name }: SeatDraft, guest: string): SeatBody {
  if (sitting === "me" || sitting === "open") return { kind: sitting };
  if (sitting === "here") return { kind: "here", name: name.trim() || guest };
  return { kind: "bot", bot: sitting.slice("bot:".length) };
}

function clockOf(draft: Draft): Clock {
  if (draft.clock === "turn") return { kind: "turn", seconds: draft.turn, increment: 0 };
  if (draft.clock === "none") return { kind: "none", seconds: 0, increment: 0 };
  return { kind: "fischer", seconds: draft.game, increment: draft.increment };
}
