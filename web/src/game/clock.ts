/** What is left of a player's time. */
import type { Moment } from "../net/schema";

/** Milliseconds left for a seat at a moment of the server's time; none without a clock. */
export function timeLeft(game: Moment, seat: number, now: number): number | null {
  const { clock } = game;
  if (!clock) return null;
  const left = clock.left[seat] ?? null;
  if (game.to_move !== seat || clock.deadline === null) return left;
  return Math.max(0, clock.deadline - now);
}

/** "2:05", "1:00:00", or days and hours for slow games. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
