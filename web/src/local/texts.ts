/** The messages that tables on this device need, in the language of each request. */
import { message, Term, type Catalogue, type Language, type Topic } from "../text/catalogue";
import type { Params } from "../text/catalogue";
import type { MessageKey } from "../text/topics";

type File = () => Promise<Topic>;

const FILES = import.meta.glob<Topic>(
  "$messages/*/{game,local,maps,narration,notation,records,rules,server,setup,table,terms,web}.json",
  { import: "default" },
);

/** Looks messages up in one language. */
export class Texts {
  constructor(
    readonly lang: Language,
    private readonly catalogue: Catalogue,
  ) {}

  /** The message of a key; the catalogue decides which there are. */
  readonly t = (key: string, params?: Params): string =>
    message(this.catalogue, this.lang, key as MessageKey, params);

  has(key: string): boolean {
    const [topic = "", name = ""] = key.split(".");
    return this.catalogue[topic]?.[name] !== undefined;
  }
}

const fetched = new Map<Language, Promise<Texts>>();

/** The messages of a language. */
export function textsIn(lang: Language): Promise<Texts> {
  const known = fetched.get(lang);
  if (known) return known;
  const found = fetchTexts(lang);
  fetched.set(lang, found);
  found.catch(() => fetched.delete(lang));
  return found;
}

async function fetchTexts(lang: Language): Promise<Texts> {
  const found = Object.entries(FILES).filter(([path]) => path.includes(`/${lang}/`));
  const topics = found.map(
    async ([path, load]) => [topicOf(path), await (load as File)()] as const,
  );
  return new Texts(lang, Object.fromEntries(await Promise.all(topics)));
}

const topicOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1, -".json".length);

/** A message that fills a gap of another one. */
export const termOf = (key: string): Term => new Term(key as MessageKey);
