/** Map files that users bring are judged, drawn and made boards of as Python does it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { loadDrawing, loadMap, mapIds } from "../../src/engine/maps";
import { dataOf } from "../../src/maps/data";
import { explain, type MapFault } from "../../src/maps/fault";
import { loadMapFile } from "../../src/maps/load";
import type { GameMap } from "../../src/maps/model";
import { drawMap } from "../../src/maps/svg";
import { LANGUAGES, message, type Language } from "../../src/text/catalogue";
import wanted from "./files.json";
import { catalogueOf } from "./catalogue";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const faultsOf = (text: string): MapFault[] => loadMapFile(bytesOf(text)).faults;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function mapIn(text: string): GameMap {
  const { map, faults } = loadMapFile(bytesOf(text));
  expect(faults).toEqual([]);
  return map!;
}

const edited = (edits: Record<string, string>): string =>
  Object.entries(edits).reduce((text, [old, now]) => text.replace(old, () => now), wanted.valid);

const draw = (map: GameMap, lang: Language): string =>
  drawMap(map, lang, (term) => message(catalogueOf(lang), lang, `terms.${term}` as never));

test("the valid map has no fault", () => {
  expect(faultsOf(wanted.valid)).toEqual([]);
});

test.each(wanted.broken.map(({ edits, faults }) => [Object.values(edits).at(-1)!, edits, faults]))(
  "the same faults at the same lines: %s",
  (_, edits, faults) => {
    const found = faultsOf(edited(edits as Record<string, string>));
    const said = found.map((fault) => ({
      ...fault,
      said: explain(fault, (key, params) => message(catalogueOf("de"), "de", key as never, params)),
    }));
    expect(said.map(withoutParser)).toEqual((faults as typeof said).map(withoutParser));
  },
);

/** What the two parsers of TOML say differs; the line does not. */
const withoutParser = (fault: MapFault & { said: string }) =>
  fault.key === "maps.syntax" ? { line: fault.line, key: fault.key } : fault;

test.each([
  [
    "points of a line",
    "points = [[-20, 30]",
    `points = [${"[1, 2],".repeat(299)} [-20, 30]`,
    "points",
    301,
    300,
  ],
  ["roads", "roads = [", `roads = [${'["a", "b"],\n'.repeat(1000)}`, "roads", 1018, 1000],
] as const)("too many %s are told at once", (_, old, now, key, entries, most) => {
  const faults = faultsOf(edited({ [old]: now }));
  expect(faults).toMatchObject([{ key: "maps.too_many", params: { key, entries, most } }]);
});

test("points of all lines together are counted", () => {
  const scenery = `[[scenery]]\nkind = "lake"\npoints = [${"[1, 2],".repeat(299)}]\n`;
  const text = wanted.valid + scenery.repeat(11);
  const [fault] = faultsOf(text);
  expect(fault).toMatchObject({ key: "maps.too_many", params: { key: "points", entries: 299 } });
  expect(fault!.line).toBeGreaterThan(wanted.valid.split("\n").length);
});

test("a large file is not even read", () => {
  const faults = faultsOf(`# ${"x".repeat(256 * 1024)}`);
  const params = { most: 256, size: 257 };
  expect(faults).toEqual([{ line: null, key: "maps.too_large", params, hint: "" }]);
});

test("what is no text is told with its line", () => {
  const bytes = Uint8Array.from([...bytesOf("# one\n# two "), 0xff, 0xfe]);
  const fault = { line: 2, key: "maps.not_utf8", params: {}, hint: "" };
  expect(loadMapFile(bytes).faults).toEqual([fault]);
});

test.each([
  "[".repeat(5000),
  `x = ${"[".repeat(5000)}`,
  'a = "',
  "\ufeffformat = 1",
  "a = 1 b = 2",
])("hopeless text is a fault of its line: %.20s", (text) => {
  expect(faultsOf(`${text}`)).toMatchObject([{ line: 1, key: "maps.syntax" }]);
});

test("markup in a file reaches no drawing", () => {
  const { text } = wanted.drawn.find(({ name }) => name === "markup")!;
  const svg = draw(mapIn(text), "de");
  expect(svg).toContain("&lt;b title=");
  expect(svg).not.toContain("<b ");
  const names = [...svg.matchAll(/<\/?([^\s/>]+)/g)].map(([, name]) => name!);
  const drawn = ["svg", "style", "defs", "g", "path", "rect", "circle", "line", "text", "use"];
  const others = ["textPath", "clipPath", "pattern", "radialGradient", "stop"];
  expect([...new Set(names)].filter((name) => ![...drawn, ...others].includes(name))).toEqual([]);
});

test.each(wanted.drawn)("the same map and the same drawing: $name", ({ text, map, drawings }) => {
  const found = mapIn(text);
  expect(JSON.parse(JSON.stringify(found))).toEqual(map);
  for (const lang of LANGUAGES) {
    const [head = "", rest = ""] = draw(found, lang).split(/<style>.*?<\/defs>/s);
    const body = head + rest;
    expect(lang === "de" ? body : sha256(body)).toBe(drawings[lang]);
  }
});

test.each(mapIds)("a map of this package, read from its file: %s", async (id) => {
  const file = new URL(`../../../src/han/maps/${id}.toml`, import.meta.url);
  const map = mapIn(readFileSync(file, "utf8"));
  expect(dataOf(map)).toEqual(loadMap(id));
  for (const lang of LANGUAGES) expect(draw(map, lang)).toBe(await loadDrawing(id, lang));
});
