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
    return {
      province: id,
      houses: told?.houses ?? nothing,
      freeSpaces: spaces.filter((space) => !(space.id in view.houses || space.id in view.markers))
        .length,
      leaders: told?.leaders ?? [],
      emissaries: view.emissaries[id] ?? nothing,
      freeEmissaries: told && hasRoom ? told.free : null,
      isScored: view.disks.includes(id),
    };
  });
}
