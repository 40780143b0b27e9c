import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Refusal } from "../../src/net/refusal";
import { TableClient } from "../../src/net/client.svelte";
import { speak } from "../../src/text/index.svelte";
import { FakeSocket, fakeBrowser, history, realBrowser, tableOf, update, welcome } from "./fake";

let client: TableClient;

beforeEach(() => {
  fakeBrowser();
  client = new TableClient("t", 0);
  client.start();
});
afterEach(() => {
  client.stop();
  realBrowser();
});

const seqs = () => client.entries.map((entry) => entry.seq);

/** Break the connection and wait until there is another. */
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
  expect(client.connectionState).toBe("live");
  expect(client.table?.mine).toEqual([0, 1]);
  expect(client.game?.moment).toBe(3);
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
  const onUpdate = vi.fn();
  client.listener = { onWelcome: () => {}, onUpdate };
  FakeSocket.last.say(welcome(5));
  FakeSocket.last.say(update(5));
  expect(onUpdate).not.toHaveBeenCalled();
  FakeSocket.last.say(update(6));
  expect(onUpdate).toHaveBeenCalledOnce();
  expect(client.game?.moment).toBe(6);
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

test("commands are granted or refused by their ids", async () => {
  FakeSocket.last.say(welcome(2));
  const granted = client.send({ type: "play", moment: 2, action: "." });
  const refused = client.send({ type: "undo", moment: 2 });
  const [first, second] = FakeSocket.last.sent as { id: string }[];
  const sentence = { key: "table.nothing_to_undo", rule: null, text: "There is nothing." };
  FakeSocket.last.say({ type: "refused", id: second!.id, ...sentence });
  FakeSocket.last.say({ type: "done", id: first!.id, seq: 3 });
  await expect(granted).resolves.toBe(3);
  await expect(refused).rejects.toMatchObject({ key: sentence.key, message: sentence.text });
});

test("unanswered commands are sent again with the same ids and in the same order", async () => {
  FakeSocket.last.say(welcome(2));
  const answers = [1, 2, 3].map((n) => client.send({ type: "say", text: `word ${n}` }));
  const sent = [...FakeSocket.last.sent] as { id: string }[];
  FakeSocket.last.say({ type: "done", id: sent[1]!.id, seq: 3 });
  const socket = reconnect();
  expect(socket.sent).toEqual([]); // the server must know us first
  socket.say(welcome(3));
  expect(socket.sent).toEqual([sent[0], sent[2]]);
  socket.say({ type: "done", id: sent[0]!.id, seq: 4 });
  socket.say({ type: "done", id: sent[2]!.id, seq: 5 });
  await expect(Promise.all(answers)).resolves.toEqual([4, 3, 5]);
});

test("a command without a connection waits for one", async () => {
  const answer = client.send({ type: "leave" });
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.say(welcome(0));
  FakeSocket.last.say(welcome(0)); // a second welcome is no new connection
  expect(FakeSocket.last.sent).toMatchObject([{ type: "leave" }]);
  FakeSocket.last.say({ type: "done", id: (FakeSocket.last.sent[0] as { id: string }).id, seq: 1 });
  await expect(answer).resolves.toBe(1);
});

test("a busy server is asked again, but not for ever", async () => {
  FakeSocket.last.say(welcome(2));
  const answer = client.send({ type: "back" });
  answer.catch(() => {});
  const busy = { key: "server.busy", rule: null, text: "Busy." };
  const { id } = FakeSocket.last.sent[0] as { id: string };
  for (let tries = 1; tries <= 6; tries++) {
    expect(FakeSocket.last.sent).toEqual(new Array(tries).fill({ type: "back", id }));
    FakeSocket.last.say({ type: "refused", id, ...busy });
    if (tries < 6) vi.advanceTimersToNextTimer();
  }
  await expect(answer).rejects.toThrow("Busy.");
});

test("nothing of the old seat is shown after looking from another", async () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(history(0, 2));
  await client.look(1);
  expect([client.game, seqs()]).toEqual([null, []]);
  expect(FakeSocket.last.sent).toEqual([
    { type: "look", seat: 1, lang: "en" },
    { type: "resync", seen: -1 },
  ]);
  FakeSocket.last.say(update(3, 0)); // the server had not heard us yet
  FakeSocket.last.say(history(0, 3));
  FakeSocket.last.say(welcome(3, 0));
  expect([client.game, seqs()]).toEqual([null, []]);
  FakeSocket.last.say(welcome(3, 1));
  FakeSocket.last.say(history(0, 3));
  expect(client.game?.view.seat).toBe(1);
  expect(seqs()).toEqual([0, 1, 2, 3]);
  expect(reconnect().query["seat"]).toBe("1");
});

test("a seat that is changed while the connection is made is told when it is there", async () => {
  await client.look(1);
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.say(welcome(2, 0));
  expect(client.game).toBeNull();
  expect(FakeSocket.last.sent).toEqual([
    { type: "look", seat: 1, lang: "en" },
    { type: "resync", seen: -1 },
  ]);
  FakeSocket.last.say(welcome(2, 1));
  expect(client.game?.view.seat).toBe(1);
});

test("one looks from another seat only when all commands of this one are answered", async () => {
  FakeSocket.last.say(welcome(2));
  const answer = client.send({ type: "say", text: "I am blue" });
  const looking = client.look(1);
  await Promise.resolve();
  expect(client.seat).toBe(0);
  FakeSocket.last.say({ type: "done", id: (FakeSocket.last.sent[0] as { id: string }).id, seq: 3 });
  await Promise.all([answer, looking]);
  expect(client.seat).toBe(1);
});

