import type { Atom } from "./atom";
import { reasons } from "./built/manifest.json";
import { IllegalActionError } from "./errors";
import type { Game } from "./game";
import type { Position } from "./position";

/** The error for an action that the kernel `refuse` refused for a reason. */
export function explainRefusal(
  _game: Game,
  _state: Position,
  _atom: Atom,
  reason: number,
): IllegalActionError {
  const [name = ""] = Object.entries(reasons).find(([, number]) => number === reason) ?? [];
  return new IllegalActionError("", `rules.${name.toLowerCase()}`);
}
