/** Labels of languages, themes, speeds and clocks. */
import type { Clock, Variant } from "../net/schema";
import { formatSpan } from "../text/format";
import { t, type Language, type MessageKey } from "../text/index.svelte";
import type { Settings } from "./settings.svelte";

/** Each in its own language, for those who cannot read the others. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
};

export const THEME_NAMES: Readonly<Record<Settings["theme"], MessageKey>> = {
  auto: "web.theme_auto",
  light: "web.theme_light",
  dark: "web.theme_dark",
};

export const SPEED_NAMES: Readonly<Record<Settings["animation"], MessageKey>> = {
  none: "web.speed_none",
  slow: "web.speed_slow",
  normal: "web.speed_normal",
  fast: "web.speed_fast",
};

const VARIANT_NAMES: Readonly<Record<Variant, MessageKey>> = {
  fortifications: "web.fortifications",
  "market-places": "web.market_places",
};

export function variantName(variant: Variant): string {
  return t(VARIANT_NAMES[variant]);
}

/** How long players may think, in a few words. */
export function clockText(clock: Clock): string {
  const time = formatSpan(clock.seconds);
  if (clock.kind === "turn") return t("web.clock_each", { time });
  if (clock.kind === "none") return t("web.clock_none");
  return t("web.clock_game", { time, more: formatSpan(clock.increment) });
}
