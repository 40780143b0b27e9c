/** The signs of the game on a map: spaces, dragons, roads, seals, names (`han.maps.svg_marks`). */
import { DRAGON_RADIUS, SEAL_RADIUS, SPACE_RADIUS } from "./layout";
import type { Point, Province, Space } from "./model";
import { circle, element, group, halfDisc, path, text, use, type Attributes } from "./svg_elements";
import { dyes } from "./svg_style";

export type Provinces = ReadonlyMap<string, Province>;

/** A house space, with its id. */
export function drawSpace({ id, at, port, provinces: ids }: Space, provinces: Provinces): string {
  const [first, second] = ids.map((province) => provinces.get(province)!);
  const plain = port ? portPlot(at) : housePlot(at);
  const plot = second ? borderPlot(at, first!, second) : plain;
  return group({ id: `space-${id}`, class: "space" }, plot);
}

/** An ordinary space. */
export const housePlot = (at: Point): string =>
  circle(at, SPACE_RADIUS, { class: "plot" }) + use("house", at);

/** A space at a port. */
export const portPlot = (at: Point): string =>
  circle(at, SPACE_RADIUS, { class: "plot quay" }) + use("anchor", at);

/** A border space: each half of the ring has the colour of the province it faces. */
export function borderPlot(at: Point, first: Province, second: Province): string {
  const axis = [second.dragon[0] - first.dragon[0], second.dragon[1] - first.dragon[1]] as const;
  const ahead: Point = [at[0] + axis[0], at[1] + axis[1]];
  const behind: Point = [at[0] - axis[0], at[1] - axis[1]];
  return [
    path(halfDisc(at, behind, SPACE_RADIUS), { fill: dyes[first.colour]! }),
    path(halfDisc(at, ahead, SPACE_RADIUS), { fill: dyes[second.colour]! }),
    circle(at, SPACE_RADIUS, { class: "ink coast" }),
    circle(at, SPACE_RADIUS - 6, { class: "plot" }),
    use("house", at, 0.82),
  ].join("");
}

/** The dragon space of a province, with its id. */
export const drawDragon = ({ id, dragon, colour }: Province): string =>
  group({ id: `dragon-${id}` }, medallion(dragon, colour));

/** A dragon space: a dragon around a free middle, with a badge of the card colour. */
export function medallion(at: Point, colour: string): string {
  const badge: Point = [at[0] - 0.72 * DRAGON_RADIUS, at[1] - 0.72 * DRAGON_RADIUS];
  return [
    circle(at, DRAGON_RADIUS, { fill: dyes[colour]! }),
    circle(at, DRAGON_RADIUS, { class: "ink coast" }),
    circle(at, DRAGON_RADIUS - 3.5, { class: "plot" }),
    use("dragon", at, 0.94),
    circle(badge, 11.5, { class: "plot" }),
    use(`glyph-${colour}`, badge, 1.1),
  ].join("");
}

/** The name of a province, centred on its place. */
export const drawLabel = (id: string, [x, y]: Point, name: string, size: number): string =>
  text(name, [x, y + 0.34 * size], { class: "name", "font-size": size, id: `name-${id}` });

/** A road between two spaces. */
export function road(start: Point, end: Point, attributes: Attributes = {}): string {
  const ends = { x1: start[0], y1: start[1], x2: end[0], y2: end[1] };
  const lines = ["road", "road-bed"].map((look) => element("line", { ...ends, class: look }));
  return group(attributes, ...lines);
}

/** The seal of an alliance, with its number. */
export function seal(at: Point, number: string): string {
  return group(
    {},
    square(at, 2 * SEAL_RADIUS - 2, { rx: 4, class: "seal" }),
    square(at, 2 * SEAL_RADIUS - 6, { rx: 2.5, class: "seal-edge" }),
    text(number, [at[0], at[1] + 5.2], { class: "seal-number" }),
  );
}

const square = (at: Point, side: number, attributes: Attributes): string =>
  element("rect", {
    ...{ x: at[0] - side / 2, y: at[1] - side / 2, width: side, height: side },
    ...attributes,
  });

/** The coloured ground of a province, darker along its borders. */
export function drawGround({ id, colour }: Province, shape: string): string {
  const clip = `inside-${id}`;
  return [
    path(shape, { id: `province-${id}`, fill: `url(#ground-${colour})` }),
    element("clipPath", { id: clip }, element("use", { href: `#province-${id}` })),
    path(shape, { class: "wash", stroke: dyes[colour]!, "clip-path": `url(#${clip})` }),
  ].join("");
}
