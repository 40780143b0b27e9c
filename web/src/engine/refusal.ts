/** The errors for refused actions (`han.engine.refusal`): rule, message, what can be done instead. */
import { FORTIFICATION, MARKET_PLACE, type Atom } from "./atom";
import { reasons } from "./built/manifest.json";
import type { Reason } from "./built/kernels";
import { IllegalActionError, term, type RefusalParams } from "./errors";
import { membersOf } from "./fields";
import type { Game } from "./game";
import { isBorder, paymentOf, spaceOf } from "./payment";
import type { Position } from "./position";
import { gap } from "./sentence";

/** A rule, the message about it, and what fills its gaps besides what every refusal can name. */
type Told = [rule: string, key: string, params?: RefusalParams];

/** The error for an action that the kernel `refuse` refused for a reason. */
export function explainRefusal(
  game: Game,
  position: Position,
  atom: Atom,
  reason: number,
): IllegalActionError {
  const refused = new Refused(game, position, atom);
  const [name] = Object.entries(reasons).find(([, number]) => number === reason)!;
  const told = REASONS[name as Reason]!;
  const [rule, key, params] = typeof told === "function" ? told(refused) : told;
  return new IllegalActionError(rule, key, { ...refused.params, ...params });
}

/** A refused action, and what its message can name. */
class Refused {
  /** The provinces that a piece would be in, by their indices. */
  readonly provinces: number[];
  readonly placed: boolean;

  constructor(
    readonly game: Game,
    readonly position: Position,
    readonly atom: Atom,
  ) {
    const ids = this.space?.provinces ?? (atom.place ? [atom.place] : []);
    this.provinces = ids.map((id) => game.book.provinces.indexOf(id));
    this.placed = position.number("placed") > 0;
  }

  get space() {
    return spaceOf(this.game.map.shape, this.atom);
  }

  get isMarker(): boolean {
    return this.atom.kind === FORTIFICATION || this.atom.kind === MARKET_PLACE;
  }

  /** The cards of the seat to move. */
  get hand(): string {
    return this.position.hands[this.position.turn]!;
  }

  /** The provinces that take the turn's second piece. */
  get opened(): number[] {
    const { position } = this;
    return membersOf(position.number("touched") & position.number("settled"));
  }

  /** The provinces that were empty before the turn's first piece (T5). */
  get usedUp(): number[] {
    const { position } = this;
    return membersOf(position.number("touched") & ~position.number("settled"));
  }

  named(...provinces: number[]) {
    return gap.provinces(provinces.map((index) => this.game.book.provinces[index]!));
  }

  /** What every message can name. */
  get params(): RefusalParams {
    const { place, cards } = this.atom;
    return {
      otherwise: term(this.placed ? "terms.or_stop" : "terms.or_discard"),
      hand: gap.cards(this.hand),
      ...(cards.length === 1 ? { colour: term(`terms.colour_${cards}`) } : {}),
      ...(this.provinces.length ? { province: this.named(this.provinces[0]!) } : {}),
      ...(this.space ? { place: gap.space(place) } : {}),
    };
  }
}

function notDrawing({ placed }: Refused): Told {
  return ["T1", placed ? "rules.not_drawing_yet" : "rules.not_drawing"];
}

/** Where the turn's second piece may go (T2), or that there is none (T5). */
function otherProvince(refused: Refused): Told {
  const { opened, usedUp } = refused;
  if (!opened.length) {
    const key = usedUp.length === 1 ? "rules.province_was_empty" : "rules.provinces_were_empty";
    return ["T5", key, { province: refused.named(...usedUp) }];
  }
  const [province, other] = [refused.named(opened[0]!), refused.named(opened.at(-1)!)];
  const key = opened.length === 1 ? "rules.other_province" : "rules.other_provinces";
  return ["T2", key, { province, other }];
}

/** That a province takes one piece only (T5); beside a border house the other may take one. */
function provinceWasEmpty(refused: Refused): Told {
  const { opened, usedUp } = refused;
  const province = refused.named(refused.provinces.find((index) => usedUp.includes(index))!);
  if (!opened.length) return ["T5", "rules.province_was_empty", { province }];
  return ["T5", "rules.other_was_empty", { province, other: refused.named(...opened) }];
}

