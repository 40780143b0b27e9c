/** Closing what was opened, by a click elsewhere or Escape. */
import type { Attachment } from "svelte/attachments";

/** Closes a `<details>` at the next click outside of it, and with Escape. */
export const closesOutside: Attachment<HTMLDetailsElement> = (details) => {
  const onPointer = (event: PointerEvent) => {
    if (!details.contains(event.target as Node)) details.open = false;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation(); // what is open around it stays open
    details.open = false;
    details.querySelector("summary")?.focus();
  };
  addEventListener("pointerdown", onPointer);
  details.addEventListener("keydown", onKey);
  return () => {
    removeEventListener("pointerdown", onPointer);
    details.removeEventListener("keydown", onKey);
  };
};
