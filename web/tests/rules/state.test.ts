import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { drawnMap } from "../../src/board/drawing";
import type { Example } from "../../src/rules/examples";
import { setup } from "../../src/rules/position";
import type { Sheet } from "../../src/rules/sheet";
import { ExampleState } from "../../src/rules/state.svelte";
import { loadBundle } from "../../src/text/index.svelte";
import { MAP } from "../board/example";

const EXAMPLE = {
  id: "example",
  map: "border-disputes",
  provinces: ["wei"],
  hasEmissaries: true,
  hasHand: true,
  cases: [
    { setup: setup({}), frame: [0, 0, 1000, 600], questions: [{ kind: "rows" }] },
    { setup: setup({ hand: "VV" }), frame: [0, 0, 300, 600], questions: [{ kind: "turn" }] },
  ],
} as unknown as Example;
const SHEET = { ...drawnMap(MAP, ""), map: { ...MAP, display: 4 } } as Sheet;
const WEI_1 = { kind: "space", id: "wei-1" } as const;

interface Asked {
  position: string;
  answer: (status: number, body: object) => Promise<void>;
}
let asked: Asked[] = [];
let trial: ExampleState;

/** The worker of this device, played by the test; all examples ask the same one. */
class FakeWorker {
  onmessage: ((event: { data: object }) => void) | null = null;

  postMessage({ id, body }: { id: number; body: { position: string } }): void {
    const answer = async (status: number, found: object) => {
      this.onmessage?.({ data: { id, status, body: found } });
      await new Promise((done) => setTimeout(done));
    };
    asked.push({ position: body.position, answer });
  }
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal("Worker", FakeWorker);
  trial = new ExampleState(EXAMPLE, SHEET);
});
afterEach(() => vi.unstubAllGlobals());

const FOUND = { rows: [], legal: [], provinces: {}, alliances: [], ports: null };
const positions = () => asked.map(({ position }) => position);

test("the rules are asked when the answer is opened, and with each change from then on", () => {
  trial.caseIndex = 1;
  expect(asked).toEqual([]);
  trial.open();
  trial.changeCard(0);
  trial.pick(WEI_1);
  trial.reset();
  expect(positions().map((one) => /hands=(\w+)/.exec(one)?.[1])).toEqual(["VV", "YV", "YV", "VV"]);
  expect(positions()[2]).toContain("houses=0:wei-1");
});

test("a click opens the answer", () => {
  trial.pick(WEI_1);
  expect([trial.isOpen, trial.isChanged]).toEqual([true, true]);
  expect(asked).toHaveLength(1);
});

test("another case is as it was before it was changed", () => {
  trial.pick(WEI_1);
  trial.caseIndex = 1;
  expect([trial.isChanged, trial.setup]).toEqual([false, EXAMPLE.cases[1]?.setup]);
});

test("an answer to an earlier position is not shown", async () => {
  trial.open();
  trial.pick(WEI_1);
  await asked[0]!.answer(200, FOUND);
  expect(trial.findings).toBeNull();
  await asked[1]!.answer(200, FOUND);
  expect(trial.findings).toEqual(FOUND);
  trial.pick({ kind: "space", id: "wei-2" });
  expect(trial.findings).toBeNull();
});

test("a fault is shown until the next change", async () => {
  trial.open();
  await asked[0]!.answer(400, { key: "server.failed", text: "It failed.", rule: null });
  expect(trial.fault).toBe("It failed.");
  trial.pick(WEI_1);
  expect(trial.fault).toBe("");
});

test("a board that no longer fits what was placed says so", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await loadBundle("guide");
  trial.open();
  await asked[0]!.answer(409, { key: "notation.position_placed_pieces", text: "No.", rule: null });
  expect(trial.fault).toContain("Choose “Reset” or another situation.");
  expect(trial.fault).not.toContain("No.");
});

test("clicks change what lies in the frame and in the provinces of the example", () => {
  const ids = () => trial.spots.map(({ place }) => `${place.kind} ${place.id}`);
  expect(ids()).toEqual(["space wei-1", "space wei-2", "space wei-han", "dragon wei"]);
  trial.caseIndex = 1;
  expect(ids()).toEqual(["space wei-1", "dragon wei"]);
});
