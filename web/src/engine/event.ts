import type { GameEvent } from "../net/schema";
import { constants, events as numbers } from "./built/manifest.json";
import type { EventKind } from "./built/kernels";
import { LETTERS } from "./cards";
import { membersOf, sum } from "./fields";
import type { Game } from "./game";
import { fieldIn, type At } from "./memory";
import { REASONS } from "./position_text";

export type Event = GameEvent;

/** A row of the tape, read. */
interface Row {
  game: Game;
  seat: number;
  what: bigint;
  /** A number for each seat. */
  points: number[];
}

const TOLD = { told: [] };
const action = ({ game, what }: Row): string => game.book.texts.get(Number(what))!;
const province = ({ game, what }: Row): string => game.book.provinces[Number(what)]!;
const card = ({ what }: Row): string => LETTERS[Number(what)]!;

const READERS: Record<EventKind, (row: Row) => Event> = {
  PIECE_PLACED: (row) => ({ type: "piece_placed", ...TOLD, seat: row.seat, action: action(row) }),
  PROVINCE_SCORED: (row) => ({
    ...{ type: "province_scored", ...TOLD, province: province(row), points: row.points },
  }),
  PLACING_STOPPED: ({ seat }) => ({ type: "placing_stopped", ...TOLD, seat }),
  CARD_DISCARDED: (row) => ({ type: "card_discarded", ...TOLD, seat: row.seat, card: card(row) }),
  CARD_TAKEN: (row) => ({ type: "card_taken", ...TOLD, seat: row.seat, card: card(row) }),
  CARD_DRAWN: (row) => ({ type: "card_drawn", ...TOLD, seat: row.seat, card: card(row) }),
  DISPLAY_REFILLED: (row) => ({ type: "display_refilled", ...TOLD, card: card(row) }),
  PILE_RESHUFFLED: ({ what }) => ({ type: "pile_reshuffled", ...TOLD, cards: Number(what) }),
  LAST_ROUND_BEGUN: ({ seat }) => ({ type: "last_round_begun", ...TOLD, seat }),
  TURN_BEGUN: ({ seat }) => ({ type: "turn_begun", ...TOLD, seat }),
  GAME_ENDED: ({ what }) => ({ type: "game_ended", ...TOLD, reason: REASONS[Number(what)]! }),
  EMISSARIES_JOINED: (row) => ({
    ...{ type: "emissaries_joined", ...TOLD, province: province(row), emissaries: row.points },
  }),
  ALLIANCE_SCORED: ({ game, what, points }) => ({
    ...{ type: "alliance_scored", ...TOLD, number: Number(what) + 1, points },
    provinces: game.map.shape.alliances[Number(what)]!,
  }),
  ROW_SCORED: ({ game, seat, what, points }) => ({
    ...{ type: "row_scored", ...TOLD, seat, points: sum(points) },
    spaces: membersOf(BigInt.asUintN(64, what)).map((index) => game.book.spaces[index]!),
  }),
  PORTS_SCORED: ({ points }) => ({ type: "ports_scored", ...TOLD, points }),
};
const BY_NUMBER = new Map(
  Object.entries(numbers).map(([kind, number]) => [BigInt(number), READERS[kind as EventKind]]),
);

/** The events on a tape in the engine's memory. */
export function readTape(game: Game, tape: At<"Tape">): Event[] {
  const { COLUMNS, KIND, SEAT, WHAT, POINTS } = constants;
  const { memory } = game.engine;
  const rows = fieldIn("Tape", memory.buffer, tape, "rows");
  return Array.from({ length: memory.read("Tape", tape, "length") }, (_, index) => {
    const row = rows.subarray(COLUMNS * index, COLUMNS * (index + 1));
    const points = Array.from(row.subarray(POINTS, POINTS + game.players), Number);
    return BY_NUMBER.get(row[KIND]!)!({ game, seat: Number(row[SEAT]), what: row[WHAT]!, points });
  });
}

/** The event as a seat, or a spectator, may know it: the card that another seat drew is hidden. */
export function seenBy(event: Event, seat: number | null): Event {
  return event.type === "card_drawn" && event.seat !== seat ? { ...event, card: "?" } : event;
}
