import { constants } from "./built/manifest.json";
import type { Draft } from "./draft";
import { NotationError } from "./errors";
import { fieldsOf, membersOf, sum } from "./fields";

const { BOARD_FULL, DRAW, PILE_CARD, PILE_USED_UP, PLACE, REFILL } = constants;

/** Refuse fields that contradict the phase. */
export function checkTurn(draft: Draft): void {
  const [phase, reason] = [draft.number("phase"), draft.number("reason")];
  const mayPlace = phase === PLACE || (draft.isOver && reason === BOARD_FULL);
  if ((draft.number("placed") && !mayPlace) || Boolean(reason) !== draft.isOver) {
    throw new NotationError("notation.position_placed");
  }
  if (draft.passes === 2 && [DRAW, PILE_CARD, REFILL].includes(phase)) {
    throw new NotationError("notation.position_pile");
  }
}

/** Refuse a turn after the last one, and an end before it (D4). */
export function checkLastRound(draft: Draft): void {
  const reason = draft.number("reason");
  const isPlacing = draft.number("phase") === PLACE || reason === BOARD_FULL;
  if (draft.passes === 2 && draft.turn === draft.start && isPlacing) {
    throw new NotationError("notation.position_last_round", { seat: draft.turn });
  }
  if (reason === PILE_USED_UP && !isLastTurn(draft)) {
    throw new NotationError("notation.position_reason");
  }
}

/** Whether the round in which the pile was used up for the second time is over (D4). */
const isLastTurn = (draft: Draft): boolean =>
  draft.passes === 2 && (draft.turn + 1) % draft.seats.length === draft.start;

/** Refuse a running game in which no piece fits any more (D5). */
export function checkNotStuck(draft: Draft): void {
  const { board, desk, engine } = draft.game;
  if (!draft.isOver && !engine.kernels.fits_any_piece(board, desk.put(draft.bytes))) {
    throw new NotationError("notation.position_stuck");
  }
}

/** Refuse pieces of this turn that are not on the board, or that T2, T5 and T9 forbid. */
export function checkPlaced(draft: Draft): void {
  const count = draft.number("placed");
  if (count && !canHavePlaced(draft, count, membersOf(draft.number("touched")))) {
    throw new NotationError("notation.position_placed_pieces", { count });
  }
}

/**
 * Whether the turn's pieces can be those on the board.
 *
 * All are in one province; or one is a house on a border space, which counts in both of its
 * provinces, and the others are in one of these.
 */
function canHavePlaced(draft: Draft, placed: number, provinces: number[]): boolean {
  const onBorder = Number(hasBorderHouse(draft));
  if (provinces.length !== 1 + onBorder) return false;
  const others = placed - onBorder;
  return provinces.some((chosen) =>
    provinces.every((one) => canHold(draft, one, onBorder, one === chosen ? others : 0)),
  );
}

/** Whether the seat has a house between the two provinces in which it has placed (T8). */
function hasBorderHouse(draft: Draft): boolean {
  const between = fieldsOf("Board", draft.game.boardBytes, "space_provinces");
  const houses = draft.field("houses")[draft.turn]! & draft.spaces("borders");
  return membersOf(houses).some((space) => between[space] === draft.number("touched"));
}

/** Whether the turn can have placed so many pieces in a province. */
function canHold(draft: Draft, province: number, onBorder: number, others: number): boolean {
  const own = draft.countPieces(province, draft.turn, draft.spaces("ordinary"));
  const every = sum(draft.seats.map((seat) => draft.countPieces(province, seat)));
  const placed = onBorder + others;
  if (own < others) return false;
  return draft.has("settled", province) ? every > placed : every === placed && placed === 1;
}
