import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announcements, hush, notices } from "../../src/app/notices.svelte";
import { settings } from "../../src/app/settings.svelte";
import { GameSession } from "../../src/game/session.svelte";
import { prepareSound } from "../../src/game/sound";
import { TableClient } from "../../src/net/client.svelte";
import type {
  Entry,
  GameEvent,
  MapShape,
  Moment,
  Sentence,
  ServerMessage,
  Table,
  Update,
  Welcome,
} from "../../src/net/schema";
import { speak } from "../../src/text/index.svelte";
import { EMPTY, MAP } from "../board/example";
import { FakeSocket, fakeBrowser, realBrowser } from "../net/fake";

const STOPPED: Sentence = {
  key: "narration.stopped",
  params: { seat: { type: "seats", seats: [1], join: "and" } },
};
const PLACED: GameEvent = { type: "piece_placed", told: [STOPPED], seat: 1, action: "H wei-1 R" };
const SCORED: GameEvent = { type: "province_scored", told: [], province: "wei", points: [0, 3, 1] };

/** No animation in here takes longer, and no connection is given up so soon. */
const LONGEST_MS = 5_000;

let client: TableClient;
let session: GameSession;
let stop: () => void;

beforeEach(async () => {
  fakeBrowser();
  Object.assign(document, { documentElement: {} });
  await speak("en");
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  hush();
  Object.assign(settings, { confirm: false, animation: "normal", sound: false });
  client = new TableClient("t", 0);
  client.start();
  session = new GameSession(client, MAP as unknown as MapShape);
  stop = session.start();
});
afterEach(() => {
  stop();
  client.stop();
  realBrowser();
});

function tableOf(status: Table["status"] = "running", mine = [0]): Table {
  const seats = ["Ada", "Ben", "Cy"].map((name) => ({ kind: "person", name, away: null }));
  return { id: "t", status, mine, muted: [], seats } as unknown as Table;
}

function gameOf(moment: number, legal: string[], view: object = {}): Moment {
  const to_move = legal.length ? 0 : 1;
  return { moment, legal, to_move, view: { ...EMPTY, seat: 0, hand: "RG", ...view } } as Moment;
}

function welcome(game: Moment, table = tableOf()): ServerMessage {
  return { type: "welcome", protocol: "han-table/1", seq: game.moment, seat: 0, table, game };
}

function update(game: Moment, seat: number, events: GameEvent[], table?: Table): ServerMessage {
  const seq = game.moment;
  const entry: Entry = {
    type: "played",
    told: [],
    seq,
    at: 1_000_000,
    seat,
    events,
    by: "person",
    round: 1,
    actions: [],
    fault: null,
  };
  return { type: "update", seq, entries: [entry], game, ...(table && { table }) };
}

const say = (message: ServerMessage) => FakeSocket.last.say(message);
const sent = () => FakeSocket.last.sent as unknown as { type: string; id: string }[];
const flush = () => vi.advanceTimersByTimeAsync(0);

async function answer(text = ""): Promise<void> {
  const { id } = sent().at(-1)!;
  if (text) say({ type: "refused", id, key: "table.late", rule: null, text });
  else say({ type: "done", id, seq: 3 });
  await flush();
}

test("a place with one offer is played at once, one with several waits for a choice", async () => {
  say(welcome(gameOf(2, ["H wei-1 R", "H wei-2 R", "H wei-2 GG"])));
  await session.pick({ kind: "space", id: "wei-2" });
  expect(session.selection.target?.offers).toHaveLength(2);
  expect(sent()).toEqual([]);
  void session.pick({ kind: "space", id: "wei-1" });
  expect(sent()).toMatchObject([{ type: "play", moment: 2, action: "H wei-1 R" }]);
});

test("while a command waits for its answer no other about the game is sent", async () => {
  say(welcome(gameOf(2, ["H wei-1 R", "."])));
  void session.play("H wei-1 R");
  expect(session.activity).toBe("asking");
  void session.undo();
  void session.send({ type: "leave" });
  expect(sent().map(({ type }) => type)).toEqual(["play", "leave"]);
});

