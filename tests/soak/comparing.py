"""Comparing the engine's state with the quick referee's table, and with itself."""

from typing import Any

import numpy as np

from han.rules.bits import bit, count_bits
from han.rules.codes import AN_EMISSARY
from han.rules.score import winning_seats
from han.rules.state import (
    DRAW,
    EMISSARIES,
    HOUSES,
    OVER,
    PILE_CARD,
    PLACE,
    PROVINCE_COUNT,
    REFILL,
)
from han.rules.variants.table import TABLE
from soak.compiling import compiled
from soak.quick.board import SPACES
from soak.quick.table import SEATS, Number, Table, Truth, total

State = Any

SAME = 0
DIFFERENCES = {
    1: "the phase",
    2: "whose turn it is",
    3: "the houses or markers on the spaces",
    4: "the emissaries or disks of the provinces",
    5: "the cards of the hands",
    6: "the display, the pile or the discards",
    7: "the supplies of pieces",
    8: "the points",
    9: "which provinces were empty when the turn began",
    10: "how often the pile was used up",
    11: "the number of houses: some are lost or too many",
    12: "why the game is over",
    13: "who has won",
    101: "an action that the engine lists and the referee does not allow",
    102: "the number of legal actions",
    103: "an action that is listed and refused",
    104: "an action that is not listed and not refused",
    105: "the cards that the pile can give",
    106: "more rows than the referee has room for",
    107: "a game without end",
}

HOLD_EMISSARIES = tuple(getattr(variant, "COMPANION", None) == AN_EMISSARY for variant in TABLE)
"""Whether a variant's markers hold emissaries until the end (V4, V6)."""


@compiled
def differs(state: State, table: Table) -> Number:
    """The number of the first thing that differs."""
    if not same_phase(state, table):
        return 1
    if state.seat != table.seat:
        return 2
    if not same_spaces(state, table):
        return 3
    if not same_provinces(state, table):
        return 4
    if not same_hands(state, table):
        return 5
    if not same_piles(state, table):
        return 6
    if not same_supplies(state, table):
        return 7
    if not same_points(state, table):
        return 8
    if state.phase == PLACE and not same_settled(state, table):
        return 9
    if state.times_pile_emptied != table.times_used_up:
        return 10
    return SAME if keeps_pieces(state) else 11


@compiled
def same_phase(state: State, table: Table) -> Truth:
    """What the game waits for."""
    if table.is_over:
        return state.phase == OVER
    if table.is_placing:
        return state.phase == PLACE
    if total(table.hands[table.seat]) < 3:
        return state.phase == DRAW or state.phase == PILE_CARD
    return state.phase == REFILL


@compiled
def same_spaces(state: State, table: Table) -> Truth:
    """Who has a house or a marker where."""
    for space in range(SPACES):
        for seat in range(SEATS):
            has_house = (state.houses[seat] & bit(space)) != np.uint64(0)
            has_marker = (state.markers[seat] & bit(space)) != np.uint64(0)
            if has_house != (table.house[space] == seat):
                return False
            if has_marker != (table.marker[space] == seat):
                return False
    return True


@compiled
def same_provinces(state: State, table: Table) -> Truth:
    """Emissaries and disks."""
    for province in range(PROVINCE_COUNT):
        if ((state.disks >> province) & 1) != table.has_disk[province]:
            return False
        for seat in range(SEATS):
            if state.emissaries[province, seat] != table.emissaries[province, seat]:
                return False
    return True


@compiled
def same_hands(state: State, table: Table) -> Truth:
    """Cards held, and those of them that everybody knows."""
    for seat in range(SEATS):
        for colour in range(5):
            if state.hands[seat, colour] != table.hands[seat, colour]:
                return False
            if state.known[seat, colour] != table.known[seat, colour]:
                return False
    return True


@compiled
def same_piles(state: State, table: Table) -> Truth:
    """Cards that nobody holds."""
    for colour in range(5):
        if state.display[colour] != table.display[colour]:
            return False
        if state.pile[colour] != table.pile[colour]:
            return False
        if state.discards[colour] != table.discards[colour]:
            return False
    return True


@compiled
def same_supplies(state: State, table: Table) -> Truth:
    """Pieces that are left."""
    for seat in range(SEATS):
        if state.houses_left[seat] != table.houses_left[seat]:
            return False
        if state.emissaries_left[seat] != table.emissaries_left[seat]:
            return False
        if state.markers_left[seat] != table.markers_left[seat]:
            return False
    return True


@compiled
def same_points(state: State, table: Table) -> Truth:
    """Points from each source."""
    for source in range(4):
        for seat in range(SEATS):
            if state.points[source, seat] != table.points[source, seat]:
                return False
    return True


@compiled
def same_settled(state: State, table: Table) -> Truth:
    """Provinces that had a piece when the turn began."""
    for province in range(PROVINCE_COUNT):
        if ((state.settled >> province) & 1) == table.was_empty[province]:
            return False
    return True


@compiled
def keeps_pieces(state: State) -> Truth:
    """The engine by itself: each piece is on the board or in the supply, none in two places."""
    every = np.uint64(0)
    for seat in range(state.players):
        if count_bits(state.houses[seat]) + state.houses_left[seat] != HOUSES:
            return False
        if every & (state.houses[seat] | state.markers[seat]):
            return False
        every |= state.houses[seat] | state.markers[seat]
        emissaries = np.int64(state.emissaries_left[seat])
        for province in range(PROVINCE_COUNT):
            emissaries += state.emissaries[province, seat]
        if HOLD_EMISSARIES[state.variant] and state.phase != OVER:
            emissaries += count_bits(state.markers[seat])
        if emissaries != EMISSARIES:
            return False
    return True


@compiled
def differs_at_end(state: State, table: Table) -> Number:
    """Why the game is over, and who has won."""
    if state.reason != table.reason:
        return 12
    return SAME if winning_seats(state) == winners(table) else 13


@compiled
def winners(table: Table) -> Number:
    """The seats with most points, then most houses and emissaries left, as bits (F5)."""
    found = 0
    for seat in range(table.players):
        is_best = True
        for other in range(table.players):
            if beats(table, other, seat):
                is_best = False
        if is_best:
            found |= 1 << seat
    return found


@compiled
def beats(table: Table, one: Number, other: Number) -> Truth:
    """Whether one seat stands before another."""
    points = np.sum(table.points[:, one]) - np.sum(table.points[:, other])
    if points != 0:
        return points > 0
    left = table.houses_left[one] + table.emissaries_left[one]
    return left > table.houses_left[other] + table.emissaries_left[other]
