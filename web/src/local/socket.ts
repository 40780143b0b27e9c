/** One page that follows a table (`han.server.socket`). */
import { GameError } from "../engine/errors";
import type { ClientMessage, Look, ServerMessage, Why } from "../net/schema";
import { isLanguage } from "../text/catalogue";
import { readMessage } from "./bodies";
import { StaleError, TableError } from "./errors";
import { DEVICE, type Hub } from "./hub";
import type { Listener, LiveTable } from "./live_table";
import { checkAction } from "./moves";
import type { FromWorker, OpenSocket } from "./protocol";
import { closeCodeOf, refuse } from "./refusing";
import { momentJson, tableJson, type Viewer } from "./telling";
import { textsIn, type Texts } from "./texts";

export class Socket implements Listener {
  #seat: number | null;
  /** The last message that is being answered; the next one waits for it. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly number: number,
    seat: number | null,
    private readonly hub: Hub,
    private readonly live: LiveTable,
    private texts: Texts,
    private readonly post: (message: FromWorker) => void,
  ) {
    this.#seat = seat;
  }

  /** Who looks; nobody sees cards of a seat that is not this device's any more. */
  get viewer(): Viewer {
    const isOwn = this.#seat !== null && this.live.table.seatsOf(DEVICE).includes(this.#seat);
    return { guest: DEVICE, seat: isOwn ? this.#seat : null };
  }

  hear(message: ServerMessage): void {
    this.post({ socket: this.number, message });
  }

  hearOfShortSearch(): void {
    this.post({ socket: this.number, note: "search_cut_short" });
  }

  loseTable(reason: GameError): void {
    this.leave();
    const refusal = refuse(reason, this.texts);
    this.post({ socket: this.number, closed: closeCodeOf(reason), refusal });
  }

  /** Say how the table stands, and follow it from now on. */
  join({ seen }: OpenSocket["open"]): void {
    this.#welcome();
    this.live.listeners.add(this);
    if (this.live.isShortSearchTold) this.hearOfShortSearch();
    const seats = this.live.table.seats.map(({ kind }) => (kind === "person" ? "here" : null));
    this.hear({ type: "presence", seats, watching: 0 });
    if (seen !== null) this.#queue(() => this.#tellHistory(seen));
  }

  leave(): void {
    this.live.listeners.delete(this);
    this.hub.watchIdle(this.live);
  }

  /** Answer a message; a ping never waits for what takes a while. */
  receive(value: unknown): void {
    let message: ClientMessage;
    try {
      message = readMessage(value, "message");
    } catch {
      return this.#refuse(null, new TableError("server.malformed"));
    }
    if (message.type === "ping") this.hear({ type: "pong" });
    else this.#queue(() => this.#answer(message));
  }

  #queue(work: () => Promise<void> | void): void {
    this.#last = this.#last.then(work);
  }

  async #answer(message: Exclude<ClientMessage, { type: "ping" }>): Promise<void> {
    try {
      if (message.type === "look") return await this.#look(message);
      if (message.type === "why") return this.#explain(message);
      if (message.type !== "resync") return await this.#send(message);
      this.#welcome();
      await this.#tellHistory(message.seen);
    } catch (error) {
      if (!(error instanceof GameError)) console.error(error);
      const refusal = error instanceof GameError ? error : new TableError("local.failed");
      this.#refuse("id" in message ? message.id : null, refusal);
      if (error instanceof StaleError && message.type === "play") this.#welcome();
    }
  }

  async #send(command: Exclude<ClientMessage, { type: "ping" | "look" | "why" | "resync" }>) {
    const { guest, seat } = this.viewer;
    const seq = await this.hub.send(this.live.table.id, { command, guest, seat });
    this.hear({ type: "done", id: command.id, seq });
  }

  async #look({ seat, lang }: Look): Promise<void> {
    if (lang && isLanguage(lang)) this.texts = await textsIn(lang);
    if (seat !== null && !this.live.table.seatsOf(DEVICE).includes(seat)) {
      throw new TableError("table.not_your_seat");
    }
    this.#seat = seat;
    this.#welcome();
  }

  /** Answer which rule forbids an action; none if it is legal. */
  #explain({ id, action }: Why): void {
    let told: { rule: string | null; text: string | null } = { rule: null, text: null };
    try {
      checkAction(this.live.table, this.viewer.seat, action);
    } catch (error) {
      if (!(error instanceof GameError)) throw error;
      told = refuse(error, this.texts, this.live.table);
    }
    this.hear({ type: "why", id, rule: told.rule, text: told.text });
  }

  /** Send the table as it stands. */
  #welcome(): void {
    const { table } = this.live;
    const { viewer } = this;
    this.hear({
      type: "welcome",
      protocol: "han-table/1",
      seq: table.seq,
      seat: viewer.seat,
      table: tableJson(table, viewer.guest),
      game: momentJson(table, viewer),
    });
  }

  async #tellHistory(seen: number): Promise<void> {
    const entries = await this.hub.history(this.live.table, this.viewer, seen);
    this.hear({ type: "history", entries });
  }

  #refuse(id: string | null, error: GameError): void {
    this.hear({ type: "refused", id, ...refuse(error, this.texts, this.live.table) });
  }
}
