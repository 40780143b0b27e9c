/** What the page shows of a game: never more than the board has reached. */
import { motion, settings, type Settings } from "../app/settings.svelte";
import { BoardAnimation } from "../board/animation.svelte";
import type { Snapshot, TableClient } from "../net/client.svelte";
import type { Entry, GameEvent, Moment, PlayedEntry, Update } from "../net/schema";

export const SCORING = /_scored$|^emissaries_joined$/;
const SPEEDS = { none: 0, slow: 0.6, normal: 1, fast: 2.2 } as const;

/** An update on its way to the board. */
interface Showing {
  readonly entries: readonly Entry[];
  /** What is told of the game until the board has got there. */
  readonly meanwhile: Snapshot;
  /** Whether it shows the end of the game. */
  readonly isEnd: boolean;
}

export interface ShownListener {
  /** An event is shown, or would be. */
  onEvent(event: GameEvent): void;
  /** All events of an entry have been shown. */
  onEntry(entry: Entry): void;
  /** The board has come to a moment; more may wait. */
  onReached(): void;
}

export class Shown {
  readonly animation: BoardAnimation;
  #queue = $state.raw<readonly Showing[]>([]);
  /** Whether more has happened than is shown. */
  readonly isBehind = $derived.by(() => this.#queue.length > 0);
  /** Whether the end of the game is being shown. */
  readonly isEnding = $derived.by(() => this.#queue[0]?.isEnd ?? false);
  /** The table and the game as the board shows them. */
  readonly now: Snapshot = $derived.by(() => this.#first?.meanwhile ?? this.client);
  /** The log as far as the board has come. */
  readonly entries: readonly Entry[] = $derived.by(() => {
    const next = this.#first?.entries[0]?.seq ?? Infinity;
    return this.client.entries.filter(({ seq }) => seq < next);
  });

  constructor(
    private readonly client: TableClient,
    private readonly listener: ShownListener,
  ) {
    this.animation = new BoardAnimation({ onEvent: (event) => listener.onEvent(event) });
  }

  /** The first that waits; nothing that was meant for a seat that one looks from no longer. */
  get #first(): Showing | undefined {
    const first = this.#queue[0];
    return first?.meanwhile.game?.view.seat === this.client.seat ? first : undefined;
  }

  /** Shows an update: as an animation, or at once if there is nothing to see on the way. */
  show(update: Update, before: Snapshot): void {
    const played = update.entries.filter((entry) => entry.type === "played");
    const events = played.flatMap((entry) => entry.events);
    this.#setSpeed();
    if (!before.game || !update.game || !events.length || this.#isOwnPlacing(played)) {
      this.goToNow();
      for (const entry of update.entries) this.#tell(entry);
    } else this.#enqueue(update, { table: before.table, game: before.game }, events);
  }

  #enqueue(
    update: Update,
    before: Snapshot & { game: Moment },
    events: readonly GameEvent[],
  ): void {
    const after = update.game as Moment;
    const isEnd = after.result !== null && before.game.result === null;
    const meanwhile = { ...before, game: this.#onTheWay(before.game, after, isEnd) };
    const showing = { entries: update.entries, meanwhile, isEnd };
    this.#queue = [...this.#queue, showing];
    void this.animation.play(before.game.view, events, after.view, () => this.#onShown(showing));
  }

  /** Meanwhile one's own cards have left the hand, and at the end it is nobody's turn any more. */
  #onTheWay(before: Moment, after: Moment, isEnd: boolean): Moment {
    const { hand } = after.view;
    const view = { ...before.view, hand };
    return { ...before, view, can_undo: false, ...(isEnd && { to_move: null, legal: [] }) };
  }

  #onShown(showing: Showing): void {
    if (this.#queue[0] !== showing) return; // the page has gone to the present meanwhile
    this.#queue = this.#queue.slice(1);
    for (const entry of showing.entries) this.listener.onEntry(entry);
    this.listener.onReached();
  }

  #tell(entry: Entry): void {
    if (entry.type === "played") entry.events.forEach((event) => this.listener.onEvent(event));
    this.listener.onEntry(entry);
  }

  /** One's own pieces are there at once; only a scoring is animated. */
  #isOwnPlacing(played: readonly PlayedEntry[]): boolean {
    const isOwn = played.every(({ seat, by }) => seat === this.client.seat && by === "person");
    return isOwn && !played.some(({ events }) => events.some(({ type }) => SCORING.test(type)));
  }

  /** Shows the present without what lies between. */
  goToNow(): void {
    const waiting = this.#queue;
    this.#queue = [];
    for (const { entries } of waiting) entries.forEach((entry) => this.listener.onEntry(entry));
    if (this.client.game) this.animation.show(this.client.game.view);
  }

  /** Goes on at another speed, also with what is being shown. */
  setSpeed(speed: Settings["animation"]): void {
    settings.animation = speed;
    this.#setSpeed();
    if (!this.animation.speed) this.animation.skip();
  }

  #setSpeed(): void {
    this.animation.speed = SPEEDS[motion()];
  }
}
