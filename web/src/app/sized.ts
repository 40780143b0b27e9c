import type { Attachment } from "svelte/attachments";

/**
 * Tells an element's height, now and whenever it changes. Unlike a binding it waits until the
 * browser has laid the page out: asking before would make it do so twice.
 */
export function whenSized(tell: (height: number) => void): Attachment<HTMLElement> {
  return (element) => {
    const observer = new ResizeObserver(() => tell(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  };
}
