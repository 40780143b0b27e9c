import { readdirSync, readFileSync } from "node:fs";

import type { Catalogue, Language } from "../../src/text/catalogue";

/** All messages of a language. */
export function catalogueOf(lang: Language): Catalogue {
  const folder = new URL(`../../../src/han/messages/${lang}/`, import.meta.url);
  const topics = readdirSync(folder).map((file) => [
    file.slice(0, -".json".length),
    JSON.parse(readFileSync(new URL(file, folder), "utf8")),
  ]);
  return Object.fromEntries(topics);
}
