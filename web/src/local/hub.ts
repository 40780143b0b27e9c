/**
 * All tables of this device that are in use: commands come in, entries are kept, everybody is told
 * (`han.server.hub`).
 */
import type { Entry as ToldEntry, Moment, OwnTable } from "../net/schema";
import type { GameKind } from "../engine/data";
import type { GameError } from "../engine/errors";
import type { Game } from "../engine/game";
import { Boards } from "./boards";
import { bytesOfHex, bytesToHex } from "./bytes";
import { Chores } from "./chores";
import type { SentCommand } from "./command";
import { decide } from "./decide";
import { decodeEntry, encodeEntry, type Entry } from "./entry";
import { DeletedTableError, TableError } from "./errors";
import type { Games } from "./games";
import { LiveTable } from "./live_table";
import type { Locks } from "./locks";
import { gameToBring, type BringOnline } from "./online";
import { kindOf } from "./options";
import { progressBy, type Progress } from "./progress";
import { StaleWriterError, type Store } from "./storage";
import { ownTableJson } from "./summary";
import { Table } from "./table";
import type { Tabs } from "./tabs";
import type { Viewer } from "./telling";
import { tellHistory, tellMoment } from "./telling_past";
import type { Thinkers } from "./thinkers";

/** The guest that all people of this device are. */
export const DEVICE = "device";
/** After so long a table that nobody looks at leaves the memory, and other tabs can have it. */
const IDLE_MS = 3_000;

/** What a hub works with. */
export interface Parts {
  store: Store;
  locks: Locks;
  tabs: Tabs;
  games: Games;
  thinkers: Thinkers;
  /** Brings games to a server. */
  bringOnline: BringOnline;
  /** Milliseconds since 1970. */
  now(): number;
}

export class Hub {
  readonly #live = new Map<string, Promise<LiveTable>>();
  readonly #chores: Chores;
  readonly boards: Boards;

  constructor(readonly parts: Parts) {
    this.#chores = new Chores(this);
    this.boards = new Boards(parts.store);
    parts.tabs.listen((id) => void this.#loseDeleted(id));
  }

  /** The game of a kind, on a board of this package or of this device. */
  async openGame(kind: GameKind): Promise<Game> {
    await this.boards.need(kind.map);
    return this.parts.games.open(kind);
  }

  /** Keep a new table, which these entries have made. */
  async create(table: Table, entries: readonly Entry[]): Promise<void> {
    const stored = { id: table.id, seed: bytesToHex(table.keys.seed) };
    const own = ownTableJson(table, DEVICE);
    await this.parts.store.create(stored, entries.map(encodeEntry), own);
  }

  /** Delete a table for good. Wherever it is open, people are told. */
  async delete(id: string): Promise<void> {
    await this.parts.store.delete(id);
    this.parts.tabs.tell(id);
    await this.#loseDeleted(id);
  }

  async #loseDeleted(id: string): Promise<void> {
    const live = await this.#live.get(id)?.catch(() => null);
    if (live) this.#lose(live, new DeletedTableError());
  }

  /** The tables of this device in a few words, the latest first. */
  list(): Promise<OwnTable[]> {
    return this.parts.store.list();
  }

  /** The table as it stands, to look at; another tab may be playing it. */
  async table(id: string): Promise<Table> {
    const live = await this.#live.get(id)?.catch(() => null);
    return live?.table ?? this.#load(id);
  }

