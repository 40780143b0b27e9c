import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "../../src/net/refusal";
import { TableStore } from "../../src/net/table.svelte";
import { FakeSocket, fakeBrowser, history, realBrowser, tableOf, update, welcome } from "./fake";

let store: TableStore;

beforeEach(() => {
  fakeBrowser();
  store = new TableStore("t", 0);
  store.start();
});
afterEach(() => {
  store.stop();
  realBrowser();
});

const seqs = () => store.entries.map((entry) => entry.seq);

/** Break the line and wait until there is another. */
function reconnect(): FakeSocket {
  const old = FakeSocket.last;
  old.break();
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.last).not.toBe(old);
  return FakeSocket.last;
}

test("it asks for the whole history from its seat", () => {
  expect(FakeSocket.last.url).toMatch(/^ws:\/\/han\.test\/ws\/t\?/);
  expect(FakeSocket.last.query).toEqual({ seat: "0", seen: "-1", lang: "en" });
});

test("welcome, history and updates make the table", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(history(0, 2));
  FakeSocket.last.say(update(3));
  expect(store.line).toBe("live");
  expect(store.table?.mine).toEqual([0, 1]);
  expect(store.game?.moment).toBe(3);
  expect(seqs()).toEqual([0, 1, 2, 3]);
});

test("an update before the history does no harm", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(update(3));
  FakeSocket.last.say(history(0, 3));
  expect(seqs()).toEqual([0, 1, 2, 3]);
  expect(reconnect().query["seen"]).toBe("3");
});

test("what the welcome has shown is not shown again", () => {
  const followed = vi.fn();
  store.follow(followed);
  FakeSocket.last.say(welcome(5));
  FakeSocket.last.say(update(5));
  expect(followed).not.toHaveBeenCalled();
  FakeSocket.last.say(update(6));
  expect(followed).toHaveBeenCalledOnce();
  expect(store.game?.moment).toBe(6);
});

test("after a break it asks only for what it has not heard", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(history(0, 2));
  FakeSocket.last.say(update(3));
  const socket = reconnect();
  expect(socket.query["seen"]).toBe("3");
  socket.say(welcome(5));
  socket.say(history(4, 5));
  expect(seqs()).toEqual([0, 1, 2, 3, 4, 5]);
});

test("a history that never came is asked for again", () => {
  FakeSocket.last.say(welcome(7));
  expect(reconnect().query["seen"]).toBe("-1");
});

test("a gap between updates is filled", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(history(0, 2));
  FakeSocket.last.say(update(4));
  expect(FakeSocket.last.sent).toEqual([{ type: "resync", seen: 2 }]);
  FakeSocket.last.say(welcome(4));
  FakeSocket.last.say(history(3, 4));
  expect(seqs()).toEqual([0, 1, 2, 3, 4]);
  expect(reconnect().query["seen"]).toBe("4");
});

test("wishes are granted or refused by their ids", async () => {
  FakeSocket.last.say(welcome(2));
  const granted = store.wish({ type: "play", moment: 2, action: "." });
  const refused = store.wish({ type: "undo", moment: 2 });
  const [first, second] = FakeSocket.last.sent as { id: string }[];
  const sentence = { key: "table.nothing_to_undo", rule: null, text: "There is nothing." };
  FakeSocket.last.say({ type: "refused", id: second!.id, ...sentence });
  FakeSocket.last.say({ type: "done", id: first!.id, seq: 3 });
  await expect(granted).resolves.toBe(3);
  await expect(refused).rejects.toMatchObject({ key: sentence.key, message: sentence.text });
});

test("unanswered wishes are sent again with the same ids and in the same order", async () => {
  FakeSocket.last.say(welcome(2));
  const wishes = [1, 2, 3].map((n) => store.wish({ type: "say", text: `word ${n}` }));
  const sent = [...FakeSocket.last.sent] as { id: string }[];
  FakeSocket.last.say({ type: "done", id: sent[1]!.id, seq: 3 });
  const socket = reconnect();
  expect(socket.sent).toEqual([]); // the server must know us first
  socket.say(welcome(3));
  expect(socket.sent).toEqual([sent[0], sent[2]]);
  socket.say({ type: "done", id: sent[0]!.id, seq: 4 });
  socket.say({ type: "done", id: sent[2]!.id, seq: 5 });
  await expect(Promise.all(wishes)).resolves.toEqual([4, 3, 5]);
});

