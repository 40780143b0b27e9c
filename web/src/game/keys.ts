/** The keyboard shortcuts of a game; `Shortcuts.svelte` lists them for players. */
import { actions, cardsOf } from "./choices";
import type { GameSession } from "./session.svelte";

/** What keys do to the page, apart from the game. */
export interface PageActions {
  showKeys(): void;
  focusBoard(): void;
  focusHand(): void;
}

/** Carries out the shortcut of a key, if it has one now; whether it had. */
export function pressKey(event: KeyboardEvent, session: GameSession, page: PageActions): boolean {
  const isTyping = (event.target as Element).matches("input, textarea, select, [role=dialog] *");
  const isCombined = event.ctrlKey || event.metaKey || event.altKey;
  const isPressed =
    event.key === " " && (event.target as Element).closest("button, summary, a, label");
  if (isTyping || isCombined || isPressed || document.querySelector("dialog[open]")) return false;
  const shortcut = shortcutOf(event.key.toLowerCase(), session, page);
  shortcut?.();
  return shortcut !== null;
}

/** What a key does now; null if nothing. */
export function shortcutOf(
  key: string,
  session: GameSession,
  page: PageActions,
): (() => void) | null {
  const onPage = pageShortcut(key, session, page);
  if (onPage || !session.isActive) return onPage;
  const { choices, discard } = session.selection;
  const taken = choices.takes.length
    ? cardsOf(session.present?.view.display ?? "")[Number(key) - 1]
    : undefined;
  if (key === "d" && choices.canStop) return () => void session.play(actions.stop);
  if (key === "x" && discard) return () => void session.play(actions.discard(discard));
  if (key === "p" && choices.canDraw) return () => void session.choose(actions.draw);
  if (taken) return () => void session.choose(actions.take(taken));
  return null;
}

/** Shortcuts that also work while others decide or something is shown. */
function pageShortcut(key: string, session: GameSession, page: PageActions): (() => void) | null {
  if (key === "?") return page.showKeys;
  if (key === "b") return page.focusBoard;
  if (key === "h") return page.focusHand;
  // a sheet is closed first
  const isOnSheet = session.panels.isSheet && session.panels.isOpen;
  if (key === "escape" && session.pointed.shown && !isOnSheet) return () => session.pointed.letGo();
  if (key === " " && session.animation.isPlaying) return () => session.togglePause();
  if (key === "n" && session.animation.isPlaying) return () => session.animation.step();
  if (key === "s" && session.animation.isPlaying) return () => session.animation.skip();
  if (key === "u" && session.shown?.can_undo) return () => void session.undo();
  return null;
}
