import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Settings } from "../../src/app/settings.svelte";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

/** The settings of a browser that has kept this text. */
async function settingsAfter(kept: string | null): Promise<Settings> {
  vi.stubGlobal("localStorage", { getItem: () => kept });
  return (await import("../../src/app/settings.svelte")).settings;
}

test("what was kept is there again, the rest is as at first", async () => {
  const settings = await settingsAfter('{"theme": "dark", "sound": false, "name": "Anna"}');
  expect(settings).toMatchObject({ theme: "dark", sound: false, name: "Anna", language: "auto" });
});

test.each([
  null,
  "",
  "null",
  "[]",
  "nonsense",
  '{"theme": "pink", "sound": "loud", "language": "xx"}',
])("nothing that was kept can do harm: %s", async (kept) => {
  const settings = await settingsAfter(kept);
  expect(settings).toMatchObject({ theme: "auto", sound: true, language: "auto" });
});

test("a browser that keeps nothing is no reason to fail", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("not allowed");
    },
  });
  const { settings } = await import("../../src/app/settings.svelte");
  expect(settings.confirm).toBe(true);
});
