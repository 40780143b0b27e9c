/** What is the same in the drawings of all maps; Python has made it (`han.maps.svg_style`). */
import built from "../engine/built/map-style.json";

export const { style, definitions, colours } = built;
/** Colours of lines and glyphs, by card colour. */
export const dyes: Readonly<Record<string, string>> = built.dyes;
