import { constants } from "./built/manifest.json";
import { checkLastRound, checkNotStuck, checkPlaced, checkTurn } from "./check_turn";
import type { Draft } from "./draft";
import { NotationError } from "./errors";
import { countOf, membersOf, sum } from "./fields";
import { spaceNames } from "./maps";

const { A_HOUSE, COLOUR_COUNT, FROM_HOUSES, HAND_SIZE, PLACE, REFILL } = constants;

/** Refuse a state that no game on this map can be in. */
export function checkPosition(draft: Draft): void {
  checkSpaces(draft);
  checkTurn(draft);
  checkHands(draft);
  checkDisplay(draft);
  draft.game.book.provinces.forEach((_, index) => checkProvince(draft, index));
  checkMarkers(draft);
  checkPoints(draft);
  checkLastRound(draft);
  checkPlaced(draft);
  checkNotStuck(draft);
}

const nameOf = ({ game }: Draft, province: number) => game.map.shape.provinces[province]!.name;

/** One piece a space (T6); a marker with its house, or where no house is (V1, V4). */
function checkSpaces(draft: Draft): void {
  let taken = 0n;
  for (const seat of draft.seats) {
    const [houses, markers] = [draft.field("houses")[seat]!, draft.field("markers")[seat]!];
    const onBorder = markers & draft.spaces("borders");
    if (onBorder) {
      const place = spaceNames(draft.game.map, aSpace(draft, onBorder));
      throw new NotationError("notation.marker_on_border", { place });
    }
    let doubled = taken & (houses | markers);
    if (markers) doubled |= markers & (draft.companion === A_HOUSE ? ~houses : houses);
    if (doubled) {
      const place = aSpace(draft, doubled);
      throw new NotationError("notation.position_space_twice", { place });
    }
    taken |= houses | markers;
  }
}

/** The id of one space of a set. */
const aSpace = ({ game }: Draft, spaces: bigint): string =>
  game.book.spaces[membersOf(spaces).at(-1)!]!;

/** A marker goes where a piece was before (Q2); the first piece of a province is a house. */
function checkMarkers(draft: Draft): void {
  const union = (masks: BigUint64Array) => masks.reduce((all, mask) => all | mask, 0n);
  const markers = union(draft.field("markers"));
  const houses = union(draft.field("houses")) & ~markers;
  draft.game.book.provinces.forEach((_, index) => {
    const spaces = draft.provinceSpaces(index);
    if (markers & spaces && !(houses & spaces)) {
      throw new NotationError("notation.position_marker", { place: nameOf(draft, index) });
    }
  });
}

/** Houses bring points with a disk (H3), all else at the end (F2-F4). */
function checkPoints(draft: Draft): void {
  if (draft.isOver) return;
  const { points } = draft;
  if (points.some((row, source) => source !== FROM_HOUSES && row.some(Boolean))) {
    throw new NotationError("notation.position_points");
  }
  if (points[FROM_HOUSES]!.some(Boolean) && !draft.number("disks")) {
    throw new NotationError("notation.position_points_without_disks");
  }
}

function checkHands(draft: Draft): void {
  const cards = (name: "hands" | "known", seat: number) =>
    draft.field(name).subarray(COLOUR_COUNT * seat, COLOUR_COUNT * (seat + 1));
  for (const seat of draft.seats) {
    const hand = cards("hands", seat);
    const count = sum(hand);
    if (!mayHold(draft, seat, count)) {
      throw new NotationError("notation.position_hand", { seat, count });
    }
    if (cards("known", seat).some((known, colour) => known > hand[colour]!)) {
      throw new NotationError("notation.position_known", { seat });
    }
  }
}

/** Whether a seat may hold so many cards: three, unless in its turn or after the last draw. */
function mayHold(draft: Draft, seat: number, count: number): boolean {
  const [isTurn, phase] = [seat === draft.turn, draft.number("phase")];
  if (draft.isOver || (!isTurn && draft.passes === 2)) return count <= HAND_SIZE;
  if (!isTurn || phase === REFILL) return count === HAND_SIZE;
  if (phase !== PLACE) return count < HAND_SIZE;
  const placed = draft.number("placed");
  return placed ? count <= HAND_SIZE - leastCost(draft, placed) : count === HAND_SIZE;
}

/** The fewest cards that this turn's pieces cost: one each, one more on a border (T3, T8). */
const leastCost = (draft: Draft, placed: number): number =>
  placed + Number(countOf(draft.number("touched")) > 1);

function checkDisplay(draft: Draft): void {
  const count = sum(draft.field("display"));
  const most = draft.game.map.shape.display - Number(draft.number("phase") === REFILL);
  if (count < leastDisplayed(draft) || count > most) {
    throw new NotationError("notation.position_display", { count });
  }
  if ((draft.number("pile_size") === 0) !== (draft.passes === 2)) {
    throw new NotationError("notation.position_pile");
  }
}

/** How many cards the display holds at least: all but those that the hand can have taken. */
function leastDisplayed(draft: Draft): number {
  if (draft.passes === 2 || draft.isOver) return 0;
  const isPlacing = draft.number("phase") === PLACE;
  const hand = draft.cardsOf("hands")[draft.turn]!;
  return draft.game.map.shape.display - (isPlacing ? 0 : hand.length);
}

function checkProvince(draft: Draft, index: number): void {
  const { board, desk, engine } = draft.game;
  const state = desk.put(draft.bytes);
  const place = nameOf(draft, index);
  let emissaries = sum(draft.bySeat("emissaries", index));
  if (draft.isOver) {
    // emissaries on markers have joined (V6)
    emissaries -= sum(draft.seats.map((seat) => engine.kernels.joining(board, state, index, seat)));
  }
  if (emissaries > engine.kernels.emissary_limit(board, state, index)) {
    throw new NotationError("notation.position_emissaries", { place });
  }
  if (draft.has("disks", index) !== needsDisk(draft, index)) {
    throw new NotationError("notation.position_disks", { place });
  }
}

/** Whether a province has been scored: when it was full (T14), or at the end (F1). */
export function needsDisk(draft: Draft, index: number): boolean {
  const { board, desk, engine } = draft.game;
  return draft.isOver || Boolean(engine.kernels.is_full(board, desk.put(draft.bytes), index));
}
