/** Where a device keeps its tables: each entry is kept before anybody hears of it. */
import { isBrought } from "../engine/brought";
import { GameError } from "../engine/errors";
import type { OwnTable } from "../net/schema";
import type { StoredBoard } from "./boards";
import { DeletedTableError, MissingBoardError, NeededBoardError } from "./errors";

/** The games cannot be read or kept now. */
export class StoreError extends GameError {
  constructor(key = "local.cannot_keep") {
    super(key);
  }
}

/** Another tab has written to the table's log. */
export class StaleWriterError extends StoreError {
  constructor() {
    super("local.open_elsewhere");
  }
}

/** What is kept of a table beside its log. */
export interface StoredTable {
  id: string;
  /** The seed of its cards, in hexadecimal. */
  seed: string;
}

/** The tables of one device. */
export interface Store {
  /** Keep a new table with its first entries; a `MissingBoardError` without its board. */
  create(table: StoredTable, entries: readonly string[], own: OwnTable): Promise<void>;
  /**
   * Keep the next entry of a log; a `StaleWriterError` if there is one of that number, a
   * `DeletedTableError` if the table is gone.
   */
  append(id: string, seq: number, entry: string, own: OwnTable): Promise<void>;
  /** Delete a table and its log, if it is there. */
  delete(id: string): Promise<void>;
  find(id: string): Promise<StoredTable | null>;
  /** A table's log. */
  entries(id: string): Promise<string[]>;
  /** All tables in a few words, the latest first. */
  list(): Promise<OwnTable[]>;
  /** Keep a map file. */
  keepBoard(board: StoredBoard): Promise<void>;
  /** Delete a map file; a `NeededBoardError` while there is a table with this board. */
  deleteBoard(name: string): Promise<void>;
  board(name: string): Promise<StoredBoard | null>;
  /** All map files, the latest first. */
  boards(): Promise<StoredBoard[]>;
}

/** The same for tests and for nothing that lasts. */
export class MemoryStore implements Store {
  readonly #tables = new Map<string, StoredTable>();
  readonly #logs = new Map<string, string[]>();
  readonly #own = new Map<string, OwnTable>();
  readonly #boards = new Map<string, StoredBoard>();

  async create(table: StoredTable, entries: readonly string[], own: OwnTable): Promise<void> {
    if (this.#tables.has(table.id)) throw new StaleWriterError();
    const { map } = own.table;
    if (isBrought(map) && !this.#boards.has(map)) throw new MissingBoardError(map);
    this.#tables.set(table.id, table);
    this.#logs.set(table.id, [...entries]);
    this.#own.set(table.id, own);
  }

  async append(id: string, seq: number, entry: string, own: OwnTable): Promise<void> {
    const log = this.#logs.get(id);
    if (!log) throw new DeletedTableError();
    if (seq !== log.length) throw new StaleWriterError();
    log.push(entry);
    this.#own.set(id, own);
  }

  async delete(id: string): Promise<void> {
    for (const part of [this.#tables, this.#logs, this.#own]) part.delete(id);
  }

  async find(id: string): Promise<StoredTable | null> {
    return this.#tables.get(id) ?? null;
  }

  async entries(id: string): Promise<string[]> {
    return [...(this.#logs.get(id) ?? [])];
  }

  async list(): Promise<OwnTable[]> {
    return latestFirst([...this.#own.values()]);
  }

  async keepBoard(board: StoredBoard): Promise<void> {
    this.#boards.set(board.name, structuredClone(board));
  }

  async deleteBoard(name: string): Promise<void> {
    checkUnneeded(name, [...this.#own.values()]);
    this.#boards.delete(name);
  }

  async board(name: string): Promise<StoredBoard | null> {
    return this.#boards.get(name) ?? null;
  }

  async boards(): Promise<StoredBoard[]> {
    return lastBrought([...this.#boards.values()]);
  }
}

/** How many games need a board: without it they can neither go on nor be shown again. */
export const gamesOn = (board: string, tables: readonly OwnTable[]): number =>
  tables.filter(({ table }) => table.map === board && table.status !== "closed").length;

export function checkUnneeded(board: string, tables: readonly OwnTable[]): void {
  const games = gamesOn(board, tables);
  if (games) throw new NeededBoardError(games);
}

export const lastBrought = (boards: StoredBoard[]): StoredBoard[] =>
  boards.sort((one, other) => other.brought - one.brought);

export const latestFirst = (tables: OwnTable[]): OwnTable[] =>
  tables.sort((one, other) => other.table.changed - one.table.changed);
