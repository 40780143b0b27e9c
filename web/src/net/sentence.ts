/** Sentences before they have a language: `han.engine.sentence`. */

/** What fills a gap. A number stands for itself; as `count` it chooses the plural form. */
export type SentenceParam =
  | number
  /** Players; none of them is “nobody”. */
  | { readonly type: "seats"; readonly seats: readonly number[]; readonly join: "and" | "or" }
  | { readonly type: "provinces"; readonly provinces: readonly string[] }
  | { readonly type: "space"; readonly space: string }
  /** Cards, and besides them two that are a wild pair. */
  | { readonly type: "cards"; readonly cards: string; readonly wild: string }
  | { readonly type: "points"; readonly points: number }
  /** A number for each seat; seats with none are left out. */
  | { readonly type: "tally"; readonly counts: readonly number[] }
  | { readonly type: "duration"; readonly ms: number };

export interface Sentence {
  /** The key of a message. */
  readonly key: string;
  readonly params: Readonly<Record<string, SentenceParam>>;
}
