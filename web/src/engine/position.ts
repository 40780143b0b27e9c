import type { Seats } from "../net/schema";
import { parseAtom, type Atom } from "./atom";
import { constants, reasons } from "./built/manifest.json";
import type { Chance } from "./chance";
import { GameOverError, WrongSeatError } from "./errors";
import { readTape, type Event } from "./event";
import { codesIn } from "./kernel_game";
import { formatPosition } from "./position_text";
import { Public } from "./public";
import { explainRefusal } from "./refusal";
import { makeView, type View } from "./view";

/** What a move makes of a position. */
export interface Played {
  position: Position;
  events: Event[];
  code: number;
}

/** A game at one moment, including hidden cards. Positions never change. */
export class Position extends Public {
  #legal: readonly number[] | undefined;

  /** The cards that each seat holds. */
  get hands(): string[] {
    return this.cardsOf("hands");
  }

  /** How many cards of each colour are in the pile, which has no order. */
  get pile(): number[] {
    return [...this.field("pile")];
  }

  /** The legal actions, or the possible outcomes where chance is due, by their codes. */
  get legalCodes(): readonly number[] {
    this.#legal ??= this.#listLegal();
    return this.#legal;
  }

  get legalTexts(): string[] {
    return this.game.textsOf(this.legalCodes);
  }

  #listLegal(): number[] {
    const { board, desk } = this.game;
    const { kernels, memory } = desk.engine;
    kernels.list_legal(board, desk.put(this.bytes), desk.scratch);
    return codesIn(memory.field("Scratch", desk.scratch, "words"));
  }

  /**
   * Play an action, or a possible outcome where chance is due.
   *
   * It is refused unless it is legal, and unless `seat`, if given, is to move.
   */
  play(action: string, seat?: number): Played {
    const code = this.#checkedCode(parseAtom(action), seat);
    const { board, desk } = this.game;
    const [state, tape] = [desk.put(this.bytes), desk.emptyTape()];
    desk.engine.kernels.play_code(board, state, code, desk.scratch, tape);
    const position = new Position(this.game, desk.taken());
    return { position, events: readTape(this.game, tape), code };
  }

  /** The position after some codes, which are known to be legal and not checked. */
  after(codes: Iterable<number>): Position {
    const { board, desk } = this.game;
    const state = desk.put(this.bytes);
    for (const code of codes) {
      desk.engine.kernels.play_code(board, state, code, desk.scratch, desk.noTape);
    }
    return new Position(this.game, desk.taken());
  }

  /** The outcome that is due, drawn from a source of chance. */
  outcome({ generator }: Chance): string {
    const { desk } = this.game;
    const code = desk.engine.kernels.chance_code(desk.put(this.bytes), generator);
    return this.game.book.texts.get(code)!;
  }

  /** The reason why a code is not legal, as `manifest.reasons` has them. */
  refuse(code: number): number {
    const { board, desk } = this.game;
    return desk.engine.kernels.refuse(board, desk.put(this.bytes), code);
  }

  /** What a seat may know; null is a spectator. */
  view(seat: number | null): View {
    return makeView(this, seat);
  }

  #checkedCode(atom: Atom, seat: number | undefined): number {
    if (this.isOver) {
      const rule = this.number("reason") === constants.PILE_USED_UP ? "D4" : "D5";
      throw new GameOverError(rule, "rules.game_is_over");
    }
    if (seat !== undefined && this.isChance) throw new WrongSeatError("D1", "rules.chance_decides");
    if (seat !== undefined && seat !== this.toMove) {
      const turn: Seats = { type: "seats", seats: [this.turn], join: "and" };
      throw new WrongSeatError("S4", "rules.wrong_seat", { turn });
    }
    const code = this.game.book.encode(atom);
    const reason = this.refuse(code);
    if (reason !== reasons.ALLOWED) throw explainRefusal(this.game, this, atom, reason);
    return code;
  }

  override toString(): string {
    return formatPosition(this);
  }
}
