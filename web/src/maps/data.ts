/** A map that a user brought, as the engine knows maps. */
import { LETTERS } from "../engine/cards";
import type { MapData } from "../engine/maps";
import type { Colour } from "../net/schema";
import { COLOURS, type GameMap } from "./model";

/** Its places, as `/api/maps/{id}` answers for maps of this package, and what else games need. */
export function dataOf(map: GameMap): MapData {
  const [fewest, most] = map.players;
  const pairs = (all: GameMap["roads"]) =>
    all.map(([one, other]): [string, string] => [one, other]);
  return {
    shape: {
      ...{ id: map.id, name: map.name, variant: map.variant, display: map.display },
      players: Array.from({ length: most - fewest + 1 }, (_, index) => fewest + index),
      canvas: [...map.canvas],
      provinces: map.provinces.map(({ id, colour, name, dragon }) => ({
        ...{
          id,
          colour: LETTERS.charAt(COLOURS.indexOf(colour)) as Colour,
          name,
          dragon: [...dragon],
        },
      })),
      spaces: map.spaces.map(({ id, at, provinces, port }) => ({
        ...{ id, at: [...at], provinces: [...provinces], port },
      })),
      roads: pairs(map.roads),
      alliances: pairs(map.alliances),
    },
    removed: { ...map.removed },
    sha256: map.sha256,
    editions: [...map.editions],
  };
}
