/**
 * Sentences before they have a language (`han.engine.sentence`): the key of a message, and what
 * fills its gaps.
 */
import type {
  Cards,
  Duration,
  Points,
  Provinces,
  Seats,
  Sentence,
  Space,
  Tally,
} from "../net/schema";

export type { Cards, Sentence };

/** What fills a gap. A number stands for itself; as `count` it chooses the plural form. */
export type Param = Sentence["params"][string];

/** The message `key` with its gaps filled. */
export const sentence = (key: string, params: Record<string, Param> = {}): Sentence => ({
  key,
  params,
});

/** Makes what fills a gap. */
export const gap = {
  /** One player, by the seat. */
  seat: (seat: number): Seats => gap.seats([seat]),
  seats: (seats: readonly number[], join: Seats["join"] = "and"): Seats => ({
    type: "seats",
    seats: [...seats],
    join,
  }),
  /** Provinces or districts, by their ids. */
  provinces: (provinces: readonly string[]): Provinces => ({
    type: "provinces",
    provinces: [...provinces],
  }),
  /** A space for a house, by its id. */
  space: (space: string): Space => ({ type: "space", space }),
  /** Cards, by their letters; the two of a wild pair apart. */
  cards: (cards: string, wild = ""): Cards => ({ type: "cards", cards, wild }),
  points: (points: number): Points => ({ type: "points", points }),
  /** A number for each seat; seats with none are left out. */
  tally: (counts: readonly number[]): Tally => ({ type: "tally", counts: [...counts] }),
  duration: (ms: number): Duration => ({ type: "duration", ms }),
};
