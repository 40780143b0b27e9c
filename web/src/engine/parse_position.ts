import { NotationError } from "./errors";
import type { Game } from "./game";

/** The state that a position string describes. */
export function parsePosition(_game: Game, text: string): Uint8Array {
  throw new NotationError("notation.position_map", { text: text.slice(0, 40) });
}
