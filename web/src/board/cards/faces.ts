/** The faces of cards, 100 by 140. */

import "./faces.css";
import { stamp } from "../stamps";
import type { Colour } from "../types";
import { BACK_PATTERN, dyeOf, GLYPHS, patternPath, patternWeight, tintOf } from "./glyphs";

export interface Face {
  /** None for the back. */
  readonly colour: Colour | null;
  /** As a chip: a large glyph, and a coarse pattern. */
  readonly isSmall?: boolean;
  readonly hasPattern?: boolean;
}

/** What a `use` refers to. */
export function faceOf(face: Face): string {
  return stamp(idOf(face), () => draw(face));
}

function idOf({ colour, isSmall = false, hasPattern = true }: Face): string {
  if (!colour) return "card-back";
  return `card-${colour}${isSmall ? "-small" : ""}${hasPattern ? "" : "-plain"}`;
}

const PAPER = '<rect class="card-paper" x="1.5" y="1.5" width="97" height="137" rx="11"/>';
const GROUND = 'x="8" y="8" width="84" height="124" rx="6"';
const BACK =
  `<rect class="card-back" ${GROUND}/>` +
  '<svg x="8" y="8" width="84" height="124" viewBox="6 10 84 124">' +
  `<path class="card-lattice" d="${BACK_PATTERN}"/></svg>` +
  '<circle class="card-coin" cx="50" cy="70" r="24"/>' +
  '<rect class="card-coin card-hole" x="41" y="61" width="18" height="18"/>';

function draw({ colour, isSmall = false, hasPattern = true }: Face): string {
  if (!colour) return PAPER + BACK;
  const ground = `<rect class="card-frame" ${GROUND} fill="${tintOf(colour)}" stroke="${dyeOf(colour)}"/>`;
  const signs = isSmall ? chip(colour, hasPattern) : medals(colour);
  return PAPER + ground + (hasPattern ? pattern(colour, isSmall ? 2.2 : 1) : "") + signs;
}

function pattern(colour: Colour, grain: number): string {
  const lines = patternPath(colour, 84 / grain, 124 / grain);
  return (
    '<svg x="9" y="9" width="82" height="122" viewBox="1 1 82 122">' +
    `<path class="card-pattern" transform="scale(${grain})" d="${lines}" ` +
    `stroke="${dyeOf(colour)}" stroke-width="${patternWeight(colour)}"/></svg>`
  );
}

/** One glyph on a ground that is free of the pattern. */
function chip(colour: Colour, hasPattern: boolean): string {
  const halo = `<circle class="card-halo" cx="50" cy="70" r="40" fill="${tintOf(colour)}"/>`;
  return (hasPattern ? halo : "") + glyph(colour, "translate(50 70) scale(5)");
}

/** A large medal in the middle, and small ones in two corners. */
function medals(colour: Colour): string {
  const medal = (at: string, radius: number, scale: number) =>
    `<g transform="${at}"><circle class="card-medal" r="${radius}" stroke="${dyeOf(colour)}"/>` +
    `${glyph(colour, `scale(${scale})`)}</g>`;
  return (
    medal("translate(50 70)", 31, 3.1) +
    medal("translate(21 23)", 10.5, 1.05) +
    medal("translate(79 117) rotate(180)", 10.5, 1.05)
  );
}

function glyph(colour: Colour, transform: string): string {
  const { dye, ray, rib, eye } = GLYPHS[colour];
  const [dark, light] = [dyeOf(colour), tintOf(colour)];
  return (
    `<g transform="${transform}"><path d="${dye}" fill="${dark}"/>` +
    (ray ? `<path class="card-ray" d="${ray}" stroke="${dark}"/>` : "") +
    (rib ? `<path class="card-rib" d="${rib}" stroke="${light}"/>` : "") +
    (eye ? `<path d="${eye}" fill="${light}"/>` : "") +
    "</g>"
  );
}
