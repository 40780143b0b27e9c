/** One player's side of a table in play: what is picked, what is shown, what is wished. */
import { announce, notify } from "../app/notices.svelte";
import { sitterNames } from "../app/seats";
import { motion, settings } from "../app/settings.svelte";
import { Stage } from "../board/stage.svelte";
import type { Highlight, Place, Target } from "../board/types";
import { isSamePlace } from "../board/targets";
import { getMoment } from "../net/api";
import type { Colour, Entry, GameEvent, MapShape, Moment, Update } from "../net/schema";
import { Refusal, sentenceOf } from "../net/refusal";
import type { TableStore } from "../net/table.svelte";
import type { Wish } from "../net/wire";
import { language, t } from "../text/index.svelte";
import { callBack, ring } from "./alerts";
import { cardsOf, guessAction, intentOf, isTurnOf } from "./intent";
import { headline, tellEntry, type Story } from "./narrate";

const SCORING = /_scored$|^emissaries_joined$/;
const SPEEDS = { none: 0, slow: 0.6, normal: 1, fast: 2.2 } as const;

export class Playing {
  /** Places in the hand that are picked. */
  picked = $state<number[]>([]);
  /** A card to take that waits to be confirmed. */
  chosen = $state.raw<string | null>(null);
  /** A place with several offers that waits for a choice. */
  target = $state.raw<Target | null>(null);
  highlight = $state.raw<Highlight | null>(null);
  /** A moment of the past that is looked at. */
  past = $state.raw<{ seq: number; moment: Moment } | null>(null);
  isBusy = $state(false);
  readonly stage = new Stage();

  readonly names = $derived.by(() => sitterNames(this.store.table?.seats ?? []));
  readonly story: Story = $derived.by(() => ({
    map: this.map,
    names: this.names,
    t,
    lang: language(),
  }));
  /** What is shown: the past if it is looked at, else now. */
  readonly shown = $derived.by(() => this.past?.moment ?? this.store.game);
  readonly isMyTurn = $derived.by(() => !this.isAway && isTurnOf(this.store.seat, this.store.game));
  readonly isAway = $derived.by(() => this.store.table?.seats[this.store.seat ?? -1]?.away != null);
  /** Whether one can do something right now. */
  readonly isActive = $derived.by(
    () => this.isMyTurn && !this.past && !this.isBusy && !this.stage.isPlaying,
  );
  readonly intent = $derived.by(() => {
    const game = this.store.game;
    const hand = cardsOf(game?.view.hand ?? "");
    const cards = this.picked.map((index) => hand[index] ?? "").join("");
    return game && this.isMyTurn ? intentOf(game, cards) : NOTHING;
  });
  /** The one card that is picked, if it can be discarded. */
  readonly discard = $derived.by((): Colour | null => {
    const [index, ...more] = this.picked;
    const card =
      index === undefined || more.length
        ? undefined
        : cardsOf(this.store.game?.view.hand ?? "")[index];
    return card && this.intent.discards.includes(card) ? card : null;
  });

  /** What is being scored, in words; placing and cards pass too quickly to be read. */
  readonly caption = $derived.by(() => {
    const event = this.stage.event;
    return event && SCORING.test(event.type) ? headline(event, this.story) : "";
  });

  constructor(
    readonly store: TableStore,
    readonly map: MapShape,
  ) {}

  /** Show and say what happens, until told to stop. */
  follow(): () => void {
    let before = this.store.game?.view ?? null;
    return this.store.follow((update) => {
      const after = update.game?.view ?? null;
      if (before && after) this.perform(update, before, after);
      before = after;
      this.picked = [];
      this.chosen = null;
      this.target = null;
    });
  }

  private perform(update: Update, before: Moment["view"], after: Moment["view"]): void {
    for (const entry of update.entries) this.announceEntry(entry);
    const events = update.entries.flatMap((entry) => (entry.type === "played" ? entry.events : []));
    this.stage.speed = SPEEDS[motion()];
    if (!events.length || this.isOwnPlacing(update, events)) this.stage.show(after);
    else void this.stage.play(before, events, after);
  }

