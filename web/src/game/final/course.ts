/** How a finished game went: everybody's points after each turn. */
import type { OpenPosition, Replay } from "../../net/schema";

/** A game after a turn. */
export interface Stage {
  /** The number of the replay's position. */
  readonly at: number;
  /** Whose turn has ended, and its round; none for the deal. */
  readonly turn: { readonly seat: number; readonly round: number } | null;
  /** Points on the score track, by seat. */
  readonly scores: readonly number[];
  /** What everybody would have had if the game had ended then. */
  readonly totals: readonly number[];
}

/** Two ways to look at a game. */
export type Measure = "totals" | "scores";

/** The deal, and each turn's end. */
export function courseOf({ first, steps }: Replay): Stage[] {
  const ends = steps.flatMap((step, index) => {
    const isEnd = step.turn !== steps[index + 1]?.turn;
    const { seat, round } = step;
    return isEnd ? [stage(index + 1, step, { seat, round })] : [];
  });
  return [stage(0, first, null), ...ends];
}

const stage = (at: number, { view, overview }: OpenPosition, turn: Stage["turn"]): Stage => ({
  at,
  turn,
  scores: view.scores,
  totals: overview.total,
});

/** The stage that a position of the replay belongs to: the end of its turn. */
export function stageAt(course: readonly Stage[], at: number): number {
  const found = course.findIndex((one) => one.at >= at);
  return found < 0 ? course.length - 1 : found;
}
