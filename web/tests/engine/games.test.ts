import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { Game } from "../../src/engine/game";
import { files, freshEngine, named } from "./files";
import expected from "./games.json";
import { play } from "./told";

const digest = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex").slice(0, 16);

test.each(named(expected.kept))("a game is told as Python tells it: %s", async (_, wanted) => {
  const game = Game.open(await freshEngine(), files, wanted);
  const moves = [...play(game, 0, digest)];
  expect(moves).toHaveLength(wanted.moves.length);
  moves.forEach((move, index) => expect(move).toMatchObject(wanted.moves[index]!));
});

test("games of all kinds share the memory of an engine", async () => {
  const engine = await freshEngine();
  const games = expected.digests.map((kind) => Game.open(engine, files, kind));
  const before = engine.memory.buffer.byteLength;
  const played = games.map((game) => [...play(game, 0, digest)].at(-1)!);
  expect(played.every(({ result }) => result !== null)).toBe(true);
  expect(engine.memory.buffer.byteLength).toBe(before);
});
