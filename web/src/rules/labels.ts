/** What lies on a place of an example, for those who do not see it. */
import { colourName } from "../app/seats";
import { provinceName, spaceName } from "../board/labels";
import type { MapData, Place } from "../board/types";
import { language, t } from "../text/index.svelte";
import type { Setup } from "./position";

export function placeLabel({ kind, id }: Place, setup: Setup, map: MapData): string {
  if (kind === "dragon") return dragonLabel(id, setup, map);
  return `${spaceName(map, id, language())}, ${pieceLabel(id, setup)}`;
}

function dragonLabel(id: string, setup: Setup, map: MapData): string {
  const counts = setup.emissaries[id] ?? [];
  const parts = counts.flatMap((count, seat) => (count ? `${colourName(seat)} ${count}` : []));
  return t("guide.dragon_of", {
    province: provinceName(map, id, language()),
    emissaries: parts.join(", ") || t("narration.nobody"),
  });
}

function pieceLabel(space: string, setup: Setup): string {
  const [house, marker] = [setup.houses[space], setup.markers[space]];
  if (marker === undefined) {
    return house === undefined ? t("board.free") : t("board.house_of", { seat: colourName(house) });
  }
  const seat = colourName(marker);
  return house === undefined
    ? t("board.market_of", { seat })
    : t("board.fortification_of", { seat });
}
