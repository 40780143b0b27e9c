/** Which parts of a map the camera looks at. */

import type { Scene } from "./animate";
import { centre, type Atlas } from "./places";
import type { MapData, Point } from "./types";
import type { Box } from "./zoom";

/** The top of every map is left to the score track. */
export const TRACK_STRIP = 70;
/** How much around the outermost places belongs to the core, in units of the map. */
const MARGIN = 64;

/** The whole drawing, without the strip of the score track if that is docked above the window. */
export function sheetBox(map: MapData, isDocked: boolean): Box {
  const [width, height] = map.canvas;
  const y = isDocked ? TRACK_STRIP - 8 : 0;
  return { x: 0, y, width, height: height - y };
}

/** The part that is played on, without title and legend. */
export function coreBox(map: MapData): Box {
  const points = [...map.spaces.map(({ at }) => at), ...map.provinces.map(({ dragon }) => dragon)];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return { x, y, width: Math.max(...xs) + MARGIN - x, height: Math.max(...ys) + MARGIN - y };
}

/** Where on the map a scene happens. */
export function focusOf(scene: Scene | null, atlas: Atlas): Point | null {
  switch (scene?.kind) {
    case "drop":
      return atlas.spot(scene.place)?.at ?? null;
    case "province":
    case "join":
      return atlas.dragon(scene.province);
    case "alliance":
      return atlas.seals[scene.number - 1] ?? null;
    case "row":
      return centre(scene.spaces.map((space) => atlas.at(space)));
    case "ports":
      return centre(atlas.ports.map(({ at }) => at));
    default:
      return null;
  }
}
