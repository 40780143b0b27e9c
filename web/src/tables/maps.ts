/** Which map suits how many players. */
import { idIn, isBrought } from "../engine/brought";
import type { MapSummary } from "../net/schema";

/** Maps to choose from: those of this package, and of boards with one id the one brought last. */
export function choosable(maps: readonly MapSummary[]): MapSummary[] {
  const [packaged, brought] = [false, true].map((wanted) =>
    maps.filter(({ id }) => isBrought(id) === wanted),
  ) as [MapSummary[], MapSummary[]];
  const ids = brought.map(({ id }) => idIn(id));
  return [...packaged, ...brought.filter((_, index) => ids.indexOf(ids[index]!) === index)];
}

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
