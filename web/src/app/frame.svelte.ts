/** What a page tells the frame: the title, whether there is a header, whether a game is on. */
let title = $state.raw("");

/**
 * `isBare`: no header and no footer, because a game needs the space. `isBusy`: a game goes on, and
 * nothing may come in its way.
 */
export const frame = $state({ isBare: false, isBusy: false });

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
