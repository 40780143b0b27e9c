/** Times, lists and first letters as the reader's language writes them. */
import { language, t } from "./index.svelte";

/** "Anna, Ben and Carla". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(items);
}

/** A text that begins with a capital letter, as a button does in every language. */
export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** How long ago something was, such as "5 minutes ago". */
export function formatAgo(then: number, now: number): string {
  const seconds = Math.max(0, (now - then) / 1000);
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, length] = STEPS.find(([, step]) => seconds >= step) ?? ["second", seconds || 1];
  return unit === "second"
    ? words.format(0, unit)
    : words.format(-Math.floor(seconds / length), unit);
}

/** What is left of a time: to the second when it is short, else the largest unit. */
export function formatLeft(ms: number): string {
  const [days, hours] = [Math.floor(ms / 86_400_000), Math.floor(ms / 3_600_000)];
  if (days > 0) return t("web.days", { count: days });
  if (hours > 0) return t("web.hours", { count: hours });
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A length of time in whole units, such as "3 days" or "90 seconds". */
export function formatSpan(seconds: number): string {
  const divides = (length: number) => seconds >= length && seconds % length === 0;
  if (divides(86_400)) return t("web.days", { count: seconds / 86_400 });
  if (divides(3_600)) return t("web.hours", { count: seconds / 3_600 });
  if (divides(60)) return t("web.minutes", { count: seconds / 60 });
  return t("web.seconds", { count: seconds });
}
