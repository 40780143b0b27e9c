/** A replay as somebody looks at it: the position, the seat whose cards are seen, what happened. */
import { announce } from "../app/notices.svelte";
import { colourName, levelName, toldApart } from "../app/seats";
import { tellAll, type Story } from "../game/narrate";
import type { MapShape, Replay } from "../net/schema";
import { language, t } from "../text/index.svelte";
import { clampTo, handsFor, nextMark, positionAt, scorings, turnStarts } from "./steps";

export class ReplayState {
  /** The number of the position: 0 is the deal. */
  at = $state(0);
  /** The seat whose cards are open; null for all of them. */
  seat = $state<number | null>(null);

  readonly last: number;
  readonly position = $derived.by(() => positionAt(this.replay, this.at));
  readonly names = $derived.by(() =>
    this.replay.names
      ? toldApart(this.replay.names.map(levelName))
      : this.replay.first.view.scores.map((_, seat) => colourName(seat)),
  );
  readonly hands = $derived.by(() => handsFor(this.position, this.seat));
  /** What the last step brought about. */
  readonly sentences = $derived.by(() => {
    const story: Story = { map: this.map, names: this.names, t, lang: language() };
    const step = this.replay.steps[this.at - 1];
    return step ? tellAll(step.events, step.told, story) : [];
  });
  readonly #turns: readonly number[];
  readonly #scorings: readonly number[];

  constructor(
    readonly replay: Replay,
    private readonly map: MapShape,
    at: number,
  ) {
    this.last = replay.steps.length;
    this.#turns = turnStarts(replay);
    this.#scorings = scorings(replay);
    this.at = clampTo(replay, at);
  }

  goTo(at: number): void {
    this.at = clampTo(this.replay, at);
    history.replaceState(history.state, "", `#${this.at}`);
    announce(this.sentences.join(" "));
  }

  goByStep(direction: 1 | -1): void {
    this.goTo(this.at + direction);
  }

  goToTurn(direction: 1 | -1): void {
    this.goTo(nextMark(this.#turns, this.at, direction, this.last));
  }

  goToScoring(direction: 1 | -1): void {
    this.goTo(nextMark(this.#scorings, this.at, direction, this.last));
  }
}
