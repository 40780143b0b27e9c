/** A table as one viewer sees it, kept up to date over a connection that may break at any time. */
import { isLocal } from "../local/protocol";
import { language, t, type Language } from "../text/index.svelte";
import { Connection, type ConnectionState } from "./connection";
import { DeviceLine } from "./device_line";
import type {
  Entry,
  Explained,
  Moment,
  Presence,
  Refused,
  ServerMessage,
  Table,
  Update,
  Welcome,
} from "./schema";
import type { Command } from "./wire";
import { addSalt } from "./fair";
import { EntryLog } from "./log";
import { Outbox } from "./outbox";
import { Refusal } from "./refusal";
import { Talk } from "./talk.svelte";

/** A table and its game at one moment. */
export interface Snapshot {
  readonly table: Table | null;
  readonly game: Moment | null;
}

/**
 * Told of each message about the game once, in the order of arrival, when the state of the client
 * is up to date: for what must happen once, such as animations, sounds and announcements.
 */
export interface TableListener {
  /** The whole table was told: at the start, after a break, or from another seat. */
  onWelcome(): void;
  /** Something happened; `before` is how all was until then. */
  onUpdate(update: Update, before: Snapshot): void;
}

export class TableClient {
  /** The table without its game; null until the server's first message. */
  table = $state.raw<Table | null>(null);
  /** The game as the seat sees it; null before it begins, and while another seat is awaited. */
  game = $state.raw<Moment | null>(null);
  /** The table's log, as far as it is known, in order. */
  entries = $state.raw<readonly Entry[]>([]);
  /** The seat from which one looks; null for a spectator. */
  seat = $state.raw<number | null>(null);
  /** Who is at the table now; null until it is known, and where everybody uses this device. */
  presence = $state.raw<Presence | null>(null);
  connectionState = $state.raw<ConnectionState>("connecting");
  /** Why there is no line to the table, if somebody has said it. */
  closed = $state.raw<Refusal | null>(null);
  readonly talk: Talk;
  /** Whether the table is kept on this device: nobody else can be there. */
  readonly isLocal: boolean;
  /** Called when a bot had no time to think to the end; on this device only. */
  onShortSearch: () => void = () => {};
  /** Called with refusals that answer no request. */
  onRefusal: (refusal: Refusal) => void = () => {};
  listener: TableListener | null = null;
  /** Called with entries that have just been made, and the table before them; with each once. */
  onNews: (entries: readonly Entry[], before: Table | null) => void = () => {};

  private readonly log = new EntryLog();
  private readonly connection: Connection | DeviceLine;
  private readonly outbox: Outbox;
  private isWelcomed = false;
  private seq = -1;
  /** The language that the server refuses in. */
  private toldLanguage: Language | null = null;
  /** How far the server's clock is ahead of ours, in milliseconds. */
  private clockLead: number | null = null;

  constructor(
    readonly id: string,
    seat: number | null,
  ) {
    this.seat = seat;
    this.talk = new Talk(
      id,
      () => this.entries,
      () => this.table,
    );
    this.isLocal = isLocal(id);
    const handlers = {
      onMessage: (message: ServerMessage) => this.onMessage(message),
      onState: (state: ConnectionState) => this.onState(state),
    };
    this.connection = this.isLocal
      ? new DeviceLine({
          ...handlers,
          opening: () => this.opening(),
          onClosed: (refusal) => (this.closed = refusal),
          onShortSearch: () => this.onShortSearch(),
        })
      : new Connection({ ...handlers, url: () => this.url() });
    this.outbox = new Outbox((message) => this.connection.send(message));
  }

  start(): void {
    this.connection.start();
  }

  stop(): void {
    this.connection.stop();
  }

  retryNow(): void {
    this.connection.retryNow();
  }

  /** Sends a command, again after a break; gives its entry's number or rejects with a `Refusal`. */
  send(command: Command): Promise<number> {
    this.tellLanguage();
    return this.outbox.send(command);
  }

  /** Asks why an action is not legal now. */
  why(action: string): Promise<Explained> {
    this.tellLanguage();
    return this.outbox.ask({ type: "why", action });
  }

  /** Looks at the table from another of one's seats. Nothing of the old seat is shown any more. */
  async look(seat: number | null): Promise<void> {
    await this.outbox.settled(); // a command is its seat's, and might have to be sent again
    this.seat = seat;
    this.game = null;
    this.entries = [];
    this.log.clear();
    if (this.sendLook()) this.resync(-1);
  }

  /** The time by the server's clock. */
  now(): number {
    return Date.now() + (this.clockLead ?? 0);
  }

  /** What is asked of the table at the beginning. */
  private opening() {
    this.toldLanguage = language();
    return { table: this.id, seat: this.seat, seen: this.log.complete, lang: language() };
  }

