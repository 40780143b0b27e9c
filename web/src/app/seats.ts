/** Seats and levels by name. Seat 0 is always blue, seat 1 green, and so on. */
import type { Sitter } from "../net/schema";
import { language, t, type MessageKey } from "../text/index.svelte";

export const SEAT_COLOURS = [
  "narration.seat_0",
  "narration.seat_1",
  "narration.seat_2",
  "narration.seat_3",
  "narration.seat_4",
] as const satisfies readonly MessageKey[];

const LEVEL_TEXTS: Readonly<Record<string, readonly [name: MessageKey, hint: MessageKey]>> = {
  peasant: ["web.level_peasant", "web.hint_peasant"],
  scribe: ["web.level_scribe", "web.hint_scribe"],
  governor: ["web.level_governor", "web.hint_governor"],
  minister: ["web.level_minister", "web.hint_minister"],
  chancellor: ["web.level_chancellor", "web.hint_chancellor"],
};

/** The bots' levels, the weakest first. */
export const LEVELS: readonly string[] = Object.keys(LEVEL_TEXTS);

/** A level's name for people. */
export function levelName(level: string): string {
  const texts = LEVEL_TEXTS[level];
  return texts ? t(texts[0]) : level;
}

/** How a level plays. */
export function levelHint(level: string): string {
  const texts = LEVEL_TEXTS[level];
  return texts ? t(texts[1]) : "";
}

/** The colour of a seat's pieces, in words. */
export function colourName(seat: number): string {
  return t(SEAT_COLOURS[seat] ?? "narration.seat_0");
}

/** Who sits there, as everybody may call them. */
export function sitterName(sitter: Sitter): string {
  if (sitter.kind === "open") return t("web.seat_open");
  return sitter.kind === "bot" ? levelName(sitter.bot) : sitter.name;
}

/** Who sits round a table, by seat. */
export const sitterNames = (sitters: readonly Sitter[]): string[] =>
  toldApart(sitters.map(sitterName));

/** Names by seat; those who are called alike, as bots of one level are, get their colours too. */
export function toldApart(names: readonly string[]): string[] {
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return names.map((name, seat) =>
    isShared(name) ? t("web.name_and_colour", { name, colour: colourWord(seat) }) : name,
  );
}

const colourWord = (seat: number) => colourName(seat).toLocaleLowerCase(language());
