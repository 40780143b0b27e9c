import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { sitterNames, toldApart } from "../../src/app/seats";
import { speak } from "../../src/text/index.svelte";

beforeEach(() => vi.stubGlobal("document", { documentElement: {} }));
afterEach(() => vi.unstubAllGlobals());

test("who is called alike is told apart by the colour", async () => {
  await speak("de");
  const bot = { kind: "bot", name: "", bot: "governor" } as const;
  const ada = { kind: "person", name: "Ada", bot: "" } as const;
  expect(sitterNames([bot, ada, bot])).toEqual([
    "Statthalter (blau)",
    "Ada",
    "Statthalter (violett)",
  ]);
});

test("names of one's own stay as they are", async () => {
  await speak("en");
  expect(toldApart(["Ada", "Ben"])).toEqual(["Ada", "Ben"]);
});
