/** A small map and views of it, to try things on. */
import type { BoardView, MapData, Point } from "../../src/board/types";

const names = (name: string) => ({ en: name, de: name, fr: name, it: name });

/** Two provinces side by side: Wei with a port, Han, and a border space between them. */
export const MAP: MapData = {
  id: "example",
  display: 3,
  name: names("Example"),
  variant: "fortifications",
  canvas: [1000, 600],
  provinces: [
    { id: "wei", colour: "R", name: names("Wei"), dragon: [250, 300] },
    { id: "han", colour: "G", name: names("Han"), dragon: [750, 300] },
  ],
  spaces: [
    { id: "wei-1", at: [200, 150], provinces: ["wei"], port: false },
    { id: "wei-2", at: [350, 150], provinces: ["wei"], port: true },
    { id: "wei-han", at: [500, 300], provinces: ["wei", "han"], port: false },
    { id: "han-1", at: [700, 450], provinces: ["han"], port: false },
  ],
  roads: [
    ["wei-1", "wei-2"],
    ["wei-2", "wei-han"],
    ["wei-han", "han-1"],
  ],
  alliances: [["wei", "han"]],
};

export const EMPTY: BoardView = {
  houses: {},
  markers: {},
  emissaries: { wei: [0, 0, 0], han: [0, 0, 0] },
  disks: [],
  scores: [0, 0, 0],
  phase: "place",
};

/** Random numbers that come again. */
export function chance(seed: number): (from: number, to: number) => number {
  let state = seed;
  return (from, to) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return from + (state / 2 ** 31) * (to - from);
  };
}

export function closeTo(actual: Point, expected: Point): boolean {
  return Math.hypot(actual[0] - expected[0], actual[1] - expected[1]) < 1e-6;
}
