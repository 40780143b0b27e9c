import type { View as ViewShape } from "../net/schema";
import { constants } from "./built/manifest.json";
import { formatCards } from "./cards";
import { SetupError } from "./errors";
import { sum } from "./fields";
import type { Game } from "./game";
import type { Sight } from "./kernel_game";
import type { Position } from "./position";
import { Public } from "./public";
import { publicJson, countsOf } from "./view_json";

const { COLOUR_COUNT } = constants;

/** What a view has besides its game, to send it to another worker. */
export interface PackedView {
  seat: number | null;
  bytes: Uint8Array;
  handSizes: number[];
  pileSize: number;
  legalCodes: readonly number[];
}

/** A seat's knowledge: every hidden card is absent. A spectator has no seat and sees no hand. */
export class View extends Public {
  readonly seat: number | null;
  readonly handSizes: number[];
  readonly pileSize: number;
  readonly legalCodes: readonly number[];

  constructor(game: Game, packed: PackedView) {
    super(game, packed.bytes);
    ({ seat: this.seat, handSizes: this.handSizes, pileSize: this.pileSize } = packed);
    this.legalCodes = packed.legalCodes;
  }

  get packed(): PackedView {
    const { seat, bytes, handSizes, pileSize, legalCodes } = this;
    return { seat, bytes, handSizes, pileSize, legalCodes };
  }

  get legalTexts(): string[] {
    return this.game.textsOf(this.legalCodes);
  }

  /** The seat's own cards; a spectator has none. */
  get hand(): string {
    return this.seat === null ? "" : formatCards(this.#cards("hands", this.seat));
  }

  /** Cards of each colour that lie in the pile or hidden in other hands. */
  get unseen(): number[] {
    const hands = this.handSizes.map((_, seat) =>
      this.#cards(seat === this.seat ? "hands" : "known", seat),
    );
    const seen = [this.field("display"), this.field("discards"), ...hands];
    return this.game.deck.map((cards, colour) => cards - sum(seen.map((one) => one[colour]!)));
  }

  /** How many cards of a seat's hand this viewer cannot name. */
  hiddenCount(seat: number): number {
    checkSeat(this.game, seat);
    return seat === this.seat ? 0 : this.handSizes[seat]! - sum(this.#cards("known", seat));
  }

  /** The same for one who does not recall which cards were taken from the display. */
  withoutMemory(): View {
    const view = new View(this.game, { ...this.packed, bytes: this.bytes.slice() });
    view.field("known").fill(0);
    return view;
  }

  #cards(name: "hands" | "known", seat: number): Uint8Array {
    return this.field(name).subarray(COLOUR_COUNT * seat, COLOUR_COUNT * (seat + 1));
  }
}

/** Refuse a seat that the game does not have. */
export function checkSeat({ players }: Game, seat: number): void {
  if (!Number.isInteger(seat) || seat < 0 || seat >= players) {
    throw new SetupError("setup.seat", { seat, last: players - 1 });
  }
}

/** A view of a position: the fields of its state that lie open, and the seat's own hand. */
export function makeView(position: Position, seat: number | null): View {
  const { game } = position;
  if (seat !== null) checkSeat(game, seat);
  const bytes = position.bytes.map((byte, at) => byte & game.open[at]!);
  const hands = position.field("hands");
  const handOf = (one: number) => hands.subarray(COLOUR_COUNT * one, COLOUR_COUNT * (one + 1));
  const legal = seat !== null && seat === position.toMove;
  const view = new View(game, {
    ...{ seat, bytes },
    handSizes: Array.from({ length: game.players }, (_, one) => sum(handOf(one))),
    pileSize: sum(position.field("pile")),
    legalCodes: legal ? position.legalCodes : [],
  });
  if (seat !== null) view.field("hands").set(handOf(seat), COLOUR_COUNT * seat);
  return view;
}

/** What a bot is told: the view in the memory of its game's engine, good until the next one. */
export function sightOf(view: View): Sight {
  const { desk } = view.game;
  if (view.seat === null) throw new Error("a spectator chooses nothing");
  desk.engine.memory.copy("State", desk.seen, view.bytes);
  return {
    seat: view.seat,
    state: desk.seen,
    legal: [...view.legalCodes],
    unseen: view.unseen,
    hidden: view.handSizes.map((_, seat) => view.hiddenCount(seat)),
  };
}

/** What one seat, or a spectator, may know. */
export function viewJson(view: View): ViewShape {
  const { seat, hand, unseen } = view;
  return { ...publicJson(view), seat, hand, unseen: countsOf(unseen) };
}
