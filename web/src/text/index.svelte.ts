/** Messages in the reader's language. A component that reads them is updated when it changes. */
import { bestLanguage, message } from "./catalogue";
import type { Catalogue, Language, Names, Params } from "./catalogue";
import { fetchBundles, type TextBundle } from "./bundles";
import type { MessageKey } from "./topics";

export { LANGUAGES, Term, isLanguage } from "./catalogue";
export type { Language, Names, Param, Params } from "./catalogue";
export type { MessageKey } from "./topics";

const open = new Set<TextBundle>(["table"]);
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

/** The language that the reader has chosen; until its texts are fetched, another is shown. */
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

/** Changes the language; the page changes when the new texts have been fetched. */
export async function speak(next: Language): Promise<void> {
  wanted = next;
  await refill();
}

/** Fetches the texts of a bundle, from now on in every language. */
export async function loadBundle(bundle: TextBundle): Promise<void> {
  if (open.has(bundle)) return;
  open.add(bundle);
  await refill();
}

function refill(): Promise<void> {
  latest = fill(++asked);
  return latest;
}

/** Fetches the texts, and uses them unless others have been asked for in the meantime. */
async function fill(mine: number): Promise<void> {
  const next = wanted;
  const found = await fetchBundles(open, next);
  if (mine !== asked) return latest;
  catalogue = found;
  lang = next;
  document.documentElement.lang = next;
}
