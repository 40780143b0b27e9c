/** Notices that are shown for some seconds, and announcements for screen readers. */
export interface Notice {
  id: number;
  text: string;
  kind: "news" | "fault";
  /** The rule of the game that it is about, such as `T11`. */
  rule: string | null;
}

const SHOWN_MS = 6_000;

let list = $state.raw<readonly Notice[]>([]);
let spoken = $state.raw("");
let last = 0;

export function notices(): readonly Notice[] {
  return list;
}

/** What screen readers say next. */
export function announcement(): string {
  return spoken;
}

/** Show a sentence for some seconds. */
export function notify(
  text: string,
  kind: Notice["kind"] = "news",
  rule: string | null = null,
): void {
  const notice = { id: ++last, text, kind, rule };
  list = [...list.filter((one) => one.text !== text), notice].slice(-3);
  setTimeout(() => dismiss(notice.id), SHOWN_MS);
}

export function dismiss(id: number): void {
  list = list.filter((one) => one.id !== id);
}

/** Lets screen readers say something that others see anyway. */
export function announce(text: string): void {
  // screen readers skip a repeated text: a zero-width space makes it a different one
  spoken = spoken === text ? `${text}\u200b` : text;
}
