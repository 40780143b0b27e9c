import { readFileSync } from "node:fs";

import type { GameKind } from "../../src/engine/data";
import { Game } from "../../src/engine/game";
import { files, freshEngine } from "./files";

const engine = await freshEngine();

/** Games over one engine, as a worker has them. */
export const open = (kind: GameKind): Game => Game.open(engine, files, kind);

export const RECORDED = new URL("../../../tests/records/games/", import.meta.url);

/** The text of a recorded game. */
export const recorded = (file: string): string => readFileSync(new URL(file, RECORDED), "utf-8");
