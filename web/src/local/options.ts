/** What is agreed before a game begins (`han.table.options`). */
import type { GameKind } from "../engine/data";
import { checkSetup } from "../engine/game";
import { isKnownMap, loadMap, mapIds } from "../engine/maps";
import type { Options } from "../net/schema";
import { TableError } from "./errors";

export type { Options } from "../net/schema";

export const DEFAULT_CLOCK: Options["clock"] = { kind: "none", seconds: 0, increment: 0 };

/** The bots with names for people, the weakest first (`han.bots.levels`). */
export const LEVELS = ["peasant", "scribe", "governor", "minister", "chancellor"] as const;
export type LevelName = (typeof LEVELS)[number];

export const isLevel = (name: string): name is LevelName =>
  (LEVELS as readonly string[]).includes(name);

/** The game that is played with these options. */
export const kindOf = ({ map, players, variant, wild_in_prices: wild }: Options): GameKind => ({
  ...{ map, players, variant, wild },
});

/** Refuse options that no game on this device can be played with. */
export function checkOptions(options: Options): void {
  if (!isKnownMap(options.map)) {
    throw new TableError("table.no_such_map", { known: mapIds.join(", ") });
  }
  checkSetup(loadMap(options.map), options.players);
  const { start, players } = options;
  if (start !== null && (start < 0 || start >= players)) {
    throw new TableError("table.start", { last: players - 1 });
  }
  if (options.clock.kind !== "none") throw new TableError("local.no_clock");
}

/** Only the levels are bots here. */
export function checkBotName(name: string): string {
  if (!isLevel(name)) {
    throw new TableError("server.no_such_bot", { name, known: LEVELS.join(", ") });
  }
  return name;
}
