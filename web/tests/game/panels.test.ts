import { expect, it } from "vitest";

import { fitting, grouped, Panels, TITLES } from "../../src/game/panels/panels.svelte";

it("deals all panels but the players out to as many places as there are", () => {
  const others = Object.keys(TITLES).filter((name) => name !== "players");
  for (const places of [1, 2, 3, 4, 5, 9]) {
    const groups = grouped(places);
    expect(groups.length).toBe(Math.min(places, 5));
    expect(groups.flat().sort()).toEqual(others.sort());
  }
});

it("puts as many panels beside and below each other as can be read", () => {
  expect(fitting(18, 10)).toEqual({ columns: 1, rows: 1 });
  expect(fitting(26, 30)).toEqual({ columns: 1, rows: 2 });
  expect(fitting(42, 60)).toEqual({ columns: 2, rows: 2 });
  expect(fitting(200, 200)).toEqual({ columns: 3, rows: 2 });
});

it("shows in each place what was chosen last of those that share it", () => {
  const panels = new Panels();
  panels.groups = grouped(2);
  expect(panels.isSeen("provinces") && panels.isSeen("log")).toBe(true);
  panels.choose("chat");
  expect(panels.isSeen("chat") && panels.isSeen("provinces")).toBe(true);
  expect(panels.isSeen("log")).toBe(false);
});

it("sees nothing on a sheet that is closed", () => {
  const panels = new Panels();
  panels.isSheet = true;
  expect(panels.isSeen("provinces")).toBe(false);
  panels.toggle("log");
  expect([panels.onSheet, panels.isSeen("log")]).toEqual(["log", true]);
  panels.toggle("chat");
  expect(panels.onSheet).toBe("chat");
  panels.toggle("chat");
  expect(panels.onSheet).toBe(null);
});
