import { bots, searches } from "./built/manifest.json";
import type { QuickBot, SearchBot } from "./built/kernels";
import type { Chance } from "./chance";
import type { KernelGame, Sight } from "./kernel_game";
import { Searcher } from "./search";

/** Whoever plays for a seat: the code of an action for what the seat knows. */
export interface Player {
  choose(sight: Sight, chance: Chance): number;
}

export type Level = QuickBot | SearchBot;

const isSearch = (level: Level): level is SearchBot => level in searches;

/** A bot for one seat of a game. */
export function makeBot(game: KernelGame, level: Level): Player {
  if (isSearch(level)) return new Searcher(game, level);
  const { kernels } = game.engine;
  return {
    choose: ({ state }, { generator }) =>
      kernels.compiled_code(bots[level], game.work, state, generator),
  };
}