/** What the place costs, or how else it can be paid. */
function cardsMissing(refused: Refused): Told {
  const { game, atom } = refused;
  const rule = priceRule(refused);
  if (!refused.hand) return [rule, "rules.no_cards_left"];
  const cheapest = payable(refused).reduce<Atom | null>(
    (best, payment) => (best && best.cards.length <= payment.cards.length ? best : payment),
    null,
  );
  if (cheapest) {
    const { shape } = game.map;
    const [cards, payment] = [paymentOf(shape, atom), paymentOf(shape, cheapest)];
    return [rule, "rules.other_cards_missing", { cards, payment }];
  }
  const own = refused.provinces.map((index) => game.map.shape.provinces[index]!.colour).join("");
  if (refused.isMarker)
    return [rule, "rules.marker_cards_missing", { cards: gap.cards(own + own) }];
  const key = own.length === 2 ? "rules.border_cards_missing" : "rules.cards_missing";
  return [rule, key, { cards: gap.cards(own) }];
}

/** The same piece at the same place, in the ways that it can be paid now. */
function payable({ game: { book }, position, atom }: Refused): Atom[] {
  return book
    .payments(atom.kind, atom.place)
    .filter((code) => position.refuse(code) === reasons.ALLOWED)
    .map((code) => book.decode(code));
}

/** The rule that names the price that cannot be paid. */
function priceRule({ atom, space }: Refused): string {
  if (atom.kind === FORTIFICATION) return "V1";
  if (atom.kind === MARKET_PLACE) return "V4";
  if (isBorder(space)) return "T8";
  return atom.cards.length === 1 ? "T3" : "T4";
}

function dragonFull({ game, position, provinces }: Refused): Told {
  const { kernels } = game.engine;
  const state = game.desk.put(position.bytes);
  const limit = kernels.emissary_limit(game.board, state, provinces[0]!);
  const emissaries = kernels.count_emissaries(state, provinces[0]!);
  const key = limit ? "rules.dragon_full" : "rules.dragon_without_house";
  return ["T11", key, { limit, emissaries }];
}

function variantOff({ game }: Refused): Told {
  return [game.map.shape.variant === "fortifications" ? "V1" : "V4", "rules.variant_off"];
}

/** By reason; some rules or messages depend on more. */
const REASONS: Partial<Record<Reason, Told | ((refused: Refused) => Told)>> = {
  CHANCE_IS_DUE: ["D1", "rules.chance_is_due"],
  CHANCE_NOT_DUE: ["D1", "rules.chance_not_due"],
  NOT_PLACING: ["D1", "rules.not_placing"],
  TWO_PIECES_PLACED: ["T2", "rules.two_pieces_placed"],
  SPACE_TAKEN: ["T6", "rules.space_taken"],
  NO_MARKER_LEFT: ["T7", "rules.no_marker_left"],
  MARKER_IS_TWO_PIECES: ["T2", "rules.marker_is_two_pieces"],
  MARKER_IN_EMPTY_PROVINCE: ["Q2", "rules.marker_in_empty_province"],
  WILD_PRICES_OFF: ["Q1", "rules.wild_prices_off"],
  NOTHING_PLACED: ["T1", "rules.nothing_placed"],
  DISCARD_TOO_LATE: ["T1", "rules.discard_too_late"],
  CARD_NOT_HELD: ["T13", "rules.card_not_held"],
  CARD_NOT_SHOWN: ["D1", "rules.card_not_shown"],
  CARD_NOT_IN_PILE: ["D1", "rules.card_not_in_pile"],
  NOT_DRAWING: notDrawing,
  OTHER_PROVINCE: otherProvince,
  PROVINCE_WAS_EMPTY: provinceWasEmpty,
  NO_HOUSE_LEFT: ({ atom }) => [atom.kind === FORTIFICATION ? "V2" : "T7", "rules.no_house_left"],
  NO_EMISSARY_LEFT: ({ atom }) => [
    atom.kind === MARKET_PLACE ? "V5" : "T7",
    "rules.no_emissary_left",
  ],
  CARDS_MISSING: cardsMissing,
  DRAGON_FULL: dragonFull,
  VARIANT_OFF: variantOff,
};
