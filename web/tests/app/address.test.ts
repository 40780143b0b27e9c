import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { BEHIND_HASH, PATHS } from "../../src/app/address";

const ANYWHERE = [
  ["/", "/", "#/"],
  ["/rules", "/rules", "#/rules"],
  ["/rules#turn", "/rules#turn", "#/rules:turn"],
  ["/replay/local-a_b#77", "/replay/local-a_b#77", "#/replay/local-a_b:77"],
] as const;
const SERVER = new URL("https://han.example.org/settings");
const SITE = new URL("https://example.org/games/han/#/settings");

test.each(ANYWHERE)(
  "links to %s lead there, at a server and at a plain host",
  (path, at, behind) => {
    expect(PATHS.hrefOf(path)).toBe(at);
    expect(PATHS.pathOf(new URL(at, SERVER), SERVER)).toBe(path);
    expect(BEHIND_HASH.hrefOf(path)).toBe(behind);
    expect(BEHIND_HASH.pathOf(new URL(behind, SITE), SITE)).toBe(path);
  },
);

test("a plain host's address without a page is the first page", () => {
  expect(BEHIND_HASH.pathOf(new URL("https://example.org/games/han/"), SITE)).toBe("/");
});

test.each([
  "https://example.org/games/",
  "https://example.org/games/han/other.html#/rules",
  "https://elsewhere.org/games/han/#/rules",
  "https://example.org/games/han/#main",
])("%s is no page of a site that lies elsewhere", (link) => {
  expect(BEHIND_HASH.pathOf(new URL(link), SITE)).toBeNull();
});

test("another server's pages are not ours", () => {
  expect(PATHS.pathOf(new URL("https://elsewhere.org/rules"), SERVER)).toBeNull();
});

test("nothing writes the address of a page itself", () => {
  const written =
    /(href|url)=["{`]+\/|\$\{location\.origin\}|\{location\.origin\}|location\.(pathname|hash)/;
  const found = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(svelte|ts)$/.test(path) && path !== "app/address.ts")
    .filter((path) => written.test(readFileSync(`src/${path}`, "utf8")));
  expect(found).toEqual([]);
});
