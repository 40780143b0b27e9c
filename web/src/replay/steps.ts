/** The positions of a replay that one can go to. 0 is the deal, position n follows step n. */
import type { OpenPosition, Replay } from "../net/schema";

export function positionAt(replay: Replay, at: number): OpenPosition {
  return replay.steps[at - 1] ?? replay.first;
}

export function clampTo(replay: Replay, at: number): number {
  return Math.max(0, Math.min(replay.steps.length, Math.round(at)));
}

/** Where each turn begins. */
export function turnStarts(replay: Replay): number[] {
  return replay.steps.flatMap((step, index) =>
    index === 0 || step.turn !== replay.steps[index - 1]?.turn ? [index] : [],
  );
}

/** Positions just after something was scored. */
export function scorings(replay: Replay): number[] {
  return replay.steps.flatMap((step, index) =>
    step.events.some((event) => event.type.endsWith("_scored")) ? [index + 1] : [],
  );
}

/** The next mark in a direction, or the end of the game. */
export function nextMark(
  marks: readonly number[],
  at: number,
  direction: 1 | -1,
  last: number,
): number {
  if (direction > 0) return marks.find((mark) => mark > at) ?? last;
  return marks.findLast((mark) => mark < at) ?? 0;
}

/** The hands that somebody may look at: all of them, or one's own and the backs of the others. */
export function handsFor(position: OpenPosition, seat: number | null): string[] {
  return position.hands.map((hand, index) =>
    seat === null || seat === index ? hand : "?".repeat(hand.length),
  );
}
