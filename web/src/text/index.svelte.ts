/** What the client says, in the language of the moment. Reading it in a component is reactive. */
import { bestLanguage, message } from "./catalogue";
import type { Catalogue, Language, Names, Params } from "./catalogue";
import { fetchShelves, type Shelf } from "./shelves";
import type { MessageKey } from "./topics";

export { LANGUAGES, Term, isLanguage } from "./catalogue";
export type { Language, Names, Param, Params } from "./catalogue";
export type { MessageKey } from "./topics";

const open = new Set<Shelf>(["table"]);
let lang = $state.raw<Language>("en");
let catalogue = $state.raw<Catalogue>({});
let wanted: Language = "en";
let asked = 0;
let latest: Promise<void> = Promise.resolve();

/** The message of a key, in the reader's language. */
export function t(key: MessageKey, params?: Params): string {
  return message(catalogue, lang, key, params);
}

export function language(): Language {
  return lang;
}

/** The language that the reader wants: while its texts are being fetched, still another is shown. */
export function wantedLanguage(): Language {
  return wanted;
}

/** The name of something in the reader's language. */
export function nameIn(names: Names): string {
  return names[lang];
}

export function browserLanguage(): Language {
  return bestLanguage(navigator.languages);
}

/** Change the language; the page changes at once, when the new texts are there. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  await refill();
}

/** Fetch the texts of a shelf; they stay when the language changes. */
export async function openShelf(shelf: Shelf): Promise<void> {
  if (open.has(shelf)) return;
  open.add(shelf);
  await refill();
}

function refill(): Promise<void> {
  latest = fill(++asked);
  return latest;
}

/** Show the texts, unless more has been asked for in the meantime. */
async function fill(mine: number): Promise<void> {
  const next = wanted;
  const found = await fetchShelves(open, next);
  if (mine !== asked) return latest;
  catalogue = found;
  lang = next;
  document.documentElement.lang = next;
}
