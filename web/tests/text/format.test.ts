import { beforeAll, expect, test, vi } from "vitest";

import { capitalised, formatAgo, formatList, formatSpan } from "../../src/text/format";
import { speak } from "../../src/text/index.svelte";

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  await speak("de");
});

test.each([
  [30, "30 Sekunden"],
  [60, "1 Minute"],
  [90, "90 Sekunden"],
  [7_200, "2 Stunden"],
  [86_400, "1 Tag"],
  [1_209_600, "14 Tage"],
])("%i seconds are %s", (seconds, text) => {
  expect(formatSpan(seconds)).toBe(text);
});

test.each([
  [0, "jetzt"],
  [-5, "jetzt"],
  [59, "jetzt"],
  [125, "vor 2 Minuten"],
  [3_600, "vor 1 Stunde"],
  [200_000, "vorgestern"],
])("%i seconds ago is %s", (seconds, text) => {
  expect(formatAgo(1_000_000_000 - seconds * 1000, 1_000_000_000)).toBe(text);
});

test("a button begins with a capital letter", () => {
  expect(capitalised("eine rote Karte nehmen")).toBe("Eine rote Karte nehmen");
  expect(capitalised("")).toBe("");
});

test("lists are those of the language", () => {
  expect(formatList(["Anna", "Ben", "Carla"])).toBe("Anna, Ben und Carla");
});
