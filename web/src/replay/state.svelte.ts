/** A replay as somebody looks at it: the position, the seat whose cards are seen, what happened. */
import { keepAnchor } from "../app/address";
import { announce } from "../app/notices.svelte";
import { colourName, levelName, toldApart } from "../app/seats";
import { courseOf } from "../game/final/course";
import { tellAll, type Story } from "../game/narrate";
import { turnAt, turnsOfReplay } from "../game/talk/turns";
import type { MapShape, Replay } from "../net/schema";
import { language, t } from "../text/index.svelte";
import { clampTo, handsFor, nextMark, positionAt, scorings, turnStarts } from "./steps";

/** How many times as fast as usual a replay can play. */
export const SPEEDS = [0.5, 1, 2, 4] as const;
/** How long a position is shown; one with a scoring longer. */
const STEP_MS = 1_300;
const SCORING_MS = 2_600;

export class ReplayState {
  /** The number of the position: 0 is the deal. */
  at = $state(0);
  /** The seat whose cards are open; null for all of them. */
  seat = $state<number | null>(null);
  speed = $state<number>(1);
  /** What shows the next position, while the replay plays by itself. */
  #timer = $state.raw<ReturnType<typeof setTimeout> | null>(null);
  readonly isPlaying = $derived.by(() => this.#timer !== null);

  readonly last: number;
  readonly position = $derived.by(() => positionAt(this.replay, this.at));
  readonly names = $derived.by(() =>
    this.replay.names
      ? toldApart(this.replay.names.map(levelName))
      : this.replay.first.view.scores.map((_, seat) => colourName(seat)),
  );
  readonly hands = $derived.by(() => handsFor(this.position, this.seat));
  readonly story: Story = $derived.by(() => ({
    map: this.map,
    names: this.names,
    t,
    lang: language(),
  }));
  /** What the last step brought about. */
  readonly sentences = $derived.by(() => {
    const step = this.replay.steps[this.at - 1];
    return step ? tellAll(step.events, step.told, this.story) : [];
  });
  /** The same, or what led there if that was told before: cards that come together are. */
  readonly said = $derived.by(() => {
    const { steps, start } = this.replay;
    if (!this.at) return [t("game.log_started", { seat: this.names[start] ?? "" })];
    const step = steps
      .slice(0, this.at)
      .findLast(({ events, told }) => told.length || events.some((event) => event.told.length));
    return step ? tellAll(step.events, step.told, this.story) : [];
  });
  readonly turns = $derived.by(() => turnsOfReplay(this.replay));
  readonly course = $derived.by(() => courseOf(this.replay));
  /** Whose turn it is at this position, and its round; nothing at the deal. */
  readonly turn = $derived.by(() => this.turns[turnAt(this.turns, this.at)] ?? null);
  readonly #turns: readonly number[];
  readonly #scorings: readonly number[];

  constructor(
    readonly replay: Replay,
    private readonly map: MapShape,
    at: number,
    /** Whether the address says which position is shown; a game may stand there instead. */
    private readonly isAddressed = true,
  ) {
    this.last = replay.steps.length;
    this.#turns = turnStarts(replay);
    this.#scorings = scorings(replay);
    this.at = clampTo(replay, at);
  }

  /** Shows a position, and stays there. */
  goTo(at: number): void {
    this.pause();
    this.#show(at);
  }

  /** Plays from here on, or from the beginning if this is the end; pauses if it plays. */
  togglePlay(): void {
    if (this.isPlaying) return this.pause();
    if (this.at === this.last) this.#show(0);
    this.#playOn();
  }

  pause(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #playOn(): void {
    const ms = this.#scorings.includes(this.at) ? SCORING_MS : STEP_MS;
    this.#timer = setTimeout(() => {
      this.#show(this.at + 1);
      if (this.at < this.last) this.#playOn();
      else this.pause();
    }, ms / this.speed);
  }

  #show(at: number): void {
    this.at = clampTo(this.replay, at);
    if (this.isAddressed) keepAnchor(String(this.at));
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