test("a card that is taken after placing ends the placing first", async () => {
  const placed = gameOf(2, ["E wei R", "."]);
  say(welcome({ ...placed, after_stop: ["+R", "*"] }));
  void session.choose("+R");
  expect(sent()).toMatchObject([{ type: "play", moment: 2, action: "." }]);
  say(update(gameOf(3, ["+R", "*"]), 0, []));
  await answer();
  expect(sent()).toHaveLength(2);
  expect(sent().at(-1)).toMatchObject({ type: "play", moment: 3, action: "+R" });
});

test("a card is not taken if the placing could not be ended", async () => {
  say(welcome({ ...gameOf(2, ["E wei R", "."]), after_stop: ["*"] }));
  void session.choose("*");
  await answer("Too late.");
  expect(sent()).toHaveLength(1);
  expect(notices().at(-1)).toMatchObject({ text: "Too late.", kind: "fault" });
});

test("a refusal is shown", async () => {
  say(welcome(gameOf(2, ["H wei-1 R", "."])));
  void session.play(".");
  await answer("Too late.");
  expect(notices().at(-1)).toMatchObject({ text: "Too late.", kind: "fault" });
  expect(session.activity).toBe("yours");
});

const told = () => announcements().map(({ text }) => text);

test("an update is announced, and clears what was picked", async () => {
  say(welcome(gameOf(2, ["H wei-1 R"])));
  session.selection.picked = [0];
  session.selection.chosen = "+R";
  say(update(gameOf(3, []), 1, [PLACED]));
  expect(session.selection).toMatchObject({ picked: [], chosen: null });
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(told()).toEqual(["Ben finishes placing."]);
});

const WON: Sentence = {
  key: "narration.won",
  params: {
    winners: { type: "seats", seats: [1], join: "and" },
    points: { type: "points", points: 3 },
  },
};

function ending(): ServerMessage {
  const over = gameOf(3, [], { hand: "R", scores: [0, 3, 1], phase: "over" });
  const game = { ...over, to_move: null, result: { winners: [1] } } as unknown as Moment;
  const message = update(game, 1, [PLACED, SCORED], tableOf("over")) as Update;
  return { ...message, entries: message.entries.map((entry) => ({ ...entry, told: [WON] })) };
}

test("nothing runs ahead of the board: turn, counts, log and words wait for it", async () => {
  const before = gameOf(2, [], { display: "RRR" });
  say(welcome(before));
  say(update(gameOf(3, ["."], { display: "GGG" }), 1, [PLACED, SCORED]));
  say(update(gameOf(4, ["H wei-2 R"], { display: "VVV" }), 2, [PLACED]));
  await flush();
  expect(session.shown?.moment).toBe(2);
  expect([session.isMyTurn, session.entries.length]).toEqual([false, 0]);
  expect(told()).toEqual(["Ben finishes placing."]);
  while (session.shown?.moment === 2) await vi.advanceTimersByTimeAsync(100);
  expect(session.shown?.view.display).toBe("GGG");
  expect([session.activity, session.entries.length]).toEqual(["showing", 1]);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect([session.activity, session.shown?.moment]).toEqual(["yours", 4]);
});

test("who has won is told when the final scoring has been shown", async () => {
  say(welcome({ ...gameOf(2, ["."]), result: null }));
  say(ending());
  await flush();
  expect([session.isEnding, session.isMyTurn, session.isOver]).toEqual([true, false, false]);
  expect([session.shown?.result, session.table?.status]).toEqual([null, "running"]);
  expect(told().join()).not.toContain("wins");
  session.animation.skip();
  await flush();
  expect([session.isEnding, session.isOver, session.panels.latest]).toEqual([
    false,
    true,
    "result",
  ]);
  expect(told().at(-1)).toContain("Ben");
});

