/** A table as somebody sees it: kept up to date over a line that may break at any time. */
import { language, t } from "../text/index.svelte";
import { Line, type LineState } from "./line";
import { EntryLog } from "./log";
import { Outbox } from "./outbox";
import { Refusal } from "./refusal";
import type {
  Entry,
  Explained,
  Moment,
  Refused,
  ServerMessage,
  Table,
  Update,
  Welcome,
} from "./schema";
import type { Wish } from "./wire";

export class TableStore {
  /** The table without its game; null until the server has said a word. */
  table = $state.raw<Table | null>(null);
  /** The game as the seat sees it; null before it begins, and while another seat is awaited. */
  game = $state.raw<Moment | null>(null);
  /** All that has happened, in order. */
  entries = $state.raw<readonly Entry[]>([]);
  /** The seat from which one looks; null for an onlooker. */
  seat = $state.raw<number | null>(null);
  line = $state.raw<LineState>("connecting");
  /** Called with refusals that answer no wish. */
  complain: (refusal: Refusal) => void = () => {};

  private readonly log = new EntryLog();
  private readonly connection: Line;
  private readonly outbox: Outbox;
  private readonly followers = new Set<(update: Update) => void>();
  private isWelcomed = false;
  private seq = -1;
  private ahead: number | null = null;

  constructor(
    readonly id: string,
    seat: number | null,
  ) {
    this.seat = seat;
    this.connection = new Line({
      url: () => this.url(),
      hear: (message) => this.hear(message),
      changed: (state) => this.changed(state),
    });
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

  /** Wish for something; the number of its entry, or a `Refusal`. Survives a broken line. */
  wish(wish: Wish): Promise<number> {
    return this.outbox.wish(wish);
  }

  /** Why an action is not legal now. */
  why(action: string): Promise<Explained> {
    return this.outbox.ask({ type: "why", action });
  }

  /** Hear each update as it comes, to show what happens; the end is to call what is returned. */
  follow(follower: (update: Update) => void): () => void {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }

  /** See the table from another of one's seats. Nothing of the old seat is shown any more. */
  async look(seat: number | null): Promise<void> {
    await this.outbox.settled(); // a wish is its seat's, and might have to be sent again
    this.seat = seat;
    this.game = null;
    this.entries = [];
    this.log.clear();
    if (this.connection.send({ type: "look", seat, lang: language() })) this.hearAgain();
  }

  /** Let the server speak the reader's language. */
  speak(): void {
    this.connection.send({ type: "look", seat: this.seat, lang: language() });
  }

  /** Be told everything anew: when the game is over, nothing is hidden any more. */
  hearAgain(): void {
    this.connection.send({ type: "resync", seen: -1 });
  }

  /** The time by the server's clock. */
  now(): number {
    return Date.now() + (this.ahead ?? 0);
  }

  private url(): string {
    const { protocol, host } = location;
    const query = new URLSearchParams({ seen: String(this.log.complete), lang: language() });
    if (this.seat !== null) query.set("seat", String(this.seat));
    const path = `/ws/${encodeURIComponent(this.id)}?${query}`;
    return `${protocol === "https:" ? "wss:" : "ws:"}//${host}${path}`;
  }

  private changed(state: LineState): void {
    this.line = state;
    if (state === "lost") this.isWelcomed = false;
    if (state === "ended") this.outbox.giveUp(new Refusal("web.line_ended", t("web.line_ended")));
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "history":
        this.log.addHistory(message.entries);
        this.entries = this.log.list;
        return;
      case "update":
        return this.update(message);
      case "done":
      case "why":
        return this.outbox.answered(message);
      case "refused":
        return this.refused(message);
    }
  }

  private welcome(message: Welcome): void {
    this.takeTable(message.table);
    if (message.seat !== this.seat) return; // said before the server knew where we look from
    this.seq = message.seq;
    this.game = message.game;
    this.log.expect(message.seq);
    if (this.isWelcomed) return;
    this.isWelcomed = true;
    this.outbox.resend();
  }

  private update(message: Update): void {
    if (message.table) this.takeTable(message.table);
    if (message.game && message.game.view.seat !== this.seat) return;
    const follows = this.log.addUpdate(message.seq, message.entries);
    this.entries = this.log.list;
    if (!follows) this.connection.send({ type: "resync", seen: this.log.complete });
    if (message.seq <= this.seq) return; // the welcome has shown it already
    this.seq = message.seq;
    this.game = message.game;
    this.compareClocks(message.entries);
    for (const follower of this.followers) follower(message);
  }

  private takeTable(table: Table): void {
    this.table = table;
    if (this.seat !== null && !table.mine.includes(this.seat)) this.seat = null;
  }

  private refused(message: Refused): void {
    if (this.outbox.refused(message)) return;
    if (message.key === "table.not_your_seat") void this.look(null);
    this.complain(new Refusal(message.key, message.text, message.rule));
  }

  /** An entry has just been made; the shortest way that one took says how the clocks differ. */
  private compareClocks(entries: readonly Entry[]): void {
    const last = entries.at(-1);
    if (last) this.ahead = Math.max(this.ahead ?? -Infinity, last.at - Date.now());
  }
}
