/** A record of a game, as far as this client reads it: `docs/reference/record.md`. */
import type { SaltOrigin } from "./schema";

/** What a record says about its cards: `docs/reference/fair-cards.md`. */
export interface RecordFair {
  commitment: string;
  seed: string;
  salts: string[];
  origins?: SaltOrigin[];
  /** For each take-back that put cards back onto the pile, the first card that was drawn anew. */
  redraws?: number[];
}

export interface GameRecord {
  meta: { fair: RecordFair };
}
