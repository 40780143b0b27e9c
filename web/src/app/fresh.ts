/** Presses of a button that were meant for it. */
import type { Attachment } from "svelte/attachments";

/**
 * Lets a button be pressed only by what began on it: not by a key that is still held down from
 * before, nor by the second half of a double click on what was in its place.
 */
export const freshly: Attachment<HTMLButtonElement> = (button) => {
  let isKeyFresh = false;
  const begin = (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault();
    else isKeyFresh = true;
  };
  // Space presses when it is let go
  const end = (event: KeyboardEvent) => {
    if (!isKeyFresh) event.preventDefault();
    isKeyFresh = false;
  };
  const check = (event: MouseEvent) => {
    if (event.detail > 1) event.stopImmediatePropagation();
  };
  button.addEventListener("keydown", begin);
  button.addEventListener("keyup", end);
  button.addEventListener("click", check, { capture: true });
  return () => {
    button.removeEventListener("keydown", begin);
    button.removeEventListener("keyup", end);
    button.removeEventListener("click", check, { capture: true });
  };
};
