/** A device's tables in the browser's database. */
import { isBrought } from "../engine/brought";
import { GameError } from "../engine/errors";
import type { OwnTable } from "../net/schema";
import type { StoredBoard } from "./boards";
import { DeletedTableError, MissingBoardError } from "./errors";
import {
  checkUnneeded,
  lastBrought,
  latestFirst,
  StaleWriterError,
  StoreError,
  type Store,
  type StoredTable,
} from "./storage";

const NAME = "han";
const VERSION = 2;
const TABLES = "tables";
const ENTRIES = "entries";
const SUMMARIES = "summaries";
const BOARDS = "boards";
type Part = typeof TABLES | typeof ENTRIES | typeof SUMMARIES | typeof BOARDS;

/** What each part is found by; parts are only ever added. */
const KEYS: Readonly<Record<Part, string | string[]>> = {
  [TABLES]: "id",
  [ENTRIES]: ["table", "seq"],
  [SUMMARIES]: "id",
  [BOARDS]: "name",
};

interface StoredEntry {
  table: string;
  seq: number;
  entry: string;
}
interface StoredSummary {
  id: string;
  own: OwnTable;
}

type Stores = (part: Part) => IDBObjectStore;
/** Ask something before what is written then: if `check` throws, nothing is. */
type First = <Answer>(asked: IDBRequest<Answer>, check: (answer: Answer) => void) => void;

/** Tables that outlive tabs, crashes and restarts of the device. */
export class IndexedDbStore implements Store {
  #opened: Promise<IDBDatabase> | null = null;

  constructor(
    private readonly databases: IDBFactory = indexedDB,
    private readonly name = NAME,
  ) {}

  async create(table: StoredTable, entries: readonly string[], own: OwnTable): Promise<void> {
    await this.#write((stores, first) => {
      const { map } = own.table;
      if (isBrought(map)) first(stores(BOARDS).getKey(map), isThere(new MissingBoardError(map)));
      stores(TABLES).add(table);
      entries.forEach((entry, seq) => stores(ENTRIES).add({ table: table.id, seq, entry }));
      stores(SUMMARIES).put({ id: table.id, own });
    });
  }

  async append(id: string, seq: number, entry: string, own: OwnTable): Promise<void> {
    await this.#write((stores, first) => {
      first(stores(TABLES).getKey(id), isThere(new DeletedTableError()));
      stores(ENTRIES).add({ table: id, seq, entry });
      stores(SUMMARIES).put({ id, own });
    });
  }

  async delete(id: string): Promise<void> {
    await this.#write((stores) => {
      stores(TABLES).delete(id);
      stores(ENTRIES).delete(logOf(id));
      stores(SUMMARIES).delete(id);
    });
  }

  async find(id: string): Promise<StoredTable | null> {
    const found = await this.#read<StoredTable | undefined>(TABLES, (store) => store.get(id));
    return found ?? null;
  }

  async entries(id: string): Promise<string[]> {
    const found = await this.#read<StoredEntry[]>(ENTRIES, (store) => store.getAll(logOf(id)));
    return found.map(({ entry }) => entry);
  }

  async list(): Promise<OwnTable[]> {
    const found = await this.#read<StoredSummary[]>(SUMMARIES, (store) => store.getAll());
    return latestFirst(found.map(({ own }) => own));
  }

  async keepBoard(board: StoredBoard): Promise<void> {
    await this.#write((stores) => stores(BOARDS).put(board));
  }

  async deleteBoard(name: string): Promise<void> {
    await this.#write((stores, first) => {
      const summaries: IDBRequest<StoredSummary[]> = stores(SUMMARIES).getAll();
      first(summaries, (found) => {
        const tables = found.map(({ own }) => own);
        checkUnneeded(name, tables);
      });
      stores(BOARDS).delete(name);
    });
  }

  async board(name: string): Promise<StoredBoard | null> {
    const found = await this.#read<StoredBoard | undefined>(BOARDS, (store) => store.get(name));
    return found ?? null;
  }

  async boards(): Promise<StoredBoard[]> {
    return lastBrought(await this.#read<StoredBoard[]>(BOARDS, (store) => store.getAll()));
  }

  /** The database; asked for anew after a failure. */
  #open(): Promise<IDBDatabase> {
    this.#opened ??= this.#ask();
    this.#opened.catch(() => (this.#opened = null));
    return this.#opened;
  }

  async #ask(): Promise<IDBDatabase> {
    const request = this.databases.open(this.name, VERSION);
    request.onupgradeneeded = () => {
      const database = request.result;
      for (const [part, keyPath] of Object.entries(KEYS)) {
        if (!database.objectStoreNames.contains(part))
          database.createObjectStore(part, { keyPath });
      }
    };
    const database = await answerOf(request);
    const forget = () => (this.#opened = null);
    database.onclose = forget;
    database.onversionchange = () => {
      forget();
      database.close(); // a newer version of this page wants to change it
    };
    return database;
  }

  async #read<Answer>(
    part: Part,
    ask: (store: IDBObjectStore) => IDBRequest<Answer>,
  ): Promise<Answer> {
    return kept(async () => {
      const transaction = (await this.#open()).transaction(part);
      return answerOf(ask(transaction.objectStore(part)));
    });
  }

  /** Write all of it or nothing, and wait until it is on the disk. */
  async #write(work: (stores: Stores, first: First) => void): Promise<void> {
    await kept(async () => {
      const parts = Object.keys(KEYS);
      const database = await this.#open();
      const transaction = database.transaction(parts, "readwrite", { durability: "strict" });
      const done = endOf(transaction);
      let refusal: unknown = null;
      const first: First = (asked, check) => {
        asked.onsuccess = () => {
          try {
            check(asked.result);
          } catch (error) {
            refusal = error;
            transaction.abort();
          }
        };
      };
      work((part) => transaction.objectStore(part), first);
      await done.catch((error: unknown) => {
        throw refusal ?? error;
      });
    });
  }
}

/** What goes wrong with a database, and what people are told of it. */
const FAULTS: Readonly<Record<string, () => StoreError>> = {
  ConstraintError: () => new StaleWriterError(),
  // a newer build of the client, in another tab, has gone on to another version
  VersionError: () => new StoreError("local.newer_version"),
};

/** Do something with the database; what goes wrong there becomes a sentence for people. */
async function kept<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GameError) throw error;
    const name = error instanceof DOMException ? error.name : "";
    throw FAULTS[name]?.() ?? new StoreError();
  }
}

/** Refuses to go on where a key was not found. */
const isThere =
  (refusal: GameError) =>
  (key: IDBValidKey | undefined): void => {
    if (key === undefined) throw refusal;
  };

/** All entries of a table. */
const logOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
