/** Draw a map as one stand-alone SVG, in the style of an old silk map (`han.maps.svg`). */
import type { Language } from "../text/catalogue";
import { pairKey, traceBorders } from "./borders";
import { labelSize, placeSeals } from "./layout";
import type { GameMap, Province } from "./model";
import { general } from "./numbers";
import { curveData, element, group, lineData, path } from "./svg_elements";
import { drawLegend, drawTitle, type TermOf } from "./svg_legend";
import { drawDragon, drawGround, drawLabel, drawSpace, road, seal } from "./svg_marks";
import { drawScenery, drawWalls, drawWaters, rampart, type DrawingContext } from "./svg_scenery";
import { colours, definitions, style } from "./svg_style";

/** The whole map; `termOf` has the words of its legend. */
export function drawMap(map: GameMap, lang: Language, termOf: TermOf): string {
  const context = { map, borders: traceBorders(map), lang };
  const [width, height] = map.canvas;
  return element(
    "svg",
    {
      ...{ xmlns: "http://www.w3.org/2000/svg", class: "han-map", role: "img" },
      "aria-label": map.name[lang],
      viewBox: `0 0 ${general(width)} ${general(height)}`,
      ...{ width, height },
    },
    element("style", {}, style),
    element("defs", {}, definitions),
    land(context, termOf),
    board(context),
  );
}

/** Everything below the elements of the game: sheet, water, provinces, borders, scenery. */
function land(context: DrawingContext, termOf: TermOf): string {
  const { map } = context;
  return group(
    { id: "land" },
    sheet(map, colours.paper),
    drawWaters(context),
    group({ id: "provinces" }, ...grounds(context)),
    drawScenery(context),
    group({ id: "borders" }, ...borders(context)),
    drawWalls(context),
    sheet(map, "url(#weave)"),
    sheet(map, "url(#age)"),
    frame(map),
    scrolls(context, termOf),
  );
}

/** The elements of the game: roads, alliances, spaces, dragons and names. */
function board(context: DrawingContext): string {
  const { map, lang } = context;
  const provinces = new Map(map.provinces.map((province) => [province.id, province]));
  const size = labelSize(map);
  const labelled = ({ id, label, name }: Province) => drawLabel(id, label, name[lang], size);
  return group(
    { id: "board" },
    group({ id: "alliances" }, ...alliances(context)),
    group({ id: "roads" }, ...roads(map)),
    group({ id: "spaces" }, ...map.spaces.map((space) => drawSpace(space, provinces))),
    group({ id: "dragons" }, ...map.provinces.map(drawDragon)),
    group({ id: "names" }, ...map.provinces.map(labelled)),
  );
}

const sheet = ({ canvas: [width, height] }: GameMap, fill: string): string =>
  element("rect", { width, height, fill });

const frame = ({ canvas: [width, height] }: GameMap): string =>
  (
    [
      [6, "ink coast"],
      [11, "ink fine faint"],
    ] as const
  )
    .map(([gap, look]) => {
      const size = { width: width - 2 * gap, height: height - 2 * gap };
      return element("rect", { x: gap, y: gap, ...size, class: look });
    })
    .join("");

const grounds = ({ map, borders }: DrawingContext): string[] =>
  map.provinces.map((province) =>
    drawGround(province, curveData(borders.outline(province.outline)!, true)),
  );

/** Solid coasts and dashed borders; a wall between neighbours without an alliance. */
function borders({ map, borders: { arcs } }: DrawingContext): string[] {
  const allied = new Set(map.alliances.map(pairKey));
  return arcs.map(({ provinces, curve }) => {
    const data = curveData(curve);
    if (provinces.length === 1) return path(data, { class: "ink coast" });
    return allied.has(pairKey(provinces)) ? path(data, { class: "ink border" }) : rampart(data, 8);
  });
}

/** A red line from dragon to dragon, with its number in a seal on the border. */
function alliances({ map, borders }: DrawingContext): string[] {
  const dragons = new Map(map.provinces.map(({ id, dragon }) => [id, dragon]));
  const seals = placeSeals(map, borders);
  return map.alliances.map(([first, second], index) => {
    const at = seals[index]!;
    const thread = lineData([dragons.get(first)!, at, dragons.get(second)!]);
    const number = String(index + 1);
    return group({ id: `alliance-${number}` }, path(thread, { class: "way" }), seal(at, number));
  });
}

function roads({ spaces, roads: all }: GameMap): string[] {
  const places = new Map(spaces.map(({ id, at }) => [id, at]));
  return all.map(([start, end]) =>
    road(places.get(start)!, places.get(end)!, { id: `road-${start}--${end}` }),
  );
}

function scrolls(context: DrawingContext, termOf: TermOf): string {
  const drawn = context.map.scenery.map(({ kind, points }) => {
    if (points.length !== 2) return "";
    const corners = [points[0]!, points[1]!] as const;
    if (kind === "title") return drawTitle(context, corners);
    return kind === "legend" ? drawLegend(context, corners, termOf) : "";
  });
  return drawn.join("");
}
