/** Why houses pay what they pay, told in sentences: a part of the narrator. */
import { gap, sentence, type Sentence } from "./sentence";

/** The pieces that a ranking is about, by their spaces. */
export interface Pieces {
  readonly houses: Readonly<Record<string, number>>;
  readonly markers: Readonly<Record<string, number>>;
}

/** Houses of all seats, and who has a fortification among them. */
interface Ranking {
  houses: number[];
  fortified: Set<number>;
}

/** What each seat gets for its houses on some spaces and why, those with the most first (H, F4). */
export function tellRanks(spaces: string[], points: number[], pieces: Pieces): Sentence[] {
  const ranking = rankingOf(spaces, points.length, pieces);
  return shares(ranking).map((seats) => tellRank(seats, ranking, points[seats[0]!]!));
}

function rankingOf(spaces: string[], players: number, { houses, markers }: Pieces): Ranking {
  const counts = Array<number>(players).fill(0);
  const fortified = new Set<number>();
  for (const space of spaces) {
    const seat = houses[space];
    if (seat === undefined) continue; // empty, or a market place
    counts[seat]!++;
    if (markers[space] !== undefined) fortified.add(markers[space]);
  }
  return { houses: counts, fortified };
}

/** Seats with equally many houses together: those with a fortification apart from the others. */
function shares({ houses, fortified }: Ranking): number[][] {
  const rankOf = (seat: number) => -2 * houses[seat]! + Number(fortified.has(seat));
  const seats = houses.flatMap((count, seat) => (count ? [seat] : []));
  const ranks = [...new Set(seats.map(rankOf))].sort((one, other) => one - other);
  return ranks.map((rank) => seats.filter((seat) => rankOf(seat) === rank));
}

/** What seats with equally many houses get: all of them fortified, or none. */
function tellRank(seats: number[], { houses, fortified }: Ranking, points: number): Sentence {
  const own = houses[seats[0]!]!;
  const more = houses.filter((count) => count > own);
  const isFortified = fortified.has(seats[0]!);
  const params = { seats: gap.seats(seats), count: own, points: gap.points(points) };
  if (!more.length) return sentence(keyAtTop(seats, houses, isFortified), params);
  const next = Math.min(...more);
  const above = houses.flatMap((count, seat) => (count === next ? [seat] : []));
  const keys = seats.length > 1 ? FEWER_SHARED : FEWER;
  return sentence(keys[Number(isFortified)]!, { ...params, above: gap.seats(above, "or") });
}

/** The message for those with the most houses. */
function keyAtTop(seats: number[], houses: number[], isFortified: boolean): string {
  const isTied = houses.filter((count) => count === houses[seats[0]!]).length > 1;
  const keys = seats.length > 1 ? MOST_SHARED : isTied ? TIED : MOST;
  return keys[Number(isFortified)]!;
}

/** Each without and with a fortification, which doubles the points. */
const MOST = ["narration.most_houses", "narration.most_houses_fortified"];
const MOST_SHARED = ["narration.most_houses_shared", "narration.most_houses_shared_fortified"];
const TIED = ["narration.tied_houses", "narration.tied_houses_fortified"];
const FEWER = ["narration.fewer_houses", "narration.fewer_houses_fortified"];
const FEWER_SHARED = ["narration.fewer_houses_shared", "narration.fewer_houses_shared_fortified"];
