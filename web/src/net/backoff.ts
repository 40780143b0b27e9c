const FIRST_MS = 300;
const LONGEST_MS = 15_000;

/** How long to wait before trying again, by the number of failures before; with jitter. */
export function backoff(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
  return longest * (0.5 + random() / 2);
}
