import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { drawnMap } from "../../src/board/drawing";
import { BoardState, type BoardContent } from "../../src/board/state.svelte";
import { targetsOf } from "../../src/board/targets";
import type { Place } from "../../src/board/types";
import { EMPTY, MAP } from "./example";

const DRAWN = drawnMap(MAP, "");
const TARGETS = targetsOf(["H wei-1 R", "H wei-2 R", "E wei R"]);
/** Ground without a place on it. */
const NOWHERE = [900, 100] as const;

let content: BoardContent;
let board: BoardState;
let picked: (Place | null)[];

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("Element", class {});
  vi.stubGlobal("cancelAnimationFrame", () => {});
  content = { view: EMPTY, targets: TARGETS };
  picked = [];
  const look = { hasPatterns: true, isStill: true };
  const onpick = (place: Place | null) => void picked.push(place);
  board = new BoardState(() => ({ drawn: DRAWN, content, look, onpick }));
  Object.assign(board, { width: MAP.canvas[0], height: MAP.canvas[1] });
  board.root = {
    getBoundingClientRect: () => ({ left: 0, top: 0 }),
    querySelectorAll: () => [],
  } as unknown as HTMLElement;
  board.control.resize(board); // the whole map, one pixel a unit
});
afterEach(() => vi.unstubAllGlobals());

const at = ([x, y]: readonly [number, number], more: object = {}) =>
  ({ clientX: x, clientY: y, detail: 1, type: "click", timeStamp: 0, ...more }) as PointerEvent;

test("a click picks the place under it, or nothing", () => {
  board.onClick(at([200, 150]));
  board.onClick(at(NOWHERE));
  expect(picked).toEqual([{ kind: "space", id: "wei-1" }, null]);
});

test("a double tap on the ground zooms, one on a place picks twice", () => {
  const { k } = board.control.camera;
  board.onClick(at([200, 150]));
  board.onClick(at([200, 150], { timeStamp: 100 }));
  expect(picked).toHaveLength(2);
  expect(board.control.camera.k).toBe(k);
  board.onClick(at(NOWHERE, { timeStamp: 1000 }));
  board.onClick(at(NOWHERE, { timeStamp: 1100 }));
  expect(board.control.camera.k).toBeGreaterThan(k);
});

test("the prices of the target under the mouse are shown, else those of the focused one", () => {
  board.onFocus({ kind: "dragon", id: "wei" }, true);
  expect(board.target?.place).toEqual({ kind: "dragon", id: "wei" });
  board.onPointerMove(at([200, 150]));
  expect(board.target?.spot.at).toEqual([200, 150]);
  board.onPointerMove(at([350, 150], { pointerType: "touch" })); // a finger points by tapping
  expect(board.target?.spot.at).toEqual([200, 150]);
  board.onPointerLeave();
  board.onFocus(null, false);
  expect(board.target).toBeNull();
});

test("in a narrow window the score track is docked, and its strip of the map left out", () => {
  expect([board.isDocked, board.sheet.y]).toEqual([false, 0]);
  board.width = 400;
  expect(board.isDocked).toBe(true);
  expect(board.sheet.y).toBeGreaterThan(0);
});
