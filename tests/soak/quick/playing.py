"""The quick referee carries out what it is told."""

from typing import Any

from soak.compiling import compiled
from soak.quick.allowed import holds, is_allowed, province_at
from soak.quick.board import EMISSARY, FORTIFICATION, HOUSE, MARKET_PLACE
from soak.quick.scoring import score_all, score_houses
from soak.quick.table import (
    BOARD_IS_FULL,
    FROM_HOUSES,
    HAND,
    PILE,
    Board,
    Number,
    Table,
    Truth,
    is_empty,
    is_free,
    is_full,
    takes_emissary,
    total,
)

STOP, DISCARD, TAKE, ASK_PILE, PILE_CARD, REFILL = range(4, 10)
"""Kinds of decisions and outcomes that are no piece; pieces have the kinds of `quick.board`."""


@compiled
def is_right(board: Board, table: Table, kind: Number, target: Number, cards: Number) -> Truth:
    """Whether a decision or an outcome of chance is possible now. ``cards`` is a handful."""
    if table.is_over:
        return False
    if kind < STOP:
        hand = table.hands[table.seat]
        is_paid = board.pays[board.price_of[kind, target], cards] and holds(hand, cards)
        return table.is_placing and is_paid and is_allowed(board, table, kind, target)
    if kind == STOP:
        return table.is_placing and table.placed > 0
    if kind == DISCARD:
        is_first = table.is_placing and table.placed == 0
        return is_first and holds(table.hands[table.seat], cards)
    if table.is_placing:
        return False
    if kind == REFILL:
        return not is_drawing(table) and holds(table.pile, cards)
    if kind == TAKE:
        return is_drawing(table) and holds(table.display, cards)
    return is_drawing(table) and (kind == ASK_PILE or holds(table.pile, cards))


@compiled
def is_drawing(table: Table) -> Truth:
    """Whether the seat's hand is not full (D1); else the display is refilled (D2)."""
    return total(table.hands[table.seat]) < HAND


@compiled
def play(
    board: Board, table: Table, kind: Number, target: Number, cards: Number, rows: Any, order: Any
) -> Truth:
    """Carry out a decision or an outcome; false if the final rows are too many to list."""
    if kind < STOP:
        place(board, table, kind, target, cards)
        if not can_anyone_place(board, table):
            table.is_over, table.reason = True, BOARD_IS_FULL  # D5
    elif kind != ASK_PILE:
        move_cards(table, kind, cards)
        pass_on_when_done(board, table)
    return score_all(board, table, rows, order) if table.is_over else True


@compiled
def place(board: Board, table: Table, kind: Number, target: Number, cards: Number) -> None:
    """Pay for a piece, put it there and score provinces that are full now (T2-T14)."""
    seat = table.seat
    give_up(table, cards)
    if kind in (HOUSE, FORTIFICATION):
        table.house[target] = seat
        table.houses_left[seat] -= 1
    else:
        table.emissaries_left[seat] -= 1
    if kind == EMISSARY:
        table.emissaries[target, seat] += 1
    if kind >= FORTIFICATION:
        table.marker[target] = seat
        table.markers_left[seat] -= 1
    for _ in range(2 if kind >= FORTIFICATION else 1):
        for end in range(2):
            table.placed_in[table.placed, end] = province_at(board, kind, target, end)
        table.placed += 1
    for end in range(2):
        province = province_at(board, kind, target, end)
        if province >= 0 and not table.has_disk[province] and is_full(board, table, province):
            table.has_disk[province] = True
            score_houses(board, table, province, FROM_HOUSES)


@compiled
def give_up(table: Table, cards: Number) -> None:
    """Cards go from the hand to the discards; known ones may be among them."""
    for colour in range(5):
        spent = (cards >> (2 * colour)) & 3
        table.hands[table.seat, colour] -= spent
        table.known[table.seat, colour] = max(0, table.known[table.seat, colour] - spent)
        table.discards[colour] += spent


@compiled
def move_cards(table: Table, kind: Number, cards: Number) -> None:
    """Stopping, discarding, taking, what the pile gives, and refilling (T13, D1-D3)."""
    if kind in (STOP, DISCARD):
        give_up(table, cards)
        table.is_placing = False
        return
    colour = 0
    while cards >> (2 * colour) != 1:
        colour += 1
    if kind == REFILL:
        table.display[colour] += 1
    else:
        table.hands[table.seat, colour] += 1
    if kind == TAKE:
        table.display[colour] -= 1
        table.known[table.seat, colour] += 1
    else:
        table.pile[colour] -= 1
        use_up_pile(table)


@compiled
def use_up_pile(table: Table) -> None:
    """With its last card the pile is used up; the first time the discards replace it (D3, D4)."""
    if total(table.pile) == 0:
        table.times_used_up += 1
        if table.times_used_up == 1:
            table.pile[:] = table.discards
            table.discards[:] = 0


@compiled
def pass_on_when_done(board: Board, table: Table) -> None:
    """The next turn, when all is drawn or the last pile is used up (S4, D2, D4, Q5)."""
    all_drawn = total(table.hands[table.seat]) == HAND and total(table.display) == board.display
    if table.is_placing or not (all_drawn or table.times_used_up == 2):
        return
    following = (table.seat + 1) % table.players
    if table.times_used_up == 2 and following == table.start:
        table.is_over, table.reason = True, PILE
        return
    table.seat = following
    table.is_placing = True
    table.placed = 0
    for province in range(board.provinces):
        table.was_empty[province] = is_empty(board, table, province)


@compiled
def can_anyone_place(board: Board, table: Table) -> Truth:
    """Whether anyone could still place something, whatever the cards (D5, Q6)."""
    for seat in range(table.players):
        for space in range(board.spaces):
            if is_free(table, space) and table.houses_left[seat] > 0:
                return True
        for province in range(board.provinces):
            if table.emissaries_left[seat] > 0 and takes_emissary(board, table, province):
                return True
        if could_place_marker(board, table, seat):
            return True
    return False


@compiled
def could_place_marker(board: Board, table: Table, seat: Number) -> Truth:
    """A marker with its companion on a free space of a province with a piece (Q2, Q6)."""
    companions = table.houses_left[seat]
    if board.marker_kind == MARKET_PLACE:
        companions = table.emissaries_left[seat]
    if table.markers_left[seat] == 0 or companions == 0:
        return False
    for space in range(board.spaces):
        is_ordinary = board.province_of[space, 1] < 0
        if is_ordinary and is_free(table, space):
            province = board.province_of[space, 0]
            if not is_empty(board, table, province):
                return True
    return False
