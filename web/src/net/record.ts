/** A record of a game, as far as this client reads it: `docs/reference/record.md`. */
import type { SaltOrigin } from "./schema";

/** What a record says about its cards: `docs/reference/fair-cards.md`. */
export interface RecordFair {
  commitment: string;
  seed: string;
  salts: string[];
  origins?: SaltOrigin[];
}

export interface GameRecord {
  meta: { fair: RecordFair };
}
