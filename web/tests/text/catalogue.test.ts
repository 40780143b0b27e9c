import { expect, test } from "vitest";

import {
  bestLanguage,
  LANGUAGES,
  message,
  pluralForm,
  Term,
  type Catalogue,
} from "../../src/text/catalogue";
import { fetchBundles } from "../../src/text/bundles";

async function catalogue(lang: (typeof LANGUAGES)[number]): Promise<Catalogue> {
  return fetchBundles(["table"], lang);
}

test("the count chooses the plural form", () => {
  for (const lang of LANGUAGES) {
    expect(pluralForm(lang, 1)).toBe("one");
    expect(pluralForm(lang, 2)).toBe("other");
    expect(pluralForm(lang, 0)).toBe(lang === "fr" ? "one" : "other");
  }
});

test("plural sentences", async () => {
  const [english, french] = [await catalogue("en"), await catalogue("fr")];
  expect(message(english, "en", "web.seats_free", { count: 1 })).toBe("1 open seat");
  expect(message(english, "en", "web.seats_free", { count: 0 })).toBe("0 open seats");
  expect(message(french, "fr", "web.seats_free", { count: 0 })).toBe("0 place est libre");
});

test("gaps take texts, numbers, names and terms", () => {
  const words: Catalogue = {
    web: { turn_of: "{name} has {points} in {place}, {colour}; {unknown}" },
    terms: { colour_R: "rot" },
  };
  const place = { en: "Palace", de: "Palast", fr: "Palais", it: "Palazzo" };
  const params = { name: "Anna {points}", points: 1234, place, colour: new Term("terms.colour_R") };
  expect(message(words, "de", "web.turn_of", params)).toBe(
    "Anna {points} has 1.234 in Palast, rot; {unknown}",
  );
});

test("a message that is not there is its key", () => {
  expect(message({}, "en", "web.play_now")).toBe("web.play_now");
});

test("every language has a bundle with the same keys", async () => {
  const keys = (words: Catalogue) =>
    Object.entries(words).flatMap(([topic, entries]) => Object.keys(entries).map((k) => topic + k));
  const english = keys(await catalogue("en")).sort();
  expect(english).toContain("webplay_now");
  for (const lang of LANGUAGES) expect(keys(await catalogue(lang)).sort()).toEqual(english);
});

test("the browser's first language that there is", () => {
  expect(bestLanguage(["es-ES", "de-CH", "en"])).toBe("de");
  expect(bestLanguage(["pt", "FR"])).toBe("fr");
  expect(bestLanguage([])).toBe("en");
});
