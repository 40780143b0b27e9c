/** Lets a bot think about a task, in the worker that calls it (`han.server.bot_pool.think`). */
import { makeBot } from "../engine/bots";
import { searches } from "../engine/built/manifest.json";
import { Chance } from "../engine/chance";
import type { DataFiles } from "../engine/data";
import { startEngine } from "../engine/engine";
import { Game } from "../engine/game";
import { KernelGame } from "../engine/kernel_game";
import { bringMap } from "../engine/maps";
import { sightOf, View } from "../engine/view";
import type { BotChoice, Task } from "./thinkers";

/**
 * The bot's choice. Takes as long as the bot takes.
 *
 * Each choice has a module of its own: nothing that was asked before can change it, as on the
 * server, and what a search reserves is free again afterwards.
 */
export async function think(
  kernels: WebAssembly.Module,
  files: DataFiles,
  { kind, map, level, view, seed }: Task,
): Promise<BotChoice> {
  const engine = await startEngine(kernels);
  if (map) bringMap(kind.map, map);
  const game = Game.open(engine, files, kind);
  const bot = makeBot(new KernelGame(engine, files, kind), level);
  const chance = new Chance(engine, seed);
  const began = performance.now();
  const code = bot.choose(sightOf(new View(game, view)), chance);
  const limit = level in searches ? searches[level as keyof typeof searches].ms : Infinity;
  return { action: game.book.texts.get(code)!, isCutShort: performance.now() - began >= limit };
}
