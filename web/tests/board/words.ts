/** The real texts, read from the catalogues. */
import { readFileSync } from "node:fs";

import type { Text } from "../../src/board/types";
import { message, type Language, type Topic } from "../../src/text/catalogue";

export function catalogueText(lang: Language): Text {
  const read = (topic: string): Topic =>
    JSON.parse(readFileSync(`../src/han/messages/${lang}/${topic}.json`, "utf-8")) as Topic;
  const topics = ["board", "game", "narration", "terms"];
  const catalogue = Object.fromEntries(topics.map((topic) => [topic, read(topic)]));
  return (key, params) => message(catalogue, lang, key, params);
}
