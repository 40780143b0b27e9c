/** Keeps lists scrolled to what their readers want to see. */

/** So near to the end, in pixels, is at the end. */
const NEAR = 24;

/** The element that scrolls a list; none if that is the page. */
export function scrollerOf(list: Element): HTMLElement | null {
  for (let box = list.parentElement; box && box !== document.body; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return null;
}

/** Keeps the end of a growing list in view, unless its reader has scrolled up. */
export function keepAtEnd(list: HTMLElement): () => void {
  const box = scrollerOf(list);
  if (!box) return () => {};
  let [isFollowing, last] = [true, 0];
  const follow = () => {
    if (isFollowing) box.scrollTop = box.scrollHeight;
  };
  const look = () => {
    const isAtEnd = box.scrollHeight - box.clientHeight - box.scrollTop < NEAR;
    // the list may grow while it is scrolled: only a way up is the reader's
    if (isAtEnd || box.scrollTop < last) isFollowing = isAtEnd;
    last = box.scrollTop;
  };
  const growth = new ResizeObserver(follow);
  growth.observe(list);
  growth.observe(box);
  box.addEventListener("scroll", look, { passive: true });
  return () => {
    growth.disconnect();
    box.removeEventListener("scroll", look);
  };
}

const BY_HAND = ["wheel", "touchmove", "keydown", "pointerdown"];

/** Scrolls a list, and nothing else, to one of its parts, until its reader does something. */
export function keepInView(part: HTMLElement): () => void {
  const [list, box] = [part.parentElement, scrollerOf(part)];
  if (!list || !box) return () => {};
  const sizes = new ResizeObserver(() => scrollTo(part, box)); // others are laid out on the way
  const stop = () => sizes.disconnect();
  sizes.observe(list);
  for (const deed of BY_HAND) box.addEventListener(deed, stop, { passive: true, once: true });
  scrollTo(part, box);
  return () => {
    stop();
    for (const deed of BY_HAND) box.removeEventListener(deed, stop);
  };
}

function scrollTo(part: HTMLElement, box: HTMLElement): void {
  const [inner, outer] = [part.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop += inner.top - outer.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
