import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { NO_SUCH_TABLE, OPEN_ELSEWHERE, type FromPage } from "../../src/local/protocol";
import type { ConnectionState } from "../../src/net/connection";
import { DeviceLine } from "../../src/net/device_line";
import type { Refusal } from "../../src/net/refusal";
import { fakeBrowser, realBrowser, welcome } from "./fake";

/** The worker of this device, played by the test. */
class FakeWorker {
  static last: FakeWorker;
  readonly said: FromPage[] = [];
  onmessage: ((event: { data: object }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault: () => void }) => void) | null = null;
  isEnded = false;

  constructor() {
    FakeWorker.last = this;
  }

  postMessage(said: FromPage): void {
    this.said.push(said);
  }

  terminate(): void {
    this.isEnded = true;
  }

  /** The sockets that the page has opened. */
  get opened(): number[] {
    return this.said.flatMap((said) => ("open" in said ? said.socket : []));
  }

  tell(what: object): void {
    this.onmessage?.({ data: { socket: this.opened.at(-1), ...what } });
  }

  close(closed: number, text = "No."): void {
    this.tell({ closed, refusal: { key: "local.reason", text, rule: null } });
  }
}

let line: DeviceLine;
let states: ConnectionState[];
let refusals: Refusal[];

beforeEach(() => {
  fakeBrowser();
  vi.stubGlobal("Worker", FakeWorker);
  vi.spyOn(console, "warn").mockImplementation(() => {});
  [states, refusals] = [[], []];
  line = new DeviceLine({
    opening: () => ({ table: "local-1", seat: 0, seen: -1, lang: "en" }),
    onMessage: () => {},
    onState: (state) => states.push(state),
    onClosed: (refusal) => refusals.push(refusal),
    onShortSearch: () => {},
  });
  line.start();
});
afterEach(() => {
  line.stop();
  FakeWorker.last.onerror?.({ message: "", preventDefault: () => {} }); // the next test's is new
  vi.restoreAllMocks();
  realBrowser();
});

test("it is live from the welcome on", () => {
  expect(line.send({ type: "ping" })).toBe(false);
  FakeWorker.last.tell({ message: welcome(0) });
  expect(line.send({ type: "ping" })).toBe(true);
  expect(states).toEqual(["live"]);
});

test("a table that another tab lets go is had after a moment, without a word", () => {
  FakeWorker.last.close(OPEN_ELSEWHERE);
  vi.advanceTimersByTime(500);
  expect(FakeWorker.last.opened).toHaveLength(2);
  FakeWorker.last.tell({ message: welcome(0) });
  expect([states, refusals]).toEqual([["live"], []]);
});

test("one that stays open elsewhere is told of, and asked for when somebody wants it", () => {
  while (!refusals.length) {
    FakeWorker.last.close(OPEN_ELSEWHERE, "It is open elsewhere.");
    vi.advanceTimersByTime(500);
  }
  expect(refusals.map(({ message }) => message)).toEqual(["It is open elsewhere."]);
  expect(states).toEqual(["lost"]);
  const tried = FakeWorker.last.opened.length;
  vi.advanceTimersByTime(60_000);
  expect(FakeWorker.last.opened).toHaveLength(tried);
  document.dispatchEvent(new Event("visibilitychange"));
  FakeWorker.last.tell({ message: welcome(0) });
  expect(states).toEqual(["lost", "connecting", "live"]);
});

test("a table that another tab goes on with is lost at once", () => {
  FakeWorker.last.tell({ message: welcome(0) });
  FakeWorker.last.close(OPEN_ELSEWHERE);
  expect([states, refusals.length]).toEqual([["live", "lost"], 1]);
});

test("a table that is not there ends the line", () => {
  FakeWorker.last.close(NO_SUCH_TABLE, "It is gone.");
  line.retryNow();
  expect(refusals.map(({ message }) => message)).toEqual(["It is gone."]);
  expect([states, FakeWorker.last.opened.length]).toEqual([["ended"], 1]);
});

test("a worker that fails is replaced when somebody wants to go on", () => {
  const first = FakeWorker.last;
  first.tell({ message: welcome(0) });
  first.onerror?.({ message: "out of memory", preventDefault: () => {} });
  expect([first.isEnded, states, refusals.length]).toEqual([true, ["live", "lost"], 1]);
  line.retryNow();
  expect(FakeWorker.last).not.toBe(first);
  FakeWorker.last.tell({ message: welcome(0) });
  expect(states).toEqual(["live", "lost", "connecting", "live"]);
});
