/** Plays steps one after the other: what the board shows, until nothing is left to show. */

import type { GameEvent } from "../net/schema";
import type { Scene, Step } from "./animate";
import { stepsOf } from "./animate";
import type { BoardView } from "./types";

/** Waits; gives up waiting when told so. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });

export interface StageOptions {
  /** 2 is twice as fast; 0 shows nothing but the outcome. */
  speed?: number;
  /** Told of each event when its scene begins: for sounds, words and cards. */
  onstep?: (step: Step) => void;
  pause?: Pause;
  /** Whether somebody looks; to a hidden page nothing is shown but the outcome. */
  isWatched?: () => boolean;
}

const isPageSeen = (): boolean => typeof document === "undefined" || !document.hidden;

export class Stage {
  /** What is to be seen now; none when the board lies still. */
  scene = $state.raw<Scene | null>(null);
  /** What it shows. */
  event = $state.raw<GameEvent | null>(null);
  /** How long it lasts, in milliseconds. */
  ms = $state(0);
  /** The board on the way from one view to the next. */
  view = $state.raw<BoardView | null>(null);
  isPlaying = $state(false);
  speed: number;
  readonly #onstep: (step: Step) => void;
  readonly #pause: Pause;
  readonly #isWatched: () => boolean;
  #queue: Promise<void> = Promise.resolve();
  /** How many plays are under way or wait. */
  #waiting = 0;
  #skip = new AbortController();
  /** How often a view was shown at once: what was under way before ends without one. */
  #cuts = 0;

  constructor(options: StageOptions = {}) {
    this.speed = options.speed ?? 1;
    this.#onstep = options.onstep ?? (() => {});
    this.#pause = options.pause ?? pause;
    this.#isWatched = options.isWatched ?? isPageSeen;
  }

  /** Show how `before` became `after`; waits for what is being shown already. */
  play(before: BoardView, events: readonly GameEvent[], after: BoardView): Promise<void> {
    const steps = stepsOf(before, events);
    if (!this.isPlaying && !this.#isSeen) return this.#skipTo(after, steps);
    this.isPlaying = true;
    this.#waiting += 1;
    this.view ??= before;
    const { signal } = this.#skip;
    const cuts = this.#cuts;
    this.#queue = this.#queue
      .then(() => this.#act(steps, signal))
      .then(() => {
        if (cuts === this.#cuts) this.view = after;
        this.isPlaying = --this.#waiting > 0;
      });
    return this.#queue;
  }

  /** End all that is being shown or waits to be shown. */
  skip(): void {
    this.#skip.abort();
    this.#skip = new AbortController();
  }

  /** Show a view at once, with nothing before it. */
  show(view: BoardView): void {
    this.skip();
    this.#cuts += 1;
    this.view = view;
    this.scene = null;
    this.event = null;
  }

  get #isSeen(): boolean {
    return this.speed > 0 && this.#isWatched();
  }

  /** Nothing is to be seen but the outcome, and that at once. */
  #skipTo(after: BoardView, steps: readonly Step[]): Promise<void> {
    for (const step of steps) this.#onstep(step);
    this.view = after;
    return Promise.resolve();
  }

  async #act(steps: readonly Step[], signal: AbortSignal): Promise<void> {
    for (const step of steps) await this.#perform(step, signal);
    this.scene = null;
    this.event = null;
  }

  async #perform(step: Step, signal: AbortSignal): Promise<void> {
    this.#onstep(step);
    if (signal.aborted || !this.#isSeen) return;
    this.view = step.view;
    if (!step.scene) return;
    this.ms = step.ms / this.speed;
    this.scene = step.scene;
    this.event = step.event;
    await this.#pause(this.ms, signal);
  }
}
