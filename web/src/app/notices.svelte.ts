/** Notices that are shown for some seconds, and announcements for screen readers. */
export interface Notice {
  id: number;
  text: string;
  kind: "news" | "fault";
  /** The rule of the game that it is about, such as `T11`. */
  rule: string | null;
}

/** A line for screen readers. */
export interface Line {
  id: number;
  text: string;
}

const SHOWN_MS = 6_000;
/** More than come at once, so that none goes before it was read. */
const MOST_LINES = 200;

let list = $state.raw<readonly Notice[]>([]);
let said = $state.raw<readonly Line[]>([]);
let last = 0;

export function notices(): readonly Notice[] {
  return list;
}

/** What screen readers have been told, the newest last. */
export function announcements(): readonly Line[] {
  return said;
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

/** Lets screen readers say something that others see anyway: after all that was said before. */
export function announce(text: string): void {
  said = [...said, { id: ++last, text }].slice(-MOST_LINES);
}

/** Forgets all that was said: somebody else is going to read here. */
export function hush(): void {
  said = [];
  list = [];
}
