import { t } from "../text/index.svelte";
import { settings } from "./settings.svelte";

/** The longest name that the server accepts. */
export const LONGEST_NAME = 24;

/** The name that somebody gave, or one for people who gave none. */
export function ownName(): string {
  return settings.name.trim() || t("web.default_name");
}
