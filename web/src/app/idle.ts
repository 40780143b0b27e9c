/** How long a busy page may keep it waiting. */
const LATEST_MS = 2_000;

/** Do something when the page has nothing else to do; the returned function gives it up. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(work, LATEST_MS / 4);
    return () => clearTimeout(timer);
  }
  const number = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(number);
}
