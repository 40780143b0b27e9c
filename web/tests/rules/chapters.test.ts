import { expect, test, vi } from "vitest";

import { CHAPTERS, QUOTED } from "../../src/rules/chapters";
import { EXAMPLES } from "../../src/rules/examples";
import { owned } from "../../src/rules/sheet";
import { loadBundle, t } from "../../src/text/index.svelte";

test("the ten examples come in the order of their numbers, each once", () => {
  const shown = CHAPTERS.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "example" ? block.example : [])),
  );
  expect(shown).toEqual(EXAMPLES.map(({ id }) => id));
  expect(shown).toHaveLength(10);
});

test("no two chapters share an address", () => {
  const ids = CHAPTERS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("two drawings on one page keep their ids apart", () => {
  const svg = '<svg width="9"><pattern id="sea"/><use href="#sea"/><path fill="url(#sea)"/></svg>';
  expect(owned(svg, "one")).toBe(
    '<svg id="one" width="9"><pattern id="one-sea"/><use href="#one-sea"/>' +
      '<path fill="url(#one-sea)"/></svg>',
  );
});

test("no legend covers the coast", () => {
  expect(owned('<svg ><g id="legend"/></svg>', "one")).toContain('id="one-legend" display="none"');
});

test("what a chapter quotes is called as it is elsewhere", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await loadBundle("guide");
  const texts = CHAPTERS.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind === "list") return block.texts;
      return block.kind === "text" || block.kind === "heading" ? [block.text] : [];
    }),
  );
  const names = { first: "Border Disputes", second: "Ways of Diplomacy" };
  const shown = texts.map((key) => t(key, { ...QUOTED, ...names }));
  expect(shown.filter((text) => /[{}]/.test(text))).toEqual([]);
  expect(shown.some((text) => text.includes(`“${t("game.stop")}”`))).toBe(true);
  vi.unstubAllGlobals();
});
