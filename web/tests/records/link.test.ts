import { readdirSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";

import { linkOf, recordInLink } from "../../src/records/link";
import { RECORDED, recorded } from "../engine/games";

const GAMES = readdirSync(RECORDED);
const DAMAGED = { key: "replay.damaged_link" };
const packed = (bytes: Uint8Array) => `1${deflateSync(bytes).toString("base64url")}`;

test.each(GAMES)("a game goes into a link and comes back to the byte: %s", async (file) => {
  const text = recorded(file);
  const link = await linkOf(text);
  expect(link).toMatch(/^[\w-]+$/);
  expect(link.length).toBeLessThan(2500);
  expect(await recordInLink(link)).toBe(text);
});

test("texts in any script come back", async () => {
  const text = '{"names": ["é", "盐", "🐉", "\\u2028"]}\n';
  expect(await recordInLink(await linkOf(text))).toBe(text);
});

test("a link that breaks off is refused", async () => {
  const link = await linkOf(recorded(GAMES[0]!));
  for (let length = 0; length < link.length - 1; length += 7) {
    await expect(recordInLink(link.slice(0, length))).rejects.toMatchObject(DAMAGED);
  }
});

test("a link with another letter in it is refused", async () => {
  const link = await linkOf(recorded(GAMES[0]!));
  for (let at = 1; at < link.length - 2; at += 13) {
    const other = link[at] === "A" ? "B" : "A";
    const changed = link.slice(0, at) + other + link.slice(at + 1);
    await expect(recordInLink(changed)).rejects.toMatchObject(DAMAGED);
  }
});

test.each([
  ["nothing", ""],
  ["no link", "nonsense"],
  ["another version", "2AAAA"],
  ["signs that no link has", "1AA+A"],
  ["letters of no length", "1A"],
  ["no compressed text", "1____"],
  ["no UTF-8", packed(Uint8Array.of(0xff, 0xfe))],
  ["too long a link", `1${"A".repeat(40_000)}`],
  ["a short link to a very long text", packed(new Uint8Array(20_000_000))],
])("%s is refused", async (_, link) => {
  await expect(recordInLink(link)).rejects.toMatchObject(DAMAGED);
});

test("a record that is too long for a link is refused", async () => {
  const noise = Array.from({ length: 30_000 }, (_, n) => ((n * n * 7919) % 94) + 33);
  const incompressible = String.fromCharCode(...noise.map((code, n) => code + ((n * 31) % 5000)));
  for (const text of ["x".repeat(500_000), incompressible]) {
    await expect(linkOf(text)).rejects.toMatchObject({ key: "replay.too_long_for_link" });
  }
});
