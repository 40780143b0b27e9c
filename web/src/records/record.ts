/** Records as plain values, and their text (`han.records.record`). */
import type { GameKind } from "../engine/data";
import type { Result } from "../net/schema";
import { dumps, type JsonObject } from "./json";

export const FORMAT = "han-record/1";

/** One turn: the seat's actions, the outcomes of chance, the provinces that were scored. */
export interface Turn {
  seat: number;
  atoms: string[];
  scored: Record<string, number[]>;
}

/** Everything that an independent program needs to replay a game. */
export interface GameRecord {
  kind: GameKind;
  /** Of the map's file. */
  sha256: string;
  start: number;
  hands: string[];
  display: string;
  turns: Turn[];
  /** None while the game is not over. */
  result: Result | null;
  /** Anything else worth keeping, such as the players' names; no rule reads it. */
  meta: Meta;
}

/** What JSON can hold; of a record that was read, with whole numbers of any size. */
export type Meta = JsonObject | Record<string, unknown>;

/** The record as JSON with one turn a line, the same to the byte as Python writes it. */
export const formatRecord = (record: GameRecord): string => `${recordLines(record).join("\n")}\n`;

/** The lines of a record's text. */
export function recordLines(record: GameRecord): string[] {
  const turns = record.turns.map(({ seat, atoms, scored }) => dumps({ seat, atoms, scored }));
  return [
    "{",
    ...Object.entries(headOf(record)).map(([key, value]) => `  ${dumps(key)}: ${dumps(value)},`),
    '  "turns": [',
    ...turns.slice(0, -1).map((line) => `    ${line},`),
    ...turns.slice(-1).map((line) => `    ${line}`),
    "  ],",
    `  "result": ${dumps(record.result && inOrder(record.result))}`,
    "}",
  ];
}

function headOf({ kind, sha256, start, hands, display, meta }: GameRecord): JsonObject {
  return {
    format: FORMAT,
    map: kind.map,
    map_sha256: sha256,
    players: kind.players,
    start,
    options: { variant: kind.variant, wild_in_prices: kind.wild },
    deal: { hands, display },
    ...(Object.keys(meta).length ? { meta: meta as JsonObject } : {}),
  };
}

/** A result with its parts in the order in which they are written. */
function inOrder({ reason, houses, alliances, roads, ports, total, winners }: Result): Result {
  return { reason, houses, alliances, roads, ports, total, winners };
}
