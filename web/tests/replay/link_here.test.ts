import { expect, test } from "vitest";

import { gameIn } from "../../src/replay/link_here";

test.each([
  ["https://han.example/replay#1abc-_", "1abc-_"],
  ["https://host.example/some/folder/#/replay:1abc-_", "1abc-_"],
  [" https://han.example/replay#1abc \n", "1abc"],
  ["https://han.example/replay#cut%20off", "cut%20off"],
])("an address carries a game: %s", (address, game) => {
  expect(gameIn(address)).toBe(game);
});

test.each([
  "https://han.example/replay",
  "https://han.example/replay#",
  "https://han.example/replay#12", // the position of a replay
  "https://han.example/replay/abc#12",
  "https://han.example/t/abc",
  "https://host.example/some/folder/#/replay",
  "",
])("an address carries none: %s", (address) => {
  expect(gameIn(address)).toBe("");
});
