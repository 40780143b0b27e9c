/** The parts of the frame that a page may change: the title, and whether there is a header. */
let title = $state.raw("");

/** `isBare`: no header and no footer, because a game needs the space. */
export const frame = $state({ isBare: false });

/** What the browser shows as the title instead of the page's own. */
export function ownTitle(): string {
  return title;
}

export function setTitle(text: string): void {
  title = text;
}

export function clearTitle(): void {
  title = "";
}
