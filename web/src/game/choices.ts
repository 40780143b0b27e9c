/** What a player can choose now, read from the list of legal actions: no rule is known here. */
import { targetsOf } from "../board/targets";
import type { Place, Target } from "../board/types";
import type { Colour, MapShape, Moment } from "../net/schema";

const STOP = ".";
const PILE = "*";

export interface Choices {
  readonly targets: readonly Target[];
  readonly canStop: boolean;
  /** Stopping is all that can be done. */
  readonly mustStop: boolean;
  /** Cards that can be discarded instead of placing. */
  readonly discards: readonly Colour[];
  /** Cards that can be taken from the display, now or by ending the placing. */
  readonly takes: readonly Colour[];
  readonly canDraw: boolean;
  /** The placing ends when a card is taken. */
  readonly endsPlacing: boolean;
}

/** Before the game, and while somebody else is to decide. */
export const NO_CHOICES: Choices = {
  targets: [],
  canStop: false,
  mustStop: false,
  discards: [],
  takes: [],
  canDraw: false,
  endsPlacing: false,
};

const after = (sign: string, legal: readonly string[]) =>
  legal
    .filter((action) => action.startsWith(sign))
    .map((action) => action.slice(sign.length) as Colour);

/** What a player can do; `picked` are cards of the hand that a piece must be paid with. */
export function choicesOf(moment: Moment, picked = ""): Choices {
  const { legal, after_stop: afterStop = [] } = moment;
  const cards = [...legal, ...afterStop];
  const targets = targetsOf(legal)
    .map((target) => ({
      ...target,
      offers: target.offers.filter(({ cards }) => holds(cards, picked)),
    }))
    .filter(({ offers }) => offers.length > 0);
  return {
    targets,
    canStop: legal.includes(STOP),
    mustStop: legal.length === 1 && legal[0] === STOP,
    discards: after("X ", legal),
    takes: after("+", cards),
    canDraw: cards.includes(PILE),
    endsPlacing: afterStop.length > 0,
  };
}

/** Whether a price uses all of some cards. */
export function holds(cards: string, picked: string): boolean {
  let rest = cards;
  for (const card of picked) {
    if (!rest.includes(card)) return false;
    rest = rest.replace(card, "");
  }
  return true;
}

/** The action that somebody who clicked on a place may have had in mind. */
export function guessAction(place: Place, map: MapShape): string | null {
  const colourOf = (id: string) =>
    map.provinces.find((province) => province.id === id)?.colour ?? "";
  if (place.kind === "dragon") return `E ${place.id} ${colourOf(place.id)}`;
  const space = place.kind === "space" ? map.spaces.find(({ id }) => id === place.id) : undefined;
  return space ? `H ${space.id} ${space.provinces.map(colourOf).join("")}` : null;
}

export const actions = {
  stop: STOP,
  draw: PILE,
  take: (card: Colour) => `+${card}`,
  discard: (card: Colour) => `X ${card}`,
};

/** A hand as single cards, in its own order. */
export function cardsOf(hand: string): Colour[] {
  return [...hand] as Colour[];
}

/** Whether a seat is to decide; whoever came back too late for a turn has nothing to choose. */
export function isTurnOf(seat: number | null, game: Moment | null): boolean {
  return seat !== null && game?.to_move === seat && game.legal.length > 0;
}
