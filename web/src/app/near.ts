import type { Attachment } from "svelte/attachments";

/** Calls back once when an element comes near the visible part of the page: for lazy drawing. */
export function whenNear(act: () => void): Attachment<Element> {
  return (element) => {
    const watch = (entries: readonly IntersectionObserverEntry[]) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    };
    const observer = new IntersectionObserver(watch, { rootMargin: "60% 0px" });
    observer.observe(element);
    return () => observer.disconnect();
  };
}