  /** One's own pieces lie where one put them at once; only a scoring is worth waiting for. */
  private isOwnPlacing(update: Update, events: readonly GameEvent[]): boolean {
    const isOwn = update.entries.every(
      (entry) => entry.type === "played" && entry.seat === this.store.seat,
    );
    return isOwn && !events.some((event) => SCORING.test(event.type));
  }

  private announceEntry(entry: Entry): void {
    const lines = tellEntry(entry, this.story);
    for (const line of lines) announce(line);
    if (entry.type === "nudged" && entry.whom === this.store.seat) remind(lines.join(" "));
  }

  /** Somebody clicked on the board. */
  async pick(place: Place): Promise<void> {
    if (place.kind === "province") return this.point({ kind: "province", id: place.id });
    if (place.kind === "alliance")
      return this.point({ kind: "alliance", number: Number(place.id) });
    const target = this.intent.targets.find((one) => isSamePlace(one.place, place));
    if (!this.isActive || !target) return this.explain(place);
    const [offer, ...others] = target.offers;
    if (offer && !others.length) return this.play(offer.action);
    this.target = target;
  }

  point(highlight: Highlight | null): void {
    this.highlight = highlight;
  }

  private async explain(place: Place): Promise<void> {
    const action = guessAction(place, this.map);
    if (!action || this.store.seat === null || this.past) return;
    const { text, rule } = await this.store.why(action);
    if (text) notify(text, "news", rule);
  }

  /** Take a card: at once, or after a second look. */
  async choose(action: string): Promise<void> {
    if (settings.confirm && this.chosen !== action) this.chosen = action;
    else await this.play(action);
  }

  async play(action: string): Promise<void> {
    await this.decide((moment) => ({ type: "play", moment, action }));
  }

  async undo(): Promise<void> {
    await this.decide((moment) => ({ type: "undo", moment }));
  }

  async takeBack(): Promise<void> {
    await this.decide((moment) => ({ type: "take_back", moment }));
  }

  /** Wish for something about this moment; while an answer is awaited, the next would be too late. */
  private async decide(wishAt: (moment: number) => Wish): Promise<void> {
    const moment = this.store.game?.moment;
    if (moment !== undefined && !this.isBusy) await this.wish(wishAt(moment));
  }

  async wish(wish: Wish): Promise<void> {
    this.isBusy = true;
    try {
      await this.store.wish(wish);
    } catch (error) {
      notify(sentenceOf(error), "fault", error instanceof Refusal ? error.rule : null);
    } finally {
      this.isBusy = false;
    }
  }

  /** Look at the game as it stood after an entry. */
  async lookBack(seq: number): Promise<void> {
    try {
      const moment = await getMoment(this.store.id, seq, this.store.seat);
      if (moment) this.past = { seq, moment };
    } catch (error) {
      notify(sentenceOf(error), "fault");
    }
  }

  /** Return to now. */
  lookHere(): void {
    this.past = null;
  }

  /** Show the final scoring once more. */
  async playFinal(): Promise<void> {
    const last = this.store.entries.findLast((entry) => entry.type === "played");
    const now = this.store.game;
    if (last?.type !== "played" || !now) return;
    const before = await getMoment(this.store.id, last.seq - 1, this.store.seat);
    if (!before) return;
    this.stage.speed = SPEEDS[motion()] || 1;
    await this.stage.play(before.view, last.events, now.view);
  }
}

/** Tell somebody whom the others wait for, wherever they look. */
function remind(line: string): void {
  notify(line);
  void callBack(line);
  if (settings.sound) ring();
}

const NOTHING = {
  targets: [],
  canStop: false,
  mustStop: false,
  discards: [],
  takes: [],
  canDraw: false,
};
