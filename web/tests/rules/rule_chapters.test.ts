import { expect, test } from "vitest";

import { CHAPTERS } from "../../src/rules/chapters";
import { chapterOf } from "../../src/rules/rule_chapters";

const COUNTS = { S: 1, T: 14, H: 3, D: 5, F: 5, V: 6, Q: 7 };
const RULES = Object.entries(COUNTS).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
);

test.each(RULES)("rule %s is explained in a chapter", (rule) => {
  expect(CHAPTERS.map(({ id }) => id)).toContain(chapterOf(rule));
});

test.each([
  ["T2", "turn"],
  ["T8", "houses"],
  ["T11", "emissaries"],
  ["T13", "turn"],
  ["T14", "scoring"],
  ["D4", "end"],
  ["V5", "variants"],
])("%s belongs to the chapter %s", (rule, chapter) => {
  expect(chapterOf(rule)).toBe(chapter);
});

test("the ruling about markers in empty provinces is where its refusal leads", () => {
  const chapter = CHAPTERS.find(({ id }) => id === chapterOf("Q2"));
  const texts = chapter?.blocks.flatMap((block) => (block.kind === "list" ? block.texts : []));
  expect(texts).toContain("guide.ruling_empty");
});

test("what is no rule of the game has no chapter", () => {
  expect([chapterOf(null), chapterOf("C1"), chapterOf("table")]).toEqual([null, null, null]);
});
