/** One viewer's game: what is shown of it, what happens with each message, and commands. */
import { announce, notify } from "../app/notices.svelte";
import { sitterNames } from "../app/seats";
import { settings, type Settings } from "../app/settings.svelte";
import { isSamePlace } from "../board/targets";
import type { BoardView, Place } from "../board/types";
import { getMoment } from "../net/api";
import type { Snapshot, TableClient, TableListener } from "../net/client.svelte";
import type { Colour, Entry, GameEvent, MapShape, Moment, Update } from "../net/schema";
import type { Command } from "../net/wire";
import { Refusal, sentenceOf } from "../net/refusal";
import { language, t } from "../text/index.svelte";
import { alertPlayer, remindPlayer } from "./alerts";
import { actions, guessAction, isTurnOf } from "./choices";
import { latestTurns } from "./latest";
import { headline, narrate, tellEnd, tellEntry, type Story } from "./narrate";
import { Pointed } from "./overview/pointed.svelte";
import { Panels } from "./panels/panels.svelte";
import { Selection } from "./selection.svelte";
import { SCORING, Shown, type ShownListener } from "./shown.svelte";

/** What a click points out, since nothing can be placed there. */
const POINTED_OUT: ReadonlySet<Place["kind"]> = new Set(["province", "alliance", "track"]);

/** What goes on: an animation, a command without an answer yet, or what the player looks at. */
export type Activity = "showing" | "asking" | "past" | "over" | "yours" | "others";

