/** One viewer's game: what is shown of it, what happens with each message, and commands. */
import { announce, notify } from "../app/notices.svelte";
import { sitterNames } from "../app/seats";
import { motion, settings } from "../app/settings.svelte";
import { BoardAnimation } from "../board/animation.svelte";
import { isSamePlace } from "../board/targets";
import type { BoardView, Highlight, Place } from "../board/types";
import { getMoment } from "../net/api";
import type { TableClient, TableListener } from "../net/client.svelte";
import type { Entry, GameEvent, MapShape, Moment, Update } from "../net/schema";
import type { Command } from "../net/wire";
import { Refusal, sentenceOf } from "../net/refusal";
import { language, t } from "../text/index.svelte";
import { alertPlayer, remindPlayer } from "./alerts";
import { actions, guessAction, isTurnOf } from "./choices";
import { headline, tellEntry, type Story } from "./narrate";
import { Selection } from "./selection.svelte";

const SCORING = /_scored$|^emissaries_joined$/;
const SPEEDS = { none: 0, slow: 0.6, normal: 1, fast: 2.2 } as const;

/** The panels beside the board. */
export type Panel = "provinces" | "alliances" | "roads" | "log" | "chat" | "result" | "words";

/** What goes on: an animation, a command without an answer yet, or what the player looks at. */
export type Activity = "showing" | "asking" | "past" | "over" | "yours" | "others";

export class GameSession implements TableListener {
  panel = $state<Panel>("provinces");
  /** What is pointed out on the board. */
  highlight = $state.raw<Highlight | null>(null);
  #past = $state.raw<{ seq: number; moment: Moment } | null>(null);
  /** How many commands about the present moment wait for their answers. */
  #pending = $state(0);
  readonly isBusy = $derived.by(() => this.#pending > 0);
  readonly animation = new BoardAnimation({ onEnd: () => this.#onShown() });
  readonly selection = new Selection(() => (this.isMyTurn ? this.client.game : null));
  /** The moment that the board shows or is on its way to. */
  #shownMoment: number | null = null;
  #wasMyTurn = false;
  #wasResultOpened = false;
  /** Counts looks into the past, of which only the last is shown. */
  #looks = 0;

  readonly names = $derived.by(() => sitterNames(this.client.table?.seats ?? []));
  readonly story: Story = $derived.by(() => ({
    map: this.map,
    names: this.names,
    t,
    lang: language(),
  }));
  /**
   * A moment of the past that is looked at, and the entry it follows. One that was seen from
   * another seat is not shown: the device may have been handed on, and its hand is in it.
   */
  readonly past = $derived.by(() =>
    this.#past?.moment.view.seat === this.client.seat ? this.#past : null,
  );
  /** The moment that is shown: one of the past if that is looked at, else the present one. */
  readonly shown = $derived.by(() => this.past?.moment ?? this.client.game);
  /** What lies on the board now, on the way there while an animation plays. */
  readonly boardView = $derived.by((): BoardView | null =>
    this.past ? this.past.moment.view : (this.animation.view ?? this.client.game?.view ?? null),
  );
  /** Whether a bot plays for this seat. */
  readonly isAway = $derived.by(
    () => this.client.table?.seats[this.client.seat ?? -1]?.away != null,
  );
  readonly isMyTurn = $derived.by(
    () => !this.isAway && isTurnOf(this.client.seat, this.client.game),
  );
  /** Whether the player can do something right now. */
  readonly isActive = $derived.by(
    () => this.isMyTurn && !this.past && !this.isBusy && !this.animation.isPlaying,
  );
  readonly isOver = $derived.by(() => this.client.table?.status === "over");
  /** Whether the result can be seen: not before the final scoring has been shown. */
  readonly isResultShown = $derived.by(() => this.isOver && !this.animation.isPlaying);
  readonly activity = $derived.by((): Activity => {
    if (this.animation.isPlaying) return "showing";
    if (this.isBusy) return "asking";
    if (this.past) return "past";
    if (this.isOver) return "over";
    return this.isMyTurn ? "yours" : "others";
  });
  /** What is being scored, in words; pieces and cards pass too quickly to be read. */
  readonly caption = $derived.by(() => {
    const { event } = this.animation;
    return event && SCORING.test(event.type) ? headline(event, this.story) : "";
  });

  constructor(
    readonly client: TableClient,
    readonly map: MapShape,
  ) {}

  /** Handles the client's messages from now on, until the returned function is called. */
  start(): () => void {
    this.client.listener = this;
    this.onWelcome();
    return () => (this.client.listener = null);
  }

  onWelcome(): void {
    const { game } = this.client;
    if (!this.past) this.#past = null;
    if (game && game.moment !== this.#shownMoment) this.animation.show(game.view); // after a break
    this.#shownMoment = game?.moment ?? null;
    this.#alertOnTurn();
    if (!this.animation.isPlaying) this.#onShown();
  }

  onUpdate(update: Update, before: Moment | null): void {
    const after = update.game;
    if (before && before.moment === after?.moment) {
      for (const entry of update.entries) this.#announceEntry(entry); // talk, for example
    } else {
      this.selection.clear();
      if (before && after) this.#present(update, before.view, after.view);
    }
    this.#shownMoment = after?.moment ?? null;
    this.#alertOnTurn();
    if (!this.animation.isPlaying) this.#onShown();
  }

  #present(update: Update, before: BoardView, after: BoardView): void {
    for (const entry of update.entries) this.#announceEntry(entry);
    const events = update.entries.flatMap((entry) => (entry.type === "played" ? entry.events : []));
    this.animation.speed = SPEEDS[motion()];
    if (!events.length || this.#isOwnPlacing(update, events)) this.animation.show(after);
    else void this.animation.play(before, events, after);
  }

  /** One's own pieces are there at once; only a scoring is animated. */
  #isOwnPlacing(update: Update, events: readonly GameEvent[]): boolean {
    const isOwn = update.entries.every(
      (entry) => entry.type === "played" && entry.seat === this.client.seat,
    );
    return isOwn && !events.some((event) => SCORING.test(event.type));
  }

  #announceEntry(entry: Entry): void {
    const lines = tellEntry(entry, this.story);
    for (const line of lines) announce(line);
    if (entry.type === "nudged" && entry.whom === this.client.seat) remindPlayer(lines.join(" "));
  }

  #alertOnTurn(): void {
    if (this.isMyTurn && !this.#wasMyTurn) alertPlayer(t("web.your_turn"));
    this.#wasMyTurn = this.isMyTurn;
  }

  /** Everything that has happened was shown. */
  #onShown(): void {
    if (this.isOver && !this.#wasResultOpened) {
      this.#wasResultOpened = true;
      this.panel = "result";
    }
    this.stopIfForced();
  }

  /** Ends the placing if that is all one can do and the player does not want to be asked. */
  stopIfForced(): void {
    const { mustStop } = this.selection.choices;
    if (this.isActive && mustStop && !settings.confirm) void this.play(actions.stop);
  }

  /** A click on the board: plays there, asks for a choice, or explains why it is not legal. */
  async pick(place: Place): Promise<void> {
    if (place.kind === "province") return this.point({ kind: "province", id: place.id });
    if (place.kind === "alliance")
      return this.point({ kind: "alliance", number: Number(place.id) });
    const target = this.selection.choices.targets.find((one) => isSamePlace(one.place, place));
    if (!this.isActive || !target) return this.#explain(place);
    const [offer, ...others] = target.offers;
    if (offer && !others.length) return this.play(offer.action);
    this.selection.target = target;
  }

  point(highlight: Highlight | null): void {
    this.highlight = highlight;
  }

  async #explain(place: Place): Promise<void> {
    const action = guessAction(place, this.map);
    if (!action || this.client.seat === null || this.past) return;
    try {
      const { text, rule } = await this.client.why(action);
      if (text) notify(text, "news", rule);
    } catch (error) {
      showRefusal(error);
    }
  }

