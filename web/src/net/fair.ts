/**
 * What this browser adds to the shuffle, and what it was shown before the game:
 * `docs/reference/fair-cards.md`.
 */
import { backoff } from "./backoff";
import { request } from "./http";
import { newSalt } from "./ids";
import { Kept } from "./kept";
import { Refusal } from "./refusal";
import type { RecordFair } from "./record";
import type { SaltBody, SaltOrigin, Table } from "./schema";

/** What was known of a table before its cards were dealt. */
export interface Shown {
  commitment: string;
  salt: string;
  /** Whether the server said that the salt is in. */
  isAdded: boolean;
}

const kept = new Kept<Shown>("han.fair", 100);
const MOST_TRIES = 6;

/** What this browser was shown of a table before its game. */
export const shownBefore = (id: string): Shown | null => kept.of(id);

/** Tables that a salt is on its way to, or that have refused one. */
const attempted = new Set<string>();

/** Add this browser's salt if the table waits for it, having kept the commitment first. */
export async function addSalt(table: Table): Promise<void> {
  const { id, commitment } = table;
  const before = shownBefore(id);
  if (!isSaltDue(table) || before?.isAdded || attempted.has(id)) return;
  attempted.add(id);
  const shown = before ?? { commitment, salt: newSalt(), isAdded: false };
  kept.set(id, shown);
  if (await send(id, shown)) kept.set(id, { ...shown, isAdded: true });
}

function isSaltDue({ status, mine, seats }: Table): boolean {
  const own = mine[0] === undefined ? undefined : seats[mine[0]];
  return status === "open" && own?.salt === "none";
}

/** Whether the server took the salt; what is lost on the way is sent again. */
async function send(id: string, { commitment, salt }: Shown): Promise<boolean> {
  const path = `/api/tables/${encodeURIComponent(id)}/salt`;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      await request<Table>("PUT", path, { commitment, salt } satisfies SaltBody);
      return true;
    } catch (error) {
      if (isForGood(error)) return false; // another device of ours was quicker, for example
      await new Promise((resolve) => setTimeout(resolve, backoff(tries)));
    }
  }
  attempted.delete(id); // the next message about the table brings another try
  return false;
}

function isForGood(error: unknown): boolean {
  const status = error instanceof Refusal ? error.status : 0;
  return status >= 400 && status < 500 && status !== 429;
}

/** How a finished game's cards compare with what this browser was shown before. */
export type Verdict =
  "same" | "unsalted" | "not_shown" | "other_commitment" | "salt_missing" | "bot_salted";

/** Verdicts that mean that the server has not kept its promise. */
export const FAULTS: readonly Verdict[] = ["other_commitment", "salt_missing", "bot_salted"];

/** Compare a record with what was shown; every card is for `han verify` to check. */
export function compare(fair: RecordFair, table: Table, shown: Shown | null): Verdict {
  if (!shown) return "not_shown";
  if (fair.commitment !== shown.commitment) return "other_commitment";
  if (table.seats.some(({ kind }, seat) => kind === "bot" && fair.salts[seat])) return "bot_salted";
  if (table.mine.some((seat) => fair.salts[seat] === shown.salt)) return "same";
  if (!table.mine.length) return "not_shown"; // whoever stood up again has no salt in it
  return shown.isAdded ? "salt_missing" : "unsalted";
}

/** Whose salts are in, by seat; an old record does not say it. */
export const originsOf = (fair: RecordFair): readonly SaltOrigin[] => fair.origins ?? [];
