import { createHash } from "node:crypto";

import { canonical } from "./canonical";

/** A digest of JSON whose keys are sorted, as `tools.browser.games` makes it. */
export const digest = (content: unknown): string =>
  createHash("sha256").update(canonical(content)).digest("hex");
