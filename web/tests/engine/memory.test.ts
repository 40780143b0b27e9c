import { expect, test } from "vitest";

import { recordNamed } from "../../src/engine/data";
import { sizeOf } from "../../src/engine/memory";
import { files, freshEngine } from "./files";

test("fields of all kinds are read and written in place", async () => {
  const { memory } = await freshEngine();
  const state = memory.reserve("State");
  memory.write("State", state, "phase", 3);
  memory.field("State", state, "points").set([-5], 7);
  memory.field("State", state, "houses")[1] = 2n ** 63n;
  expect(memory.read("State", state, "phase")).toBe(3);
  const copy = memory.reserve("State");
  memory.copy("State", copy, state);
  expect(memory.field("State", copy, "points")[7]).toBe(-5);
  expect(memory.field("State", copy, "houses")[1]).toBe(2n ** 63n);
  memory.clear("State", copy);
  expect(memory.bytes("State", copy).every((byte) => byte === 0)).toBe(true);
  expect(memory.read("State", state, "phase")).toBe(3);
});

test("numbers of 64 bits and fractions keep their values", async () => {
  const { memory } = await freshEngine();
  const query = memory.reserve("Query");
  memory.write("Query", query, "root", -1);
  expect(memory.read("Query", query, "root")).toBe(-1);
  const settings = memory.reserve("Settings");
  memory.write("Settings", settings, "exploration", 0.08);
  expect(memory.read("Settings", settings, "exploration")).toBe(0.08);
});

test("nested records lie in those around them", async () => {
  const { memory } = await freshEngine();
  const simulation = memory.reserve("Simulation");
  const work = memory.field("Simulation", simulation, "work");
  const tape = memory.field("Workspace", work, "tape");
  memory.write("Tape", tape, "length", -1);
  expect(memory.bytes("Simulation", simulation).some((byte) => byte === 255)).toBe(true);
});

test("memory grows, records do not overlap, and kernels see them all", async () => {
  const { kernels, memory } = await freshEngine();
  const before = memory.buffer.byteLength;
  const generator = memory.reserve("Generator");
  kernels.seed_generator(generator, 1n, 0n);
  const nodes = memory.reserve("Node", 30_000);
  const last = memory.nth("Node", nodes, 29_999);
  const beyond = memory.reserve("Node");
  expect(memory.buffer.byteLength).toBeGreaterThan(before);
  expect(beyond).toBeGreaterThanOrEqual(last + sizeOf("Node"));
  memory.write("Node", last, "code", 99);
  memory.write("Node", nodes, "first", 29_999);
  expect(kernels.find_child(nodes, 30_000, 0, 99)).toBe(29_999);
  expect(kernels.find_child(nodes, 30_000, 0, 98)).toBe(0);
});

test("numbers of more than 32 bits reach the kernels", async () => {
  const { kernels, memory } = await freshEngine();
  const generator = memory.reserve("Generator");
  kernels.seed_generator(generator, 2n ** 64n - 1n, 0n);
  const drawn = Array.from({ length: 100 }, () => kernels.draw_below(generator, 2 ** 31));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeGreaterThan(2 ** 30);
});

test("a call with the wrong record does not compile", async () => {
  const { kernels, memory } = await freshEngine();
  const [state, tape] = [memory.reserve("State"), memory.reserve("Tape")];
  // @ts-expect-error a tape is no state
  expect(kernels.winning_seats(tape)).toBe(0);
  // @ts-expect-error a place in memory is not just any number
  expect(kernels.winning_seats(0 + state)).toBe(0);
  // @ts-expect-error a state has no such field
  expect(() => memory.field("State", state, "nonsense")).toThrow();
});

test("what is in no file is named", () => {
  expect(() => recordNamed(files, "settings/nowhere")).toThrow("settings/nowhere");
  expect(recordNamed(files, "open")).toHaveLength(sizeOf("State"));
});