test("a page that is hidden goes to the present", async () => {
  say(welcome(gameOf(2, [])));
  say(update(gameOf(3, []), 1, [PLACED, SCORED]));
  session.animation.hold();
  await flush();
  expect(session.shown?.moment).toBe(2);
  Object.assign(document, { hidden: true });
  document.dispatchEvent(new Event("visibilitychange"));
  await flush();
  expect([session.activity, session.shown?.moment]).toEqual(["others", 3]);
});

test("while it is held, each step shows one event", async () => {
  say(welcome(gameOf(2, [])));
  session.animation.hold();
  say(update(gameOf(3, []), 1, [PLACED, SCORED]));
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(session.animation.event).toEqual(PLACED);
  session.animation.step();
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(session.animation.event).toMatchObject({ type: "province_scored" });
  session.animation.goOn();
  await flush();
  expect(session.activity).toBe("others");
});

test("what waits for another seat is not shown from this one", async () => {
  say(welcome(gameOf(2, [], { hand: "YYY" }), tableOf("running", [0, 1])));
  say(update(gameOf(3, []), 1, [PLACED], tableOf("running", [0, 1])));
  void client.look(1);
  await flush();
  expect(session.shown).toBeNull();
});

test("talk leaves alone what was picked and what is being shown", () => {
  say(welcome(gameOf(2, ["H wei-1 R"])));
  session.selection.picked = [0];
  const said: Entry = { type: "said", told: [], seq: 3, at: 0, seat: 1, text: "hi", phrase: null };
  say({ type: "update", seq: 3, entries: [said], game: gameOf(2, ["H wei-1 R"]) });
  expect(session.selection.picked).toEqual([0]);
  say(update(gameOf(4, []), 1, [PLACED]));
  expect(session.activity).toBe("showing");
  say({ type: "update", seq: 5, entries: [{ ...said, seq: 5 }], game: gameOf(4, []) });
  expect(session.activity).toBe("showing");
});

test("a look into the past ends with the seat that looked", async () => {
  const past = gameOf(1, [], { hand: "YYY" });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(past))));
  say(welcome(gameOf(2, [])));
  await session.lookBack(1);
  expect(session.shown?.view.hand).toBe("YYY");
  say(update(gameOf(3, []), 0, [], tableOf("running", [0, 1])));
  await client.look(1);
  expect(session.shown).toBeNull();
  say({ ...(welcome(gameOf(2, [], { seat: 1 }), tableOf("running", [0, 1])) as Welcome), seat: 1 });
  await client.look(0);
  say(welcome(gameOf(2, [])));
  expect(session.shown?.view.hand).toBe("RG");
});

test("a look into the past that is answered too late is not shown", async () => {
  const past = gameOf(1, [], { hand: "YYY" });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(past))));
  say(welcome(gameOf(2, [])));
  const looking = session.lookBack(1);
  session.returnToNow();
  await looking;
  expect(session.past).toBeNull();
});

test("others' pieces are animated, one's own are there at once", async () => {
  say(welcome(gameOf(2, [])));
  const own = gameOf(3, [], { houses: { "wei-2": 0 } });
  say(update(own, 0, [{ type: "piece_placed", told: [], seat: 0, action: "H wei-2 R" }]));
  expect(session.animation.isPlaying).toBe(false);
  expect(session.boardView).toBe(client.game?.view);
  say(update(gameOf(4, [], { houses: { "wei-2": 0, "wei-1": 1 } }), 1, [PLACED]));
  expect(session.activity).toBe("showing");
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect(session.activity).toBe("others");
  expect(session.boardView).toBe(client.game?.view);
});

test("a forced stop is sent once the animation has ended", async () => {
  say(welcome(gameOf(2, [])));
  say(update(gameOf(3, ["."]), 1, [PLACED, SCORED]));
  expect(session.activity).toBe("showing");
  expect(sent()).toEqual([]);
  const seen: string[] = [];
  while (session.animation.isPlaying) {
    await vi.advanceTimersByTimeAsync(100);
    seen.push(session.activity);
  }
  expect(seen).not.toContain("yours"); // nobody can click on what is about to vanish
  expect(sent()).toMatchObject([{ type: "play", moment: 3, action: "." }]);
});

