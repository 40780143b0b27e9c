import { t } from "../text/index.svelte";
import { settings } from "./settings.svelte";

/** The longest name that the server accepts, in code points. */
export const LONGEST_NAME = 24;

/** The name that somebody gave, or one for people who gave none. */
export function ownName(): string {
  return fittingName(settings.name.trim()) || t("web.default_name");
}

/** As much of a name as the server accepts; a sign of several code points is not taken apart. */
export function fittingName(name: string): string {
  let found = "";
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if ([...found, ...segment].length > LONGEST_NAME) break;
    found += segment;
  }
  return found;
}