test("a wish without a line waits for one", async () => {
  const wish = store.wish({ type: "leave" });
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.say(welcome(0));
  FakeSocket.last.say(welcome(0)); // a second welcome is no new connection
  expect(FakeSocket.last.sent).toMatchObject([{ type: "leave" }]);
  FakeSocket.last.say({ type: "done", id: (FakeSocket.last.sent[0] as { id: string }).id, seq: 1 });
  await expect(wish).resolves.toBe(1);
});

test("a busy server is asked again, but not for ever", async () => {
  FakeSocket.last.say(welcome(2));
  const wish = store.wish({ type: "back" });
  wish.catch(() => {});
  const busy = { key: "server.busy", rule: null, text: "Busy." };
  const { id } = FakeSocket.last.sent[0] as { id: string };
  for (let tries = 1; tries <= 6; tries++) {
    expect(FakeSocket.last.sent).toEqual(new Array(tries).fill({ type: "back", id }));
    FakeSocket.last.say({ type: "refused", id, ...busy });
    if (tries < 6) vi.advanceTimersToNextTimer();
  }
  await expect(wish).rejects.toThrow("Busy.");
});

test("nothing of the old seat is shown after looking from another", async () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(history(0, 2));
  await store.look(1);
  expect([store.game, seqs()]).toEqual([null, []]);
  expect(FakeSocket.last.sent).toEqual([
    { type: "look", seat: 1, lang: "en" },
    { type: "resync", seen: -1 },
  ]);
  FakeSocket.last.say(update(3, 0)); // the server had not heard us yet
  FakeSocket.last.say(history(0, 3));
  FakeSocket.last.say(welcome(3, 0));
  expect([store.game, seqs()]).toEqual([null, []]);
  FakeSocket.last.say(welcome(3, 1));
  FakeSocket.last.say(history(0, 3));
  expect(store.game?.view.seat).toBe(1);
  expect(seqs()).toEqual([0, 1, 2, 3]);
  expect(reconnect().query["seat"]).toBe("1");
});

test("one looks from another seat only when all wishes of this one are answered", async () => {
  FakeSocket.last.say(welcome(2));
  const wish = store.wish({ type: "say", text: "I am blue" });
  const looking = store.look(1);
  await Promise.resolve();
  expect(store.seat).toBe(0);
  FakeSocket.last.say({ type: "done", id: (FakeSocket.last.sent[0] as { id: string }).id, seq: 3 });
  await Promise.all([wish, looking]);
  expect(store.seat).toBe(1);
});

test("whoever loses the seat looks on", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say({ ...update(3, null), table: tableOf([], "open") });
  expect(store.seat).toBeNull();
  expect(store.game?.moment).toBe(3);
});

test("a seat that is not ours is given up at the next connection", () => {
  const complain = vi.spyOn(store, "complain");
  const refusal = { key: "table.not_your_seat", rule: null, text: "This seat is not yours." };
  FakeSocket.last.say({ type: "refused", id: null, ...refusal });
  expect(complain).toHaveBeenCalledOnce();
  return Promise.resolve().then(() => {
    expect(reconnect().query).not.toHaveProperty("seat");
  });
});

test("a table that does not exist ends the line and all wishes", async () => {
  const wish = store.wish({ type: "leave" });
  FakeSocket.last.break(4404);
  expect(store.line).toBe("ended");
  await expect(wish).rejects.toBeInstanceOf(Refusal);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("the server's clock is known by its quickest message", () => {
  FakeSocket.last.say(welcome(2));
  vi.setSystemTime(1_000_300);
  FakeSocket.last.say(update(3)); // said at 1,000,000 by the server's clock
  expect(store.now()).toBe(1_000_000);
  vi.setSystemTime(1_000_900);
  FakeSocket.last.say(update(4));
  expect(store.now()).toBe(1_000_600);
});
