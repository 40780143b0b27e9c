/** The worker that keeps this device's tables: it is started when it is first needed. */
import { IndexedDbStore } from "../local/indexed_db";
import {
  NOT_KEPT,
  type FromPage,
  type FromWorker,
  type LocalAnswer,
  type LocalRequest,
  type Method,
  type OpenSocket,
  type SocketClosed,
  type TableMessage,
  type TableNote,
} from "../local/protocol";
import { t } from "../text/index.svelte";
import { Refusal } from "./refusal";
import type { ClientMessage, MapSummary, OwnTable, Refusal as RefusalShape } from "./schema";

type Told = TableMessage | TableNote | SocketClosed;

/** What follows a table on this device. */
export interface DeviceSocket {
  send(message: ClientMessage): void;
  close(): void;
}

/** This device cannot answer: the browser does not let it, or something is broken. */
export class DeviceError extends Refusal {
  constructor() {
    super("web.device_failed", t("web.device_failed"));
  }
}

interface Asked {
  resolve: (answer: LocalAnswer) => void;
  reject: (refusal: Refusal) => void;
}

class Device {
  #worker: Worker | null = null;
  readonly #asked = new Map<number, Asked>();
  readonly #sockets = new Map<number, (told: Told) => void>();
  #last = 0;

  /** Start it and let it load what a game needs, so that the first one begins at once. */
  prepare(): void {
    this.#post({ prepare: true });
  }

  async ask(request: Omit<LocalRequest, "id" | "call">): Promise<LocalAnswer> {
    const id = ++this.#last;
    const answer = await new Promise<LocalAnswer>((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#post({ ...request, id, call: "request" });
    });
    if (answer.status < 400) return answer;
    if (answer.status === 500) throw new DeviceError();
    const { key, text, rule } = answer.body as RefusalShape;
    throw new Refusal(key, text, rule, answer.status);
  }

  follow(open: OpenSocket["open"], hear: (told: Told) => void): DeviceSocket {
    const socket = ++this.#last;
    this.#sockets.set(socket, hear);
    this.#post({ socket, open });
    return {
      send: (message) => this.#post({ socket, message }),
      close: () => {
        if (this.#sockets.delete(socket)) this.#post({ socket, close: true });
      },
    };
  }

  #post(message: FromPage): void {
    this.#worker ??= this.#start();
    this.#worker?.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL("../local/worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      console.warn(event.message || "the worker of this device's tables could not be loaded");
      this.#giveUp(worker);
    };
    return worker;
  }

  #hear(said: FromWorker): void {
    if ("id" in said) {
      this.#asked.get(said.id)?.resolve(said);
      this.#asked.delete(said.id);
      return;
    }
    const hear = this.#sockets.get(said.socket);
    if ("closed" in said) this.#sockets.delete(said.socket);
    hear?.(said);
  }

  /** All that was done is kept: the next request starts another worker, which goes on from there. */
  #giveUp(worker: Worker): void {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = null;
    const [asked, sockets] = [[...this.#asked.values()], [...this.#sockets]];
    this.#asked.clear();
    this.#sockets.clear();
    const error = new DeviceError();
    const refusal = { key: error.key, text: error.message, rule: null };
    for (const { reject } of asked) reject(error);
    for (const [socket, hear] of sockets) hear({ socket, closed: NOT_KEPT, refusal });
  }
}

const device = new Device();

/** Have everything ready for a game on this device. */
export const prepareDevice = (): void => device.prepare();

/** Ask this device what else would be asked of the server. */
export function askDevice(
  method: Method,
  path: string,
  lang: string,
  body?: object,
): Promise<LocalAnswer> {
  const [plain = "", query = ""] = path.split("?");
  const queried = { ...Object.fromEntries(new URLSearchParams(query)), lang };
  return device.ask({ method, path: plain, query: queried, ...(body && { body }) });
}

/** Follow a table that is kept on this device. */
export const followHere = (open: OpenSocket["open"], hear: (told: Told) => void): DeviceSocket =>
  device.follow(open, hear);

let store: IndexedDbStore | null = null;

/** The tables of this device in a few words, the latest first. No worker is needed for them. */
export async function listHere(): Promise<OwnTable[]> {
  store ??= new IndexedDbStore();
  return store.list();
}

/** The boards that people brought to this device, the latest first. */
export async function listBoards(): Promise<MapSummary[]> {
  store ??= new IndexedDbStore();
  return (await store.boards()).map(({ summary }) => summary);
}

let isAsked = false;

/** Ask the browser not to throw this device's tables away when it needs space. */
export async function keepForGood(): Promise<void> {
  if (isAsked) return;
  isAsked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // it cannot promise that, and keeps them as long as it wants
  }
}