export class GameSession implements TableListener, ShownListener {
  readonly panels = new Panels();
  /** What is pointed out on the board. */
  readonly pointed = new Pointed();
  #past = $state.raw<{ seq: number; moment: Moment } | null>(null);
  /** The card that one drew, if nothing was done since. */
  #drawn = $state.raw<Colour | null>(null);
  /** How many commands about the present moment wait for their answers. */
  #pending = $state(0);
  readonly isBusy = $derived.by(() => this.#pending > 0);
  readonly #shown: Shown;
  readonly selection = new Selection(() => (this.isMyTurn ? this.present : null));
  /** The newest moment that was told of. */
  #newest: number | null = null;
  #wasMyTurn = false;
  #wasResultOpened = false;
  /** Counts looks into the past, of which only the last is shown. */
  #looks = 0;

  /** The table as far as it is shown: a game is not over before its end was on the board. */
  readonly table = $derived.by(() => this.#shown.now.table);
  /** The newest moment that the board has reached. */
  readonly present = $derived.by(() => this.#shown.now.game);
  /** The log, as far as the board shows what it tells. */
  readonly entries = $derived.by(() => this.#shown.entries);
  /** The card that ended one's turn at a shared device, to be seen before that is passed on. */
  readonly drawn = $derived.by(() => {
    const isShared = (this.table?.mine.length ?? 0) > 1 && this.table?.status === "running";
    const isPassedOn = this.present?.view.seat === this.client.seat && !this.isMyTurn;
    return isShared && isPassedOn && !this.isAway ? this.#drawn : null;
  });
  /** What others have done since one last decided; nothing of the past or after the end. */
  readonly latest = $derived.by(() =>
    this.past || this.isOver ? [] : latestTurns(this.entries, this.client.seat),
  );
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
  /** The moment that is shown: one of the past if that is looked at, else what the board reached. */
  readonly shown = $derived.by(() => this.past?.moment ?? this.present);
  /** What lies on the board now, on the way there while an animation plays. */
  readonly boardView = $derived.by((): BoardView | null => {
    const view = this.shown?.view ?? null;
    return this.past || !this.animation.isPlaying ? view : (this.animation.view ?? view);
  });
  /** Whether a bot plays for this seat. */
  readonly isAway = $derived.by(() => this.table?.seats[this.client.seat ?? -1]?.away != null);
  readonly isMyTurn = $derived.by(() => !this.isAway && isTurnOf(this.client.seat, this.present));
  /** Whether something is shown that has happened before. */
  readonly isShowing = $derived.by(() => this.#shown.isBehind || this.animation.isPlaying);
  /** Whether the end of the game is being shown. */
  readonly isEnding = $derived.by(() => this.#shown.isEnding);
  /** Whether the player can do something right now. */
  readonly isActive = $derived.by(
    () => this.isMyTurn && !this.past && !this.isBusy && !this.isShowing,
  );
  readonly isOver = $derived.by(() => this.table?.status === "over");
  /** Whether the result can be seen: not before the final scoring has been shown. */
  readonly isResultShown = $derived.by(() => this.isOver && !this.isShowing);
  readonly activity = $derived.by((): Activity => {
    if (this.isShowing) return "showing";
    if (this.isBusy) return "asking";
    if (this.past) return "past";
    if (this.isOver) return "over";
    return this.isMyTurn ? "yours" : "others";
  });
  /** What is being scored, in words; pieces and cards pass too quickly to be read, unless held. */
  readonly caption = $derived.by(() => {
    const { event } = this.animation;
    if (!event) return "";
    if (this.animation.isPaused) return narrate(event, this.story);
    return SCORING.test(event.type) ? headline(event, this.story) : "";
  });

  constructor(
    readonly client: TableClient,
    readonly map: MapShape,
  ) {
    this.#shown = new Shown(client, this);
  }

  get animation() {
    return this.#shown.animation;
  }

  /** Handles the client's messages from now on, until the returned function is called. */
  start(): () => void {
    this.client.listener = this;
    this.onWelcome();
    const skipUnseen = () => document.hidden && this.animation.skip();
    document.addEventListener("visibilitychange", skipUnseen);
    return () => {
      this.client.listener = null;
      document.removeEventListener("visibilitychange", skipUnseen);
    };
  }

  onWelcome(): void {
    const { game } = this.client;
    if (!this.past) this.#past = null;
    if (game && game.moment !== this.#newest) this.#shown.goToNow(); // after a break
    this.#newest = game?.moment ?? null;
    this.onReached();
  }

  onUpdate(update: Update, before: Snapshot): void {
    if (before.game && before.game.moment === update.game?.moment) {
      update.entries.forEach((entry) => this.onEntry(entry)); // talk, for example
    } else {
      this.selection.clear();
      this.#shown.show(update, before);
    }
    this.#newest = update.game?.moment ?? null;
    this.onReached();
  }

  onEvent(event: GameEvent): void {
    const line = narrate(event, this.story);
    if (line) announce(line);
    if ("seat" in event && event.seat === this.client.seat)
      this.#drawn = event.type === "card_drawn" ? (event.card as Colour) : null;
  }

  /** The player has seen the card, and passes the device on. */
  passOn(): void {
    this.#drawn = null;
    this.animation.goOn();
  }

  /** Tells the rest of an entry, whose events have been told. */
  onEntry(entry: Entry): void {
    const lines =
      entry.type === "played" ? tellEnd(entry, this.story) : tellEntry(entry, this.story);
    lines.forEach(announce);
    if (entry.type === "nudged" && entry.whom === this.client.seat) remindPlayer(lines.join(" "));
  }

  /** The board has come to a moment, perhaps to the present one. */
  onReached(): void {
    this.#alertOnTurn();
    if (this.drawn) this.animation.hold(); // nobody looks at the board
    if (this.isShowing) return;
    if (this.isOver && !this.#wasResultOpened) {
      this.#wasResultOpened = true;
      this.panels.choose("result");
    }
    if (this.isMyTurn) this.animation.isPaused = false; // the next turns are shown as usual
    this.stopIfForced();
  }

  #alertOnTurn(): void {
    if (this.isMyTurn && !this.#wasMyTurn) alertPlayer(t("web.your_turn"));
    this.#wasMyTurn = this.isMyTurn;
  }

  /** Ends the placing if that is all one can do and the player does not want to be asked. */
  stopIfForced(): void {
    const { mustStop } = this.selection.choices;
    if (this.isActive && mustStop && !settings.confirm && !this.#hasUndone)
      void this.play(actions.stop);
  }

  /** Whether the player has just gone back: who undoes the end of placing wants no other one. */
  get #hasUndone(): boolean {
    const { entries } = this.client;
    return (
      entries.findLast(({ type }) => type === "played" || type === "undone")?.type === "undone"
    );
  }

  /**
   * A click on the board: plays there, asks for a choice, or explains why it is not legal. What was
   * pointed out no longer is after a click on nothing.
   */
  async pick(place: Place | null): Promise<void> {
    if (!place || POINTED_OUT.has(place.kind)) return this.pointed.pick(place);
    const target = this.selection.choices.targets.find((one) => isSamePlace(one.place, place));
    if (!this.isActive || !target) return this.#explain(place);
    const [offer, ...others] = target.offers;
    if (offer && !others.length) await this.play(offer.action);
    else this.selection.target = target;
  }

  /** One of the offers of the place that was picked, or none of them. */
  async chooseOffer(action: string | null): Promise<void> {
    this.selection.target = null;
    if (action) await this.play(action);
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
    else await this.take(action);
  }

  /** Takes a card, and ends the placing first where that is still to be done. */
  async take(action: string): Promise<void> {
    if (this.selection.choices.endsPlacing && !(await this.play(actions.stop))) return;
    await this.play(action);
  }

  /** Whether it was done. */
  async play(action: string): Promise<boolean> {
    const moment = this.client.game?.moment;
    return moment !== undefined && this.send({ type: "play", moment, action });
  }

  async undo(): Promise<void> {
    const moment = this.client.game?.moment;
    if (moment !== undefined) await this.send({ type: "undo", moment });
  }

  async takeBack(): Promise<void> {
    const moment = this.client.game?.moment;
    if (moment !== undefined) await this.send({ type: "take_back", moment });
  }

  /**
   * Sends a command and shows its refusal; whether it was accepted. While one waits, another about
   * a moment is too late.
   */
  async send(command: Command): Promise<boolean> {
    const isDecision = "moment" in command;
    if (this.isBusy && isDecision) return false;
    if (isDecision) {
      this.#pending += 1;
      this.pointed.letGo();
    }
    const isDone = await this.client.send(command).then(() => true, showRefusal);
    if (isDecision) this.#pending -= 1;
    if (isDone) this.stopIfForced();
    return isDone;
  }

  /** Holds what is shown, or goes on. */
  togglePause(): void {
    if (this.animation.isPaused) this.animation.goOn();
    else this.animation.hold();
  }

  /** Goes on at another speed, also with what is being shown. */
  setSpeed(speed: Settings["animation"]): void {
    this.#shown.setSpeed(speed);
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
    this.animation.speed ||= 1;
    await this.animation.play(before.view, last.events, now.view);
    this.panels.choose("result");
  }
}

/** Shows the sentence of a refusal, with a link to its rule; says that nothing was done. */
function showRefusal(error: unknown): false {
  notify(sentenceOf(error), "fault", error instanceof Refusal ? error.rule : null);
  return false;
}
