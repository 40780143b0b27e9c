/** Whole games as the browser's own layer tells them: see tools/wasm/games_proof.py. */
import { Chance } from "../../src/engine/chance";
import { seenBy, type Event } from "../../src/engine/event";
import type { Game } from "../../src/engine/game";
import { overviewJson } from "../../src/engine/overview";
import type { Position } from "../../src/engine/position";
import { viewJson } from "../../src/engine/view";
import expected from "./games.json";

type Digest = (bytes: Uint8Array) => string;

/** A random game, move by move; the first has no action. */
export function* play(game: Game, number: number, digest: Digest) {
  const chance = new Chance(game.engine, BigInt(expected.seed), BigInt(number));
  let [position, action, events]: [Position, string, Event[]] = [game.deal(chance), "", []];
  for (let count = 0; ; count++) {
    const isRead = count % expected.parse === 0;
    yield {
      ...told(position, action, events),
      bytes: digest(position.bytes),
      read: isRead ? digest(game.position(`${position}`).bytes) : "",
    };
    if (position.isOver) return;
    action = chosen(position, chance);
    ({ position, events } = position.play(action));
  }
}

function chosen(position: Position, chance: Chance): string {
  if (position.isChance) return position.outcome(chance);
  return position.legalTexts[chance.below(position.legalCodes.length)]!;
}

function told(position: Position, action: string, events: Event[]) {
  const seats = [...Array(position.game.players).keys(), null];
  const views = seats.map((seat) => position.view(seat));
  return {
    action,
    events,
    seen: seats.map((seat) => events.map((event) => seenBy(event, seat))),
    legal: position.legalTexts,
    legal_seen: views.map((view) => view.legalTexts),
    views: views.map(viewJson),
    hidden: views.map((view) => view.handSizes.map((_, seat) => view.hiddenCount(seat))),
    overview: overviewJson(views.at(-1)!),
    position: `${position}`,
    hands: position.hands,
    pile: position.pile,
    result: position.result,
  };
}
