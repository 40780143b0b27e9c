/** Who stands how in the provinces, as an overview tells it. */

import type { BoardOverview, BoardView, MapData } from "./types";

export interface Standing {
  readonly province: string;
  /** By seat; none where nobody has told them. */
  readonly houses: readonly number[];
  /** House spaces that nothing stands on. */
  readonly freeSpaces: number;
  readonly leaders: readonly number[];
  readonly emissaries: readonly number[];
  /** Emissaries that still fit; null if that is not known, and after the game. */
  readonly freeEmissaries: number | null;
  readonly isScored: boolean;
}

/** `isMoving`: the overview is of before what is being shown, and no room is told. */
export function standings(
  map: MapData,
  view: BoardView,
  overview: BoardOverview | null,
  isMoving = false,
): Standing[] {
  const hasRoom = view.phase !== "over" && !isMoving;
  return map.provinces.map(({ id }) => {
    const spaces = map.spaces.filter((space) => space.provinces.includes(id));
    const nothing = view.scores.map(() => 0);
    const told = overview?.provinces[id];
    const houses = told?.houses ?? nothing;
    const emissaries = view.emissaries[id] ?? nothing;
    return {
      province: id,
      houses,
      freeSpaces: spaces.filter((space) => !(space.id in view.houses || space.id in view.markers))
        .length,
      leaders: leadersOf(houses),
      emissaries,
      freeEmissaries: told && hasRoom ? Math.max(0, told.limit - sum(emissaries)) : null,
      isScored: view.disks.includes(id),
    };
  });
}

/** The seats with the most, if anybody has any. */
export function leadersOf(counts: readonly number[]): number[] {
  const most = Math.max(0, ...counts);
  return counts.flatMap((count, seat) => (most > 0 && count === most ? [seat] : []));
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
