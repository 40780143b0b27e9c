/** Animates what happened: a queue of steps that the board shows one after the other. */

import type { GameEvent } from "../net/schema";
import type { Scene, Step } from "./animate";
import { stepsOf } from "./animate";
import type { BoardView } from "./types";

/** Waits for a time, or until the signal is aborted. */
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

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

export interface AnimationOptions {
  /** 2 is twice as fast; 0 shows only the end. */
  speed?: number;
  /** Called when the queue has become empty. */
  onEnd?: () => void;
  /** Called with each event when its turn has come, whether it is shown or skipped. */
  onEvent?: (event: GameEvent) => void;
  pause?: Pause;
  /** Whether somebody looks; a hidden page is shown only the end. */
  isWatched?: () => boolean;
}

const isPageVisible = (): boolean => typeof document === "undefined" || !document.hidden;

export class BoardAnimation {
  /** What is shown now; null when nothing is animated. */
  scene = $state.raw<Scene | null>(null);
  /** The event that the scene shows. */
  event = $state.raw<GameEvent | null>(null);
  /** How long the scene lasts, in milliseconds. */
  ms = $state(0);
  /** The board on the way from one view to the next. */
  view = $state.raw<BoardView | null>(null);
  isPlaying = $state(false);
  /** Whether each scene stays until the next is asked for: also those that come later. */
  isPaused = $state(false);
  speed: number;
  readonly #onEnd: () => void;
  readonly #onEvent: (event: GameEvent) => void;
  readonly #pause: Pause;
  readonly #isWatched: () => boolean;
  #queue: Promise<void> = Promise.resolve();
  /** How many calls of `play` are under way or wait. */
  #waiting = 0;
  #skip = new AbortController();
  /** Ends the scene that is shown. */
  #next = new AbortController();
  /** How often `show` was called: a `play` from before must not set its view any more. */
  #shows = 0;

  constructor(options: AnimationOptions = {}) {
    this.speed = options.speed ?? 1;
    this.#onEnd = options.onEnd ?? (() => {});
    this.#onEvent = options.onEvent ?? (() => {});
    this.#pause = options.pause ?? pause;
    this.#isWatched = options.isWatched ?? isPageVisible;
  }

  /**
   * Shows how `before` became `after`, when everything in the queue has been shown. `onShown` is
   * called as soon as that is on the board, before anything that waits behind it.
   */
  play(
    before: BoardView,
    events: readonly GameEvent[],
    after: BoardView,
    onShown: () => void = () => {},
  ): Promise<void> {
    if (!this.isPlaying && !this.#isSeen) return this.#pass(events, after, onShown);
    const steps = stepsOf(before, events);
    this.isPlaying = true;
    this.#waiting += 1;
    this.view ??= before;
    const { signal } = this.#skip;
    const shows = this.#shows;
    this.#queue = this.#queue
      .then(() => this.#playSteps(steps, signal))
      .then(() => {
        if (shows === this.#shows) this.view = after;
        this.isPlaying = --this.#waiting > 0;
        onShown();
        if (!this.isPlaying) this.#onEnd();
      });
    return this.#queue;
  }

  /** Nobody looks: only the outcome is shown. */
  #pass(events: readonly GameEvent[], after: BoardView, onShown: () => void): Promise<void> {
    events.forEach(this.#onEvent);
    this.view = after;
    onShown();
    return Promise.resolve();
  }

  /** Ends everything that is shown or waits in the queue, and a pause. */
  skip(): void {
    this.isPaused = false;
    this.#skip.abort();
    this.#skip = new AbortController();
    this.#next.abort();
  }

  /** Keeps what is shown until it is told to go on. */
  hold(): void {
    this.isPaused = true;
  }

  /** Goes on by itself again. */
  goOn(): void {
    this.isPaused = false;
    this.#next.abort();
  }

  /** Shows the next event, and keeps it. */
  step(): void {
    this.isPaused = true;
    this.#next.abort();
  }

  /** Shows a view at once, without animation. */
  show(view: BoardView): void {
    this.skip();
    this.#shows += 1;
    this.view = view;
    this.scene = null;
    this.event = null;
  }

  get #isSeen(): boolean {
    return this.speed > 0 && this.#isWatched();
  }

  async #playSteps(steps: readonly Step[], signal: AbortSignal): Promise<void> {
    for (const step of steps) await this.#playStep(step, signal);
    this.scene = null;
    this.event = null;
  }

  async #playStep(step: Step, signal: AbortSignal): Promise<void> {
    this.#onEvent(step.event);
    if (signal.aborted || !this.#isSeen) return;
    this.view = step.view;
    if (!step.scene) return;
    this.ms = step.ms / this.speed;
    this.scene = step.scene;
    this.event = step.event;
    await this.#look();
  }

  /** For as long as the scene lasts and, while paused, until somebody goes on. */
  async #look(): Promise<void> {
    this.#next = new AbortController();
    const { signal } = this.#next;
    if (!this.isPaused) await this.#pause(this.ms, signal);
    if (this.isPaused) await aborted(signal);
  }
}
