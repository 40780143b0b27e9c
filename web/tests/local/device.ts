/** A device with tables, in Node: the same module as in the worker, over memory. */
import type { Material } from "../../src/local/games";
import { Games } from "../../src/local/games";
import { LocalServer } from "../../src/local/local_server";
import { TableError } from "../../src/local/errors";
import type { BringOnline } from "../../src/local/online";
import { SharedLocks, type Locks } from "../../src/local/locks";
import type {
  FromWorker,
  LocalAnswer,
  Method,
  SocketClosed,
  TableNote,
} from "../../src/local/protocol";
import { MemoryStore, type Store } from "../../src/local/storage";
import { SharedTabs, type Tabs } from "../../src/local/tabs";
import { think } from "../../src/local/thinking";
import type { BotChoice, Task, Thinkers } from "../../src/local/thinkers";
import type { ClientMessage, ImportBody, Moment, ServerMessage, Table } from "../../src/net/schema";
import { compiledKernels, files } from "../engine/files";

export const material: Material = {
  kernels: () => compiledKernels,
  files: async () => files,
};

/** Bots that think where they are asked. */
class ThinkingHere implements Thinkers {
  ask(_: string, task: Task): Promise<BotChoice> {
    return compiledKernels.then((kernels) => think(kernels, files, task));
  }
  forget(): void {}
}

/** What a device keeps while its pages come and go. */
export interface Kept {
  store: Store;
  locks: Locks;
  tabs: Tabs;
}

export const newDevice = (): Kept => ({
  store: new MemoryStore(),
  locks: new SharedLocks(),
  tabs: new SharedTabs(),
});

const games = new Games(material);
const BEGIN = 1_800_000_000_000;

/** A page of a device, with the worker that it talks to. */
export class Page {
  readonly told: FromWorker[] = [];
  readonly #server: LocalServer;
  /** What a server has been brought; it answers what `online` says. */
  readonly brought: ImportBody[] = [];
  online: BringOnline = async () => {
    throw new TableError("local.no_server");
  };
  private readonly bringOnline: BringOnline = (game, lang) => {
    this.brought.push(structuredClone(game));
    return this.online(game, lang);
  };
  #now = BEGIN;
  #last = 0;
  #waiting: (() => void)[] = [];

  constructor(
    readonly device = newDevice(),
    thinkers: Thinkers = new ThinkingHere(),
  ) {
    const now = () => ++this.#now;
    const parts = { ...device, games, thinkers, now, bringOnline: this.bringOnline };
    this.#server = new LocalServer(parts, (message) => {
      this.told.push(structuredClone(message));
      for (const look of this.#waiting.splice(0)) look();
    });
  }

  /** Wait until something that is looked for has been told. */
  async until<Found>(find: () => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  ask(method: Method, address: string, body?: unknown, lang = "en"): Promise<LocalAnswer> {
    const id = ++this.#last;
    const [path = "", search] = address.split("?");
    const query = { ...Object.fromEntries(new URLSearchParams(search)), lang };
    this.#server.receive({ id, call: "request", method, path, query, body });
    const isAnswer = (one: FromWorker): one is LocalAnswer => "id" in one && one.id === id;
    return this.until(() => this.told.find(isAnswer));
  }

  /** The body of an answer that must be none of refusal. */
  async get<Body>(method: Method, address: string, body?: unknown): Promise<Body> {
    const answer = await this.ask(method, address, body);
    if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
    return answer.body as Body;
  }

  open(table: string, seat: number | null = 0, seen: number | null = -1, lang = "en"): Line {
    const socket = ++this.#last;
    this.#server.receive({ socket, open: { table, seat, seen, lang } });
    return new Line(this, socket, (message) => this.#server.receive({ socket, ...message }));
  }
}

/** A page's socket to a table. */
export class Line {
  #commands = 0;

  constructor(
    private readonly page: Page,
    private readonly socket: number,
    private readonly post: (message: { message: ClientMessage } | { close: true }) => void,
  ) {}

  /** All messages of the table. */
  get messages(): ServerMessage[] {
    return this.page.told.flatMap((one) =>
      "message" in one && one.socket === this.socket ? [one.message] : [],
    );
  }

  /** The last that was told of the game. */
  get game(): Moment | null {
    const told = this.messages.findLast(({ type }) => type === "welcome" || type === "update");
    return told && "game" in told ? told.game : null;
  }

  get table(): Table {
    const told = this.messages.findLast((one) => "table" in one && one.table);
    if (!told || !("table" in told) || !told.table) throw new Error("no table was told");
    return told.table;
  }

  get notes(): TableNote[] {
    return this.page.told.filter(
      (one): one is TableNote => "note" in one && one.socket === this.socket,
    );
  }

  say(message: ClientMessage): void {
    this.post({ message });
  }

  close(): void {
    this.post({ close: true });
  }

  /** Send a command and wait for its answer. */
  async send(content: Record<string, unknown>): Promise<Extract<ServerMessage, { id: unknown }>> {
    const id = `${this.socket}-${++this.#commands}`;
    this.say({ ...content, id } as ClientMessage);
    const isAnswer = (one: ServerMessage): one is Extract<ServerMessage, { id: unknown }> =>
      "id" in one && one.id === id;
    return this.page.until(() => this.messages.find(isAnswer));
  }

  /** Wait until the game is as wanted. */
  async until(isSo: (game: Moment) => boolean): Promise<Moment> {
    return this.page.until(() => (this.game && isSo(this.game) ? this.game : undefined));
  }

  closed(): Promise<SocketClosed> {
    const isEnd = (one: FromWorker): one is SocketClosed =>
      "closed" in one && one.socket === this.socket;
    return this.page.until(() => this.page.told.find(isEnd));
  }
}

/** Give the salt that the table waits for, as every page does. */
export async function addSalt(
  page: Page,
  { id, commitment }: Table,
  salt = "a salt",
): Promise<Table> {
  return page.get<Table>("PUT", `/api/tables/${id}/salt`, { commitment, salt });
}