test("a forced stop follows one's own command once that is answered", async () => {
  say(welcome(gameOf(2, ["H wei-1 R", "."])));
  void session.play("H wei-1 R");
  say(update(gameOf(3, ["."]), 0, []));
  expect(sent()).toHaveLength(1);
  await answer();
  expect(sent()).toMatchObject([{ type: "play" }, { type: "play", moment: 3, action: "." }]);
});

test("a forced stop that was undone is not sent again", async () => {
  say(welcome(gameOf(2, ["H wei-1 R", "."])));
  const undone: Entry = { type: "undone", told: [], seq: 3, at: 0, seat: 0, length: 1 };
  say({ type: "update", seq: 3, entries: [undone], game: gameOf(3, ["."]) });
  await flush();
  expect([session.activity, sent()]).toEqual(["yours", []]);
});

test("a forced stop that is refused is not sent again", async () => {
  say(welcome(gameOf(2, ["."])));
  expect(sent()).toHaveLength(1);
  await answer("Not now.");
  expect(sent()).toHaveLength(1);
});

test("whoever wants to confirm stops by hand, until the setting is changed", () => {
  settings.confirm = true;
  say(welcome(gameOf(2, ["."])));
  expect(sent()).toEqual([]);
  settings.confirm = false;
  session.stopIfForced(); // as the menu does
  expect(sent()).toHaveLength(1);
});

test("after a break the board shows what the welcome tells", () => {
  say(welcome(gameOf(2, [])));
  say(update(gameOf(3, []), 0, []));
  say(welcome(gameOf(7, [], { houses: { "wei-1": 1 } })));
  expect(session.boardView?.houses).toEqual({ "wei-1": 1 });
});

test("a welcome that tells nothing new does not end an animation", () => {
  say(welcome(gameOf(2, [])));
  const game = gameOf(3, []);
  say(update(game, 1, [PLACED]));
  say(welcome(game));
  expect(session.activity).toBe("showing");
});

test("the result is opened once, after the final scoring", async () => {
  say(welcome(gameOf(2, [])));
  say(update(gameOf(3, []), 1, [SCORED], tableOf("over")));
  expect([session.panels.latest, session.isResultShown]).toEqual(["provinces", false]);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect([session.panels.latest, session.isResultShown]).toEqual(["result", true]);
  session.panels.choose("chat");
  say(welcome(gameOf(3, []), tableOf("over")));
  expect(session.panels.latest).toBe("chat");
});

test("the turn rings when it begins, and not with every message", () => {
  settings.sound = true;
  const tones = allowSound();
  const turn = gameOf(2, ["H wei-1 R", "."]);
  say(welcome(turn));
  const once = tones.mock.calls.length;
  expect(once).toBeGreaterThan(0);
  say(welcome(turn));
  say(update(gameOf(3, ["H wei-1 R", "."]), 0, []));
  expect(tones).toHaveBeenCalledTimes(once);
  say(update(gameOf(4, []), 0, []));
  say(update(gameOf(5, ["H wei-1 R", "."]), 1, []));
  expect(tones).toHaveBeenCalledTimes(2 * once);
});

/** Loudspeakers that have been used before; gives what makes their tones. */
function allowSound() {
  const node = () => ({
    frequency: {},
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect: (next: unknown) => next,
    start() {},
    stop() {},
  });
  const tones = vi.fn(node);
  const context = { state: "running", resume: () => Promise.resolve(), createGain: node };
  vi.stubGlobal("AudioContext", function AudioContext() {
    return { ...context, createOscillator: tones };
  });
  vi.stubGlobal("removeEventListener", () => {});
  vi.stubGlobal("addEventListener", (_: string, use: () => void) => use());
  prepareSound();
  return tones;
}
