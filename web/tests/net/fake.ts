/** A browser's websocket, played by the test, and the words of a server. */
import { vi } from "vitest";

import type {
  ClientMessage,
  Entry,
  Moment,
  ServerMessage,
  Table,
  Update,
  Welcome,
} from "../../src/net/schema";

export class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error("nobody has connected");
    return last;
  }

  readonly sent: ClientMessage[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  get query(): Record<string, string> {
    return Object.fromEntries(new URL(this.url).searchParams);
  }

  send(text: string): void {
    if (this.isClosed) throw new Error("sent over a closed socket");
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Closed by us: browsers tell so later, if at all. */
  close(): void {
    this.isClosed = true;
  }

  /** Closed by the other side, or by the network. */
  break(code = 1006): void {
    this.isClosed = true;
    this.onclose?.({ code });
  }
}

export function fakeBrowser(): void {
  FakeSocket.all = [];
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "han.test" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  const events = new EventTarget();
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("removeEventListener", events.removeEventListener.bind(events));
  vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events));
}

export function realBrowser(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

export function tableOf(mine: number[], status: Table["status"] = "running"): Table {
  return { id: "t", status, mine, seats: [], muted: [], is_host: false } as unknown as Table;
}

export function momentOf(moment: number, seat: number | null): Moment {
  return { moment, view: { seat } } as unknown as Moment;
}

export function entryOf(seq: number): Entry {
  const text = `words ${seq}`;
  return { seq, at: 1_000_000, type: "said", seat: 0, text, phrase: null, told: [] };
}

export function welcome(seq: number, seat: number | null = 0): Welcome {
  const mine = seat === null ? [] : [0, 1];
  const game = momentOf(seq, seat);
  return { type: "welcome", protocol: "han-table/1", seq, seat, table: tableOf(mine), game };
}

export function update(seq: number, seat: number | null = 0): Update {
  return { type: "update", seq, entries: [entryOf(seq)], game: momentOf(seq, seat) };
}

export function history(from: number, to: number): ServerMessage {
  const entries = Array.from({ length: to - from + 1 }, (_, index) => entryOf(from + index));
  return { type: "history", entries };
}