  /** The table, which from now on only this tab can change; all who ask get the same object. */
  liveTable(id: string): Promise<LiveTable> {
    const known = this.#live.get(id);
    if (known) return known;
    const opened = this.#open(id);
    this.#live.set(id, opened);
    opened.catch(() => this.#live.delete(id));
    return opened;
  }

  async #open(id: string): Promise<LiveTable> {
    const release = await this.parts.locks.take(`han table ${id}`);
    if (!release) throw new TableError("local.open_elsewhere");
    try {
      const live = new LiveTable(await this.#load(id), release);
      this.#chores.arrange(live);
      this.watchIdle(live);
      return live;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The table that is kept. */
  async #load(id: string): Promise<Table> {
    const stored = await this.parts.store.find(id);
    if (!stored) throw new DeletedTableError();
    const entries = await this.#entries(id);
    const [created] = entries;
    if (created?.type !== "created") throw new DeletedTableError();
    const game = await this.openGame(kindOf(created.options));
    return Table.load({ id, seed: bytesOfHex(stored.seed), invite: "" }, game, entries);
  }

  async #entries(id: string): Promise<Entry[]> {
    return (await this.parts.store.entries(id)).map(decodeEntry);
  }

  /** Carry a command out; the number of its entry. What refuses it is thrown. */
  async send(id: string, sent: SentCommand): Promise<number> {
    const live = await this.liveTable(id);
    this.watchIdle(live);
    return live.inTurn(async () => {
      const known = live.table.answered(sent.guest, sent.command.id);
      return known ?? this.#commit(live, decide(live.table, sent, this.parts.now()));
    });
  }

  /**
   * Take a game to a server; the id of the table there. Nobody plays meanwhile, and it ends here only
   * when the server has it: a lost answer can be asked for again.
   */
  async takeOnline(id: string, lang: string): Promise<string> {
    const { movedTo } = await this.table(id);
    if (movedTo) return movedTo;
    const live = await this.liveTable(id);
    this.watchIdle(live);
    return live.inTurn(async () => {
      const { table } = live;
      if (table.movedTo) return table.movedTo;
      const { id: game } = await this.parts.bringOnline(gameToBring(table), lang);
      const at = this.parts.now();
      await this.#commit(
        live,
        progressBy(table, { type: "moved", at, guest: DEVICE, cid: "", game }),
      );
      return game;
    });
  }

  /** Keep what `choose` makes of the table as it stands, if anything. */
  act(live: LiveTable, choose: (table: Table) => Progress | null): Promise<void> {
    return live.inTurn(async () => {
      const progress = choose(live.table);
      if (progress) await this.#commit(live, progress);
    });
  }

  /** Keep an entry, then go on to what it made of the table. */
  async #commit(live: LiveTable, progress: Progress): Promise<number> {
    if (live.isForgotten) throw new StaleWriterError();
    const { entry, after } = progress;
    try {
      const own = ownTableJson(after, DEVICE);
      await this.parts.store.append(after.id, after.seq, encodeEntry(entry), own);
    } catch (error) {
      const isLost = error instanceof StaleWriterError || error instanceof DeletedTableError;
      if (isLost) this.#lose(live, error);
      throw error;
    }
    live.moveTo(progress);
    this.#chores.arrange(live);
    return after.seq;
  }

  /** Another tab has gone on with the table, or has deleted it: what we know of it is old. */
  #lose(live: LiveTable, reason: GameError): void {
    this.#forget(live);
    for (const listener of [...live.listeners]) listener.loseTable(reason);
  }

  /** Let a table go when nobody has used it for a while. */
  watchIdle(live: LiveTable): void {
    clearTimeout(live.idle);
    live.idle = setTimeout(() => {
      void live.inTurn(async () => {
        if (!live.listeners.size) this.#forget(live);
      });
    }, IDLE_MS);
  }

  #forget(live: LiveTable): void {
    if (live.isForgotten) return;
    live.isForgotten = true;
    clearTimeout(live.idle);
    live.stopChore();
    this.#live.delete(live.table.id);
    this.parts.thinkers.forget(live.table.id);
    live.release();
  }

  /** What a viewer may know of the entries after `seen`, up to where the table is. */
  async history(table: Table, viewer: Viewer, seen: number): Promise<ToldEntry[]> {
    if (seen >= table.seq) return [];
    return tellHistory(table, await this.#upTo(table), viewer, seen);
  }

  /** The game as it stood after an entry, as far as a viewer may know. */
  async moment(table: Table, viewer: Viewer, seq: number): Promise<Moment | null> {
    return tellMoment(table, await this.#upTo(table), viewer, seq);
  }

  async #upTo(table: Table): Promise<Entry[]> {
    return (await this.#entries(table.id)).slice(0, table.seq + 1);
  }
}