test("whoever loses the seat becomes a spectator", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say({ ...update(3, null), table: tableOf([], "open") });
  expect(client.seat).toBeNull();
  expect(client.game?.moment).toBe(3);
});

test("a seat that is not ours is given up at the next connection", () => {
  const onRefusal = vi.spyOn(client, "onRefusal");
  const refusal = { key: "table.not_your_seat", rule: null, text: "This seat is not yours." };
  FakeSocket.last.say({ type: "refused", id: null, ...refusal });
  expect(onRefusal).toHaveBeenCalledOnce();
  return Promise.resolve().then(() => {
    expect(reconnect().query).not.toHaveProperty("seat");
  });
});

test("commands of a seat that is not ours are refused, and the seat is given up", async () => {
  FakeSocket.last.say(welcome(2));
  const answer = client.send({ type: "say", text: "I am blue" }).catch((error: unknown) => error);
  const socket = reconnect();
  const refusal = { key: "table.not_your_seat", rule: null, text: "This seat is not yours." };
  socket.say({ type: "refused", id: null, ...refusal });
  expect(await answer).toMatchObject({ key: "table.not_your_seat" });
  await vi.advanceTimersByTimeAsync(0);
  expect(client.seat).toBeNull();
});

test("a table that does not exist ends the connection and rejects all commands", async () => {
  const answer = client.send({ type: "leave" });
  FakeSocket.last.break(4404);
  expect(client.connectionState).toBe("ended");
  await expect(answer).rejects.toBeInstanceOf(Refusal);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test("the server's clock is known by its quickest message", () => {
  FakeSocket.last.say(welcome(2));
  vi.setSystemTime(1_000_300);
  FakeSocket.last.say(update(3)); // said at 1,000,000 by the server's clock
  expect(client.now()).toBe(1_000_000);
  vi.setSystemTime(1_000_900);
  FakeSocket.last.say(update(4));
  expect(client.now()).toBe(1_000_600);
});

test("the listener hears of each message when the state is up to date", () => {
  const heard: unknown[] = [];
  client.listener = {
    onWelcome: () => heard.push(["welcome", client.game?.moment]),
    onUpdate: ({ seq }, before) => heard.push([seq, before.game?.moment, client.game?.moment]),
  };
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(update(3));
  FakeSocket.last.say(update(4));
  expect(heard).toEqual([
    ["welcome", 2],
    [3, 2, 3],
    [4, 3, 4],
  ]);
});

test("whoever sits down before the game looks from the new seat", async () => {
  FakeSocket.last.say({ ...welcome(2), table: tableOf([0], "open") });
  FakeSocket.last.say({ ...update(3), table: tableOf([2], "open") });
  await Promise.resolve();
  expect(client.seat).toBe(2);
  expect(FakeSocket.last.sent).toEqual([
    { type: "look", seat: 2, lang: "en" },
    { type: "resync", seen: -1 },
  ]);
});

test("when the game ends, everything is told anew, once", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say({ ...update(3), table: tableOf([0, 1], "over") });
  expect(FakeSocket.last.sent).toEqual([{ type: "resync", seen: -1 }]);
  FakeSocket.last.say({ ...welcome(3), table: tableOf([0, 1], "over") });
  expect(FakeSocket.last.sent).toHaveLength(1);
});

test("what the end reveals is asked for again after a break", () => {
  FakeSocket.last.say(welcome(2));
  FakeSocket.last.say(history(0, 2));
  FakeSocket.last.say({ ...update(3), table: tableOf([0, 1], "over") });
  expect(reconnect().query["seen"]).toBe("-1");
});

test("a finished game that one comes to is told once", () => {
  FakeSocket.last.say({ ...welcome(2), table: tableOf([0, 1], "over") });
  expect(FakeSocket.last.sent).toEqual([]);
});

test("the server hears of another language before the next command", async () => {
  FakeSocket.last.say(welcome(2));
  Object.assign(document, { documentElement: {} });
  await speak("de");
  expect(FakeSocket.last.sent).toEqual([]);
  for (const answer of [client.send({ type: "leave" }), client.why("H wei-1 R")])
    answer.catch(() => {}); // nobody answers in this test
  expect(FakeSocket.last.sent).toMatchObject([
    { type: "look", seat: 0, lang: "de" },
    { type: "leave" },
    { type: "why" },
  ]);
  await speak("en");
});

describe("talk", () => {
  const others = { ...tableOf([1]), muted: [] };
  const seated = (seq: number) => ({ ...welcome(seq, 1), table: others });

  beforeEach(() => {
    client.stop();
    client = new TableClient("talked at", 1);
    client.start();
    FakeSocket.last.say(seated(0));
    FakeSocket.last.say(history(0, 0));
  });

  test("lines of others are new until they are in view", () => {
    FakeSocket.last.say(update(1, 1));
    expect(client.talk.unread).toBe(2);
    client.talk.isInView = true;
    expect(client.talk.unread).toBe(0);
    FakeSocket.last.say(update(2, 1));
    expect(client.talk.unread).toBe(0);
    client.talk.isInView = false;
    FakeSocket.last.say(update(3, 1));
    expect(client.talk.unread).toBe(1);
  });

  test("whoever is muted is not heard, and at once when they are heard again", () => {
    FakeSocket.last.say({ ...update(1, 1), table: { ...others, muted: [0] } });
    expect(client.talk.said).toEqual([]);
    FakeSocket.last.say({ ...update(2, 1), entries: [] });
    FakeSocket.last.say({ ...update(3, 1), entries: [], table: others });
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "resync", seen: -1 });
    FakeSocket.last.say(seated(3));
    FakeSocket.last.say(history(0, 2));
    expect(client.talk.said.map(({ seq }) => seq)).toEqual([0, 1, 2]);
  });
});
