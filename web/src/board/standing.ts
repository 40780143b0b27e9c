/** Who stands how in the provinces: counted from what lies on the board. */

import type { BoardOverview, BoardView, MapData } from "./types";

export interface Standing {
  readonly province: string;
  readonly houses: readonly number[];
  readonly spaces: number;
  /** House spaces that nothing stands on. */
  readonly freeSpaces: number;
  readonly leaders: readonly number[];
  readonly emissaries: readonly number[];
  readonly emissaryLeaders: readonly number[];
  /** Emissaries that still fit, where the server told the limit and the game goes on. */
  readonly freeEmissaries: number | null;
  readonly isScored: boolean;
}

export function standings(
  map: MapData,
  view: BoardView,
  overview: BoardOverview | null,
): Standing[] {
  return map.provinces.map(({ id }) => standing(map, view, overview, id));
}

function standing(
  map: MapData,
  view: BoardView,
  overview: BoardOverview | null,
  province: string,
): Standing {
  const spaces = map.spaces.filter((space) => space.provinces.includes(province));
  const houses = view.scores.map(
    (_, seat) => spaces.filter(({ id }) => view.houses[id] === seat).length,
  );
  const emissaries = view.emissaries[province] ?? view.scores.map(() => 0);
  const limit = view.phase === "over" ? undefined : overview?.provinces[province]?.limit;
  return {
    province,
    houses,
    spaces: spaces.length,
    freeSpaces: spaces.filter(({ id }) => !(id in view.houses) && !(id in view.markers)).length,
    leaders: leadersOf(houses),
    emissaries,
    emissaryLeaders: leadersOf(emissaries),
    freeEmissaries: limit === undefined ? null : Math.max(0, limit - sum(emissaries)),
    isScored: view.disks.includes(province),
  };
}

/** The seats with the most, if anybody has any. */
export function leadersOf(counts: readonly number[]): number[] {
  const most = Math.max(0, ...counts);
  return counts.flatMap((count, seat) => (most > 0 && count === most ? [seat] : []));
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
