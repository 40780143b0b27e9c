import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { backoff } from "../../src/net/backoff";
import { Connection, type ConnectionState } from "../../src/net/connection";
import { FakeSocket, fakeBrowser, realBrowser, welcome } from "./fake";

let connection: Connection;
let states: ConnectionState[];

beforeEach(() => {
  fakeBrowser();
  states = [];
  connection = new Connection({
    url: () => "ws://han.test/ws/t",
    onMessage: () => {},
    onState: (state) => states.push(state),
  });
  connection.start();
});
afterEach(() => {
  connection.stop();
  realBrowser();
});

test("the wait doubles, has jitter, and an end", () => {
  expect([0, 1, 2, 3, 20].map((n) => backoff(n, () => 1))).toEqual([300, 600, 1200, 2400, 15_000]);
  expect([0, 1, 2, 3, 20].map((n) => backoff(n, () => 0))).toEqual([150, 300, 600, 1200, 7_500]);
});

test("each failure makes the next wait longer", () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  for (const wait of [300, 600, 1200, 2400]) {
    FakeSocket.last.break();
    const tried = FakeSocket.all.length;
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all).toHaveLength(tried);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all).toHaveLength(tried + 1);
  }
});

test("after a good connection the waits are short again", () => {
  for (let failures = 0; failures < 6; failures++) {
    FakeSocket.last.break();
    vi.advanceTimersByTime(15_000);
  }
  FakeSocket.last.say(welcome(0));
  vi.advanceTimersByTime(6_000);
  const tried = FakeSocket.all.length;
  FakeSocket.last.break();
  vi.advanceTimersByTime(300);
  expect(FakeSocket.all).toHaveLength(tried + 1);
});

test("it is live from the welcome on", () => {
  expect(connection.send({ type: "ping" })).toBe(false);
  FakeSocket.last.say(welcome(0));
  expect(connection.send({ type: "ping" })).toBe(true);
  FakeSocket.last.break();
  expect(connection.send({ type: "ping" })).toBe(false);
  expect(states).toEqual(["live", "lost"]);
});

test("silence is answered with a ping, and that with the next connection", () => {
  FakeSocket.last.say(welcome(0));
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.last.sent).toEqual([{ type: "ping" }]);
  vi.advanceTimersByTime(2_500);
  expect(connection.state).toBe("slow");
  vi.advanceTimersByTime(6_000);
  expect(connection.state).toBe("lost");
  expect(FakeSocket.last.isClosed).toBe(true);
  vi.advanceTimersByTime(300);
  expect(FakeSocket.all).toHaveLength(2);
});

test("an answer in time keeps the connection", () => {
  FakeSocket.last.say(welcome(0));
  for (let minutes = 0; minutes < 4; minutes++) {
    vi.advanceTimersByTime(17_000);
    FakeSocket.last.say({ type: "pong" });
  }
  expect(states).toEqual(["live"]);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a late answer ends the slowness", () => {
  FakeSocket.last.say(welcome(0));
  connection.send({ type: "resync", seen: 3 });
  vi.advanceTimersByTime(4_000);
  FakeSocket.last.say({ type: "history", entries: [] });
  expect(states).toEqual(["live", "slow", "live"]);
});

test("a server that ends says when to come back", () => {
  FakeSocket.last.say(welcome(0));
  FakeSocket.last.say({ type: "bye", retry_ms: 500 });
  expect(connection.state).toBe("lost");
  vi.advanceTimersByTime(499);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(501);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a socket that was given up is not listened to", () => {
  const old = FakeSocket.last;
  old.break();
  vi.advanceTimersByTime(300);
  old.say(welcome(0));
  old.break();
  expect(connection.state).toBe("lost");
  expect(FakeSocket.all).toHaveLength(2);
});

test("a connection that does not open is given up for another", () => {
  vi.advanceTimersByTime(10_400);
  expect(FakeSocket.all).toHaveLength(2);
});

test("it does not wait when the network is back", () => {
  for (let failures = 0; failures < 6; failures++) {
    FakeSocket.last.break();
    vi.advanceTimersByTime(15_000);
  }
  FakeSocket.last.break();
  const tried = FakeSocket.all.length;
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(tried + 1);
  dispatchEvent(new Event("online")); // one try at a time
  expect(FakeSocket.all).toHaveLength(tried + 1);
});

test("somebody who looks at the page again gets a fresh answer", () => {
  FakeSocket.last.say(welcome(0));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(FakeSocket.last.sent).toEqual([{ type: "ping" }]);
  FakeSocket.last.say({ type: "pong" });
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("a connection that died in its sleep is soon replaced", () => {
  FakeSocket.last.say(welcome(0));
  document.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(2_000 + 300);
  expect(FakeSocket.all).toHaveLength(2);
});

test("a connection that was stopped stays silent", () => {
  FakeSocket.last.say(welcome(0));
  connection.stop();
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(1);
  expect(FakeSocket.last.isClosed).toBe(true);
});
