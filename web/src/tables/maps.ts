/** Which map suits how many players. */
import { isBrought } from "../engine/brought";
import type { MapSummary } from "../net/schema";

/** How many can play, on one map or another. */
export function numbersOfPlayers(maps: readonly MapSummary[]): number[] {
  return [...new Set(maps.flatMap(({ players }) => players))].sort((one, other) => one - other);
}

/** The map that is offered to so many: of those that take them, the one made for most. */
export function mapFor(players: number, maps: readonly MapSummary[]): MapSummary | undefined {
  const most = (map: MapSummary) => Math.max(...map.players);
  const packaged = maps.filter(({ id }) => !isBrought(id));
  const fitting = packaged.filter((map) => map.players.includes(players));
  return fitting.sort((one, other) => most(other) - most(one))[0];
}
