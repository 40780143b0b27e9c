/** The board's drawing is made by Python; what the client reads from it must be there. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { GLYPHS, patternPath } from "../../src/board/cards/glyphs";
import { dyed, PALETTE, readOutlines } from "../../src/board/drawing";
import { COLOURS } from "../../src/board/types";
import { MAP } from "./example";

const read = (id: string) => readFileSync(`../docs/images/${id}.svg`, "utf-8");
const SVG = read("border-disputes");

test.each(["border-disputes", "ways-of-diplomacy"])(
  "each colour of %s has its place in a theme",
  (id) => {
    const hexes = new Set(read(id).match(/#[0-9a-f]{6}\b/gi));
    expect([...hexes].filter((hex) => !(hex.toLowerCase() in PALETTE))).toEqual([]);
    const bare = dyed(read(id)).replace(/var\(--map-[\w-]+,#[0-9a-f]{6}\)/gi, "");
    expect(bare).not.toMatch(/#[0-9a-f]{6}\b/i);
  },
);

test("outlines and seals are read from the drawing", () => {
  const { provinces, seals } = readOutlines(SVG, MAP);
  expect(provinces.get("wei")).toMatch(/^M610,375C/);
  const ids = ["wei", "han"] as const;
  for (const id of ids) expect(provinces.get(id)).toMatch(/Z$/);
  expect(seals).toEqual([[997.5, 188.8]]);
});

test("a drawing without threads has its seals halfway", () => {
  expect(readOutlines("<svg/>", MAP).seals).toEqual([[500, 300]]);
});

test("cards have the glyphs of the board", () => {
  for (const colour of COLOURS) {
    const { dye, ray, rib, eye } = GLYPHS[colour];
    const parts = [...dye.split(/(?<=Z)(?=M)/), ray, rib, eye].filter((part) => part !== undefined);
    if (colour === "R" || colour === "G") expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(SVG).toContain(part);
  }
});

test("a pattern covers the whole area", () => {
  for (const colour of COLOURS) {
    const starts = [...patternPath(colour, 84, 124).matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)];
    expect(Math.max(...starts.map(([, x]) => Number(x)))).toBeGreaterThan(60);
    expect(Math.max(...starts.map(([, , y]) => Number(y)))).toBeGreaterThan(100);
  }
});
