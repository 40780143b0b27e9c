/** The order of a result. */
import type { Result } from "../../net/schema";

export interface Rank {
  readonly seat: number;
  /** The place; those with equally many points share one, unless one of them has won. */
  readonly place: number;
  readonly isWinner: boolean;
}

/** All seats, the winners first, then by points. */
export function ranksOf({ total, winners }: Pick<Result, "total" | "winners">): Rank[] {
  const isWinner = (seat: number) => winners.includes(seat);
  const isAhead = (one: number, other: number) =>
    isWinner(one) !== isWinner(other) ? isWinner(one) : (total[one] ?? 0) > (total[other] ?? 0);
  const seats = total.map((_, seat) => seat);
  const placeOf = (seat: number) => 1 + seats.filter((other) => isAhead(other, seat)).length;
  return seats
    .map((seat) => ({ seat, place: placeOf(seat), isWinner: isWinner(seat) }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
