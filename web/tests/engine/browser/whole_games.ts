/**
 * Many games of every kind are told as Python tells them.
 *
 * This is most of the engine's tests, and runs only where the engine does: in a browser.
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { Game } from "../../../src/engine/game";
import { canonical } from "../canonical";
import { files, freshEngine, named } from "../files";
import expected from "../games.json";
import { play } from "../told";

const encoder = new TextEncoder();
const digest = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 16);

test.each(named(expected.digests))("whole games are told alike: %s", async (_, wanted) => {
  const game = Game.open(await freshEngine(), files, wanted);
  const lines: Uint8Array<ArrayBuffer>[] = [];
  for (let number = 0; number < expected.games; number++) {
    for (const move of play(game, number, digest)) {
      lines.push(encoder.encode(`${canonical(move)}\n`)); // text in many pieces would be kept
    }
  }
  expect(lines).toHaveLength(wanted.moves);
  expect(await sha256(lines)).toBe(wanted.trail);
});

/** The browser's own digest, many times as fast as one written in JavaScript. */
async function sha256(lines: Uint8Array<ArrayBuffer>[]): Promise<string> {
  const bytes = await new Blob(lines).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
