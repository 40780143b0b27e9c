/** A person's settings, kept in this browser. */
import { isLanguage, type Language } from "../text/index.svelte";

export const THEMES = ["auto", "light", "dark"] as const;
export const SPEEDS = ["none", "slow", "normal", "fast"] as const;
/** How many can play, on one map or another. */
export const PLAYERS = [2, 3, 4, 5] as const;

export interface Settings {
  language: Language | "auto";
  theme: (typeof THEMES)[number];
  /** The speed of animations; there are none if the system asks for reduced motion. */
  animation: (typeof SPEEDS)[number];
  sound: boolean;
  /** Ask before a turn ends. */
  confirm: boolean;
  /** Show which cards others are known to hold, where the table allows it. */
  memoryAid: boolean;
  /** Patterns and signs on top of the colours. */
  patterns: boolean;
  /** How one is called at a table. */
  name: string;
  /** The bots of the last game against bots, and how many played. */
  level: string;
  players: (typeof PLAYERS)[number];
}

const DEFAULTS: Settings = {
  language: "auto",
  theme: "auto",
  animation: "normal",
  sound: true,
  confirm: true,
  memoryAid: true,
  patterns: true,
  name: "",
  level: "scribe",
  players: 4,
};
const KEY = "han.settings";

export const settings: Settings = $state({ ...DEFAULTS, ...read() });

function read(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return known(found as Record<string, unknown>);
  } catch {
    return {}; // storage is blocked, or holds something else
  }
}

/** Only values of the expected types: another version may have stored others. */
function known(found: Record<string, unknown>): Partial<Settings> {
  const fits = (key: keyof Settings) => typeof found[key] === typeof DEFAULTS[key];
  const keys = (Object.keys(DEFAULTS) as (keyof Settings)[]).filter(fits);
  const kept = Object.fromEntries(keys.map((key) => [key, found[key]])) as Partial<Settings>;
  if (kept.language && !isLanguage(kept.language)) delete kept.language;
  if (kept.theme && !THEMES.includes(kept.theme)) delete kept.theme;
  if (kept.animation && !SPEEDS.includes(kept.animation)) delete kept.animation;
  if (kept.players && !PLAYERS.includes(kept.players)) delete kept.players;
  return kept;
}

/** Stores changes, and takes over those of other tabs, from now on. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => keep(JSON.stringify(settings)));
    $effect(() => showTheme(settings.theme));
  });
  addEventListener("storage", (event) => {
    if (event.key === KEY) Object.assign(settings, read());
  });
}

function keep(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // storage is blocked: they last until the page is closed
  }
}

function showTheme(theme: Settings["theme"]): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

/** The speed of animations; `none` if the system asks for reduced motion. */
export function motion(): Settings["animation"] {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "none" : settings.animation;
}
