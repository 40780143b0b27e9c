/** Catalogues as they are fetched: one file a shelf and language (see `vite.config.ts`). */
import type { Catalogue, Language, Topic } from "./catalogue";

const table = import.meta.glob<Topic>("$messages/*/{board,game,narration,replay,terms,web}.json", {
  import: "default",
});
const guide = import.meta.glob<Topic>("$messages/*/guide.json", { import: "default" });

const SHELVES = { table, guide };

/** `table` is what every page needs; `guide` the rules of the game, explained. */
export type Shelf = keyof typeof SHELVES;

/** All topics of some shelves in one language. */
export async function fetchShelves(shelves: Iterable<Shelf>, lang: Language): Promise<Catalogue> {
  const found = [...shelves].flatMap((shelf) =>
    Object.entries(SHELVES[shelf]).filter(([path]) => path.includes(`/${lang}/`)),
  );
  const topics = found.map(async ([path, load]) => [topicOf(path), await load()] as const);
  return Object.fromEntries(await Promise.all(topics));
}

function topicOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
