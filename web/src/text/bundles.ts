/** Catalogues are fetched in bundles, one file for each language (see `vite.config.ts`). */
import type { Catalogue, Language, Topic } from "./catalogue";

const table = import.meta.glob<Topic>("$messages/*/{board,game,narration,replay,terms,web}.json", {
  import: "default",
});
const guide = import.meta.glob<Topic>("$messages/*/guide.json", { import: "default" });

const BUNDLES = { table, guide };

/** `table` is what every page needs; `guide` the rules of the game, explained. */
export type TextBundle = keyof typeof BUNDLES;

/** All topics of some bundles in one language. */
export async function fetchBundles(
  bundles: Iterable<TextBundle>,
  lang: Language,
): Promise<Catalogue> {
  const found = [...bundles].flatMap((bundle) =>
    Object.entries(BUNDLES[bundle]).filter(([path]) => path.includes(`/${lang}/`)),
  );
  const topics = found.map(async ([path, load]) => [topicOf(path), await load()] as const);
  return Object.fromEntries(await Promise.all(topics));
}

function topicOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