  private url(): string {
    const { protocol, host } = location;
    const { table, seat, seen, lang } = this.opening();
    const query = new URLSearchParams({ seen: String(seen), lang });
    if (seat !== null) query.set("seat", String(seat));
    const path = `/ws/${encodeURIComponent(table)}?${query}`;
    return `${protocol === "https:" ? "wss:" : "ws:"}//${host}${path}`;
  }

  /** The server refuses in the reader's language, which may have changed since it was told. */
  private tellLanguage(): void {
    if (language() !== this.toldLanguage) this.sendLook();
  }

  private sendLook(): boolean {
    const lang = language();
    const isSent = this.connection.send({ type: "look", seat: this.seat, lang });
    if (isSent) this.toldLanguage = lang;
    return isSent;
  }

  /** Asks for the entries after `seen`. */
  private resync(seen: number): void {
    this.connection.send({ type: "resync", seen });
  }

  private onState(state: ConnectionState): void {
    this.connectionState = state;
    if (state !== "lost" && state !== "ended") this.closed = null;
    if (state !== "live" && state !== "slow") this.presence = null;
    if (state === "lost") this.isWelcomed = false;
    if (state !== "ended") return;
    const ended = new Refusal("web.connection_ended", t("web.connection_ended"));
    this.outbox.rejectAll(this.closed ?? ended);
  }

  private onMessage(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.onWelcome(message);
      case "history":
        this.log.addHistory(message.entries);
        this.entries = this.log.list;
        return this.talk.update();
      case "update":
        return this.onUpdate(message);
      case "presence":
        if (!this.isLocal) this.presence = message;
        return;
      case "done":
      case "why":
        return this.outbox.onAnswer(message);
      case "refused":
        return this.onRefused(message);
    }
  }

  private onWelcome(message: Welcome): void {
    this.setTable(message.table);
    if (message.seat !== this.seat) {
      // sent before the server knew our seat, which it was not told if we were just connecting
      if (!this.isWelcomed && this.sendLook()) this.resync(-1);
      return;
    }
    this.seq = message.seq;
    this.game = message.game;
    this.log.expect(message.seq);
    if (!this.isWelcomed) {
      this.isWelcomed = true;
      if (!message.table.mine.length) this.talk.beginAt(message.seq);
      this.outbox.resend();
    }
    this.listener?.onWelcome();
  }

  private onUpdate(message: Update): void {
    const before = { table: this.table, game: this.game };
    if (message.table) this.setTable(message.table);
    if (message.game && message.game.view.seat !== this.seat) return;
    const follows = this.log.addUpdate(message.seq, message.entries);
    this.entries = this.log.list;
    this.talk.update();
    if (!follows) this.resync(this.log.complete);
    if (message.seq <= this.seq) return; // the welcome contained it already
    this.seq = message.seq;
    this.game = message.game;
    this.compareClocks(message.entries);
    this.listener?.onUpdate(message, before);
    this.onNews(message.entries, before.table);
  }

  private setTable(table: Table): void {
    const before = this.table;
    this.table = table;
    if (this.seat !== null && !table.mine.includes(this.seat)) this.seat = null;
    this.answerTable(table, before);
  }

  /** Sends what news of the table ask of this client. */
  private answerTable(table: Table, before: Table | null): void {
    void addSalt(table);
    // before the game begins people sit down and stand up
    const seat = table.status === "open" ? onlySeat(table) : null;
    if (seat !== null && seat !== this.seat) void this.look(seat);
    // entries told before the end of the game may lack what was hidden then, and all of them
    // what those said who were muted
    const isOpened = before && before.status !== "over" && table.status === "over";
    // of a game that was brought nobody is told anything before it goes on
    const isResumed = before?.status === "open" && table.status === "running" && table.brought;
    const isHeardAgain = before?.muted.some((seat) => !table.muted.includes(seat));
    if (isOpened || isResumed || isHeardAgain) {
      this.log.forget(); // so that the next connection asks for them if this one breaks
      this.resync(-1);
    }
  }

  private onRefused(message: Refused): void {
    if (this.outbox.onRefused(message)) return;
    const refusal = new Refusal(message.key, message.text, message.rule);
    if (message.key === "table.not_your_seat") {
      this.outbox.rejectAll(refusal); // nothing can be sent from that seat any more
      void this.look(null);
    }
    this.onRefusal(refusal);
  }

  /** An entry has just been made: the one that took the shortest way shows the clocks' difference. */
  private compareClocks(entries: readonly Entry[]): void {
    const last = entries.at(-1);
    if (last) this.clockLead = Math.max(this.clockLead ?? -Infinity, last.at - Date.now());
  }
}

/** The seat to look from if there is one only. Several share a device: the game asks who holds it. */
export function onlySeat({ mine }: Pick<Table, "mine">): number | null {
  return mine.length === 1 ? (mine[0] ?? null) : null;
}
