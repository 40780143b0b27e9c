/** What a page may change of the frame round it. */
let title = $state.raw("");

/** `isBare`: no header and no footer, because a game needs the room. */
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
