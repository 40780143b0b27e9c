import { createHash } from "node:crypto";

/** A digest of JSON whose keys are sorted, as `tools.browser.games` makes it. */
export const digest = (content: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(sorted(content)))
    .digest("hex");

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || !value) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
