"""What the quick referee allows: pieces (T2-T12, V), and how many decisions there are."""

from typing import Any

from soak.compiling import compiled
from soak.quick.board import EMISSARY, FORTIFICATION, HOUSE
from soak.quick.table import HAND, Board, Number, Table, Truth, is_free, takes_emissary


@compiled
def is_allowed(board: Board, table: Table, kind: Number, target: Number) -> Truth:
    """Whether a piece may go there now, however it is paid for."""
    is_marker = kind >= FORTIFICATION
    if is_marker and not (table.has_variant and kind == board.marker_kind):
        return False  # V1, V4
    if not has_pieces(table, kind):
        return False
    if kind == EMISSARY:
        return takes_emissary(board, table, target) and fits_turn(board, table, kind, target)
    if not is_free(table, target) or (is_marker and board.province_of[target, 1] >= 0):
        return False  # T6, V1
    return fits_turn(board, table, kind, target)


@compiled
def has_pieces(table: Table, kind: Number) -> Truth:
    """Whether the seat has the pieces left (T7, V2, V5)."""
    seat = table.seat
    if kind == HOUSE:
        return table.houses_left[seat] > 0
    if kind == EMISSARY:
        return table.emissaries_left[seat] > 0
    if table.markers_left[seat] == 0:
        return False
    if kind == FORTIFICATION:
        return table.houses_left[seat] > 0
    return table.emissaries_left[seat] > 0


@compiled
def fits_turn(board: Board, table: Table, kind: Number, target: Number) -> Truth:
    """At most two pieces in one province, one if it was empty (T2, T5, T9, Q2)."""
    pieces = 2 if kind >= FORTIFICATION else 1
    if table.placed + pieces > 2:
        return False
    shares_a_province = table.placed == 0
    for end in range(2):
        province = province_at(board, kind, target, end)
        if province < 0:
            continue
        before = 0
        for piece in range(table.placed):
            if table.placed_in[piece, 0] == province or table.placed_in[piece, 1] == province:
                before += 1
                shares_a_province = True
        if table.was_empty[province] and before + pieces > 1:
            return False
    return shares_a_province


@compiled
def province_at(board: Board, kind: Number, target: Number, end: Number) -> Number:
    """The first or second province of a piece; -1 where there is no second."""
    if kind != EMISSARY:
        return board.province_of[target, end]
    return target if end == 0 else -1


@compiled
def holds(hand: Any, cards: Number) -> Truth:
    """Whether a hand has all cards of a handful (T1)."""
    for colour in range(5):  # noqa: SIM110 - the compiler knows no `all`
        if (cards >> (2 * colour)) & 3 > hand[colour]:
            return False
    return True


@compiled
def list_handfuls(hand: Any, found: Any) -> Number:
    """Every choice of one to three cards from a hand (T2), into ``found``; how many."""
    count = 0
    for a in range(6):
        for b in range(a, 6):
            for c in range(b, 6):  # 5 stands for no card
                cards = card(a) + card(b) + card(c)
                if cards and holds(hand, cards):
                    found[count] = cards
                    count += 1
    return count


@compiled
def card(colour: Number) -> Number:
    """One card as a handful; nothing for 5."""
    return 1 << (2 * colour) if colour < 5 else 0


@compiled
def count_pieces(board: Board, table: Table, handfuls: Any) -> Number:
    """How many ways there are to place and pay a piece now."""
    held = list_handfuls(table.hands[table.seat], handfuls)
    count = 0
    for kind in range(4):
        targets = board.provinces if kind == EMISSARY else board.spaces
        for target in range(targets):
            if is_allowed(board, table, kind, target):
                for n in range(held):
                    count += board.pays[board.price_of[kind, target], handfuls[n]]
    return count


@compiled
def count_decisions(board: Board, table: Table, handfuls: Any) -> Number:
    """How many decisions the seat to move has (T1, T13, D1)."""
    if not table.is_placing:
        return 1 + count_kinds(table.display)
    if table.placed > 0:
        return 1 + count_pieces(board, table, handfuls)
    return count_kinds(table.hands[table.seat]) + count_pieces(board, table, handfuls)


@compiled
def count_kinds(cards: Any) -> Number:
    """How many different cards there are."""
    count = 0
    for colour in range(5):
        if cards[colour] > 0:
            count += 1
    return count


assert HAND == 3  # the three loops of `list_handfuls`
