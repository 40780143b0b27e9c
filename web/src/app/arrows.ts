import type { Attachment } from "svelte/attachments";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** What arrow keys go through; in lists and text they mean something else. */
const ITEMS = "button:enabled, a[href], input[type=checkbox]";
const OWN_ARROWS = "select, input:not([type=checkbox])";

/** Arrow keys, Home and End move the focus through the buttons and links of a menu. */
export const withArrows: Attachment<HTMLElement> = (menu) => {
  const onkeydown = (event: KeyboardEvent) => {
    if ((event.target as Element).matches(OWN_ARROWS)) return;
    const items = [...menu.querySelectorAll<HTMLElement>(ITEMS)];
    const next = items.at(nextIndex(items, event.key));
    if (!next || !isMove(event.key)) return;
    event.preventDefault();
    next.focus();
  };
  menu.addEventListener("keydown", onkeydown);
  return () => menu.removeEventListener("keydown", onkeydown);
};

const isMove = (key: string) => key in STEPS || key === "Home" || key === "End";

function nextIndex(items: readonly HTMLElement[], key: string): number {
  if (key === "Home") return 0;
  if (key === "End") return -1;
  const index = items.findIndex((item) => item === document.activeElement);
  return (index + (STEPS[key] ?? 0)) % items.length;
}
