/**
 * Asks again and again while the page is in view. Lists of tables and invitations are kept up to
 * date like this: an answer is small and one query of an index, it is asked for only where somebody
 * looks, and a change may be seen some seconds late. A game itself has its websocket.
 */
const PAUSE_MS = 4_000;

/** Asks now, a while after each answer, and when the page comes back; returns what ends it. */
export function keepAsking(ask: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isAsking, isEnded] = [false, false];

  async function askNow(): Promise<void> {
    clearTimeout(timer);
    if (isAsking || isEnded || document.visibilityState === "hidden") return;
    isAsking = true;
    try {
      await ask();
    } finally {
      isAsking = false;
      if (!isEnded) timer = setTimeout(() => void askNow(), PAUSE_MS);
    }
  }

  const onChange = () => void askNow();
  document.addEventListener("visibilitychange", onChange);
  void askNow();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onChange);
  };
}
