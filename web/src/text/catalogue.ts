/** Looks a message up and fills its placeholders, as `han.messages` does on the server. */
import type { MessageKey } from "./topics";

export const LANGUAGES = ["en", "de", "fr", "it"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of something in every language, such as that of a map. */
export type Names = Readonly<Record<Language, string>>;

export type Entry = string | { one: string; other: string };
export type Topic = Readonly<Record<string, Entry>>;
export type Catalogue = Readonly<Record<string, Topic>>;

/** A message that fills a placeholder of another one, in the same language. */
export class Term {
  constructor(readonly key: MessageKey) {}
}

export type Param = string | number | Names | Term;
export type Params = Readonly<Record<string, Param>>;

/** The message `key`; the key itself where the catalogue does not have it. */
export function message(
  catalogue: Catalogue,
  lang: Language,
  key: MessageKey,
  params: Params = {},
): string {
  const [topic = "", name = ""] = key.split(".");
  const entry = catalogue[topic]?.[name];
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : entry[pluralForm(lang, params["count"])];
  return text.replace(/\{(\w+)\}/g, (gap, what: string) => {
    const value = params[what];
    return value === undefined ? gap : fill(catalogue, lang, value);
  });
}

function fill(catalogue: Catalogue, lang: Language, value: Param): string {
  if (value instanceof Term) return message(catalogue, lang, value.key);
  if (typeof value === "number") return formatNumber(value, lang);
  return typeof value === "string" ? value : value[lang];
}

/** A number as a language writes it; all of them write small whole ones alike, and Intl is slow. */
function formatNumber(value: number, lang: Language): string {
  const isPlain = Number.isInteger(value) && Math.abs(value) < 1000;
  return isPlain ? String(value) : new Intl.NumberFormat(lang).format(value);
}

/** French counts nought as one, the others do not. */
export function pluralForm(lang: Language, count: Param | undefined): "one" | "other" {
  return count === 1 || (lang === "fr" && count === 0) ? "one" : "other";
}

/** The first of the wanted languages that there is. */
export function bestLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.find(isLanguage) ?? "en";
}

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}
