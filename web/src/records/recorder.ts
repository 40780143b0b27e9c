/** Recording a game while it is played (`han.records.recorder`). */
import { formatAtom, parseAtom, PILE, REFILL } from "../engine/atom";
import type { Event } from "../engine/event";
import type { Position } from "../engine/position";
import { RESHUFFLED } from "./parse";
import type { GameRecord, Meta, Turn } from "./record";

const newTurn = (seat: number): Turn => ({ seat, atoms: [], scored: {} });

/** Collects turns from the actions played and the events they caused. */
export class Recorder {
  #last: Position;
  readonly #turns: Turn[] = [];
  #turn: Turn;

  /** Begin with a position just dealt. */
  constructor(
    private readonly first: Position,
    private readonly meta: Meta = {},
  ) {
    this.#last = first;
    this.#turn = newTurn(first.turn);
  }

  /** Note that an action led to a position with these events. */
  add(action: string, position: Position, events: readonly Event[]): this {
    this.#note(formatAtom(parseAtom(action)));
    this.#last = position;
    for (const event of events) {
      if (event.type === "province_scored") {
        this.#turn.scored[event.province] = [...event.points];
      } else if (event.type === "pile_reshuffled") {
        this.#turn.atoms.push(RESHUFFLED);
      } else if (event.type === "turn_begun") {
        this.#endTurn(event.seat);
      } else if (event.type === "game_ended") {
        this.#endTurn(position.turn);
        break; // the final scoring is part of the result
      }
    }
    return this;
  }

  /** Add an atom; omits the choice of the pile, and joins the cards of a refill. */
  #note(atom: string): void {
    if (atom === PILE) return;
    const { atoms } = this.#turn;
    if (atom.startsWith(REFILL) && atoms.at(-1)?.startsWith(REFILL)) {
      atoms[atoms.length - 1] += atom.slice(1);
    } else {
      atoms.push(atom);
    }
  }

  #endTurn(next: number): void {
    this.#turns.push(this.#turn);
    this.#turn = newTurn(next);
  }

  /** How many turns are complete. */
  get finishedTurns(): number {
    return this.#turns.length;
  }

  /** The game so far; an unfinished turn is included. */
  record(): GameRecord {
    const { game, start, hands, display } = this.first;
    const rest = this.#turn.atoms.length ? [this.#turn] : [];
    return {
      kind: { ...game.kind, map: game.map.shape.id },
      sha256: game.map.sha256,
      ...{ start, hands, display },
      turns: [...this.#turns, ...rest].map((turn) => structuredClone(turn)),
      result: this.#last.result,
      meta: this.meta,
    };
  }
}
