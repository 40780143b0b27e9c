/** Tells whether an element is to be seen, whenever that changes and when it is gone. */
import type { Attachment } from "svelte/attachments";

export function whenInView(tell: (isInView: boolean) => void): Attachment<HTMLElement> {
  return (element) => {
    let isShown = false;
    const update = () => tell(isShown && document.visibilityState !== "hidden");
    const observer = new IntersectionObserver((changes) => {
      isShown = changes.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(element);
    document.addEventListener("visibilitychange", update);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
      tell(false);
    };
  };
}
