/** The drawing of a board, kept once on the page for all its pictures. */
import { drawnMap, dyed, type DrawnMap } from "../board/drawing";
import { getDrawing, getMap } from "../net/api";
import type { MapShape } from "../net/schema";

export interface Sheet extends DrawnMap {
  readonly map: MapShape;
  /** The dyed drawing, with ids of its own. */
  readonly drawing: string;
  /** The id that pictures take it by. */
  readonly id: string;
}

export async function fetchSheet(name: string): Promise<Sheet> {
  const [map, svg] = await Promise.all([getMap(name), getDrawing(name)]);
  const id = `sheet-${map.id}`;
  return { ...drawnMap(map, svg), map, drawing: owned(dyed(svg), id), id };
}

/**
 * The drawing with `id` on its root and before all its ids: two boards share a page. The legend is
 * left out, for it lies off the coast where pictures are taken.
 */
export function owned(svg: string, id: string): string {
  return svg
    .replace(' id="legend"', ' id="legend" display="none"')
    .replace(/ id="([^"]+)"/g, ` id="${id}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${id}-$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${id}-$1"`)
    .replace("<svg ", `<svg id="${id}" `);
}
