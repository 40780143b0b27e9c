import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { announcement, notices } from "../../src/app/notices.svelte";
import { settings } from "../../src/app/settings.svelte";
import { GameSession } from "../../src/game/session.svelte";
import { TableClient } from "../../src/net/client.svelte";
import type {
  Entry,
  GameEvent,
  MapShape,
  Moment,
  Sentence,
  ServerMessage,
  Table,
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
  return { id: "t", status, mine, seats } as unknown as Table;
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

test("a refusal is shown", async () => {
  say(welcome(gameOf(2, ["H wei-1 R", "."])));
  void session.play(".");
  await answer("Too late.");
  expect(notices().at(-1)).toMatchObject({ text: "Too late.", kind: "fault" });
  expect(session.activity).toBe("yours");
});

test("an update is announced, and clears what was picked", () => {
  say(welcome(gameOf(2, ["H wei-1 R"])));
  session.selection.picked = [0];
  session.selection.chosen = "+R";
  say(update(gameOf(3, []), 1, [PLACED]));
  expect(session.selection).toMatchObject({ picked: [], chosen: null });
  expect(announcement()).toContain("Ben");
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
  expect([session.panel, session.isResultShown]).toEqual(["provinces", false]);
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  expect([session.panel, session.isResultShown]).toEqual(["result", true]);
  session.panel = "chat";
  say(welcome(gameOf(3, []), tableOf("over")));
  expect(session.panel).toBe("chat");
});

test("the turn rings when it begins, and not with every message", () => {
  settings.sound = true;
  const ring = vi.fn(() => {
    throw new Error("there are no loudspeakers");
  });
  vi.stubGlobal(
    "AudioContext",
    class {
      createOscillator = ring;
    },
  );
  const turn = gameOf(2, ["H wei-1 R", "."]);
  say(welcome(turn));
  expect(ring).toHaveBeenCalledTimes(1);
  say(welcome(turn));
  say(update(gameOf(3, ["H wei-1 R", "."]), 0, []));
  expect(ring).toHaveBeenCalledTimes(1);
  say(update(gameOf(4, []), 0, []));
  say(update(gameOf(5, ["H wei-1 R", "."]), 1, []));
  expect(ring).toHaveBeenCalledTimes(2);
});