  /** Takes a card: at once, or at the second click if the player wants to confirm. */
  async choose(action: string): Promise<void> {
    if (settings.confirm && this.selection.chosen !== action) this.selection.chosen = action;
    else await this.play(action);
  }

  async play(action: string): Promise<void> {
    const moment = this.client.game?.moment;
    if (moment !== undefined) await this.send({ type: "play", moment, action });
  }

  async undo(): Promise<void> {
    const moment = this.client.game?.moment;
    if (moment !== undefined) await this.send({ type: "undo", moment });
  }

  async takeBack(): Promise<void> {
    const moment = this.client.game?.moment;
    if (moment !== undefined) await this.send({ type: "take_back", moment });
  }

  /** Sends a command and shows its refusal. While one waits, another about a moment is too late. */
  async send(command: Command): Promise<void> {
    const isDecision = "moment" in command;
    if (this.isBusy && isDecision) return;
    if (isDecision) this.#pending += 1;
    const isDone = await this.client.send(command).then(() => true, showRefusal);
    if (isDecision) this.#pending -= 1;
    if (isDone) this.stopIfForced();
  }

  /** Shows the game as it stood after an entry. */
  async lookBack(seq: number): Promise<void> {
    const { seat } = this.client;
    const look = ++this.#looks;
    try {
      const moment = await getMoment(this.client.id, seq, seat);
      const isWanted = look === this.#looks && seat === this.client.seat;
      if (moment && isWanted) this.#past = { seq, moment };
    } catch (error) {
      showRefusal(error);
    }
  }

  /** Shows the present again. */
  returnToNow(): void {
    this.#looks += 1;
    this.#past = null;
    this.stopIfForced();
  }

  /** Shows the final scoring once more. */
  async replayFinal(): Promise<void> {
    const last = this.client.entries.findLast((entry) => entry.type === "played");
    const now = this.client.game;
    if (last?.type !== "played" || !now) return;
    const before = await getMoment(this.client.id, last.seq - 1, this.client.seat);
    if (!before) return;
    this.animation.speed = SPEEDS[motion()] || 1;
    await this.animation.play(before.view, last.events, now.view);
    this.panel = "result";
  }
}

/** Shows the sentence of a refusal, with a link to its rule; says that nothing was done. */
function showRefusal(error: unknown): false {
  notify(sentenceOf(error), "fault", error instanceof Refusal ? error.rule : null);
  return false;
}
