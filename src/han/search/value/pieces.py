"""The values of pieces: by how much they change the expected points of the seats.

All spaces of a province share most of the sum, so all pieces are valued together.
"""

from typing import Final

import numpy as np

from han.rules.bits import bit, lowest, without_lowest
from han.rules.board import Board
from han.rules.board_sets import ALL_PROVINCES, count_emissaries
from han.rules.codes import A_HOUSE, A_MARKER, BORDER, EMISSARY, HOUSE, MARKER
from han.rules.compile import kernel
from han.rules.legal import cards_in_price
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT, State
from han.rules.types import Mask, Number, Words, whole
from han.rules.variants import fortifications
from han.rules.variants.table import TABLE
from han.search.tables.features import Features, clear_features, ensure_end
from han.search.tables.indices import capacity_index, phase_of
from han.search.tables.record import Tables
from han.search.types import Points, single
from han.search.value.parts import (
    value_in_province,
    value_of_alliances,
    value_on_ports,
)
from han.search.value.record import Values
from han.search.value.rows import value_of_rows

CARD_VALUE: Final[Points] = single(0.3)
"""The value of a card in hand."""

MARKER_HOUSES: Final = np.array(
    [int(getattr(variant, "COMPANION", None) == A_HOUSE) for variant in TABLE]
)
"""How many houses come with a marker, by variant."""
MARKER_DOUBLES: Final = np.array([variant is fortifications for variant in TABLE])
"""Whether a marker doubles what its house is part of (V3)."""


@kernel(inline=True)
def value_of_cards(state: State, cards: Number) -> Points:
    """The value of the cards that a piece costs: nothing once nobody draws any more (D4)."""
    return single(0.0) if state.times_pile_emptied >= 2 else CARD_VALUE * single(cards)


@kernel
def value_of(board: Board, state: State, values: Values, code: Number) -> Points:
    """The value of a piece, less that of the cards it costs."""
    index = code & 63
    kind = board.word_kinds[code >> 6]
    if kind == A_HOUSE:
        value = values.houses[index]
    elif kind == A_MARKER:
        value = values.markers[index]
    else:
        value = values.emissaries[index % PROVINCE_COUNT]
    return value - value_of_cards(state, cards_in_price(board, code))


@kernel
def value_pieces(
    board: Board, state: State, tables: Tables, words: Words, values: Values, features: Features
) -> None:
    """Value each piece of the legal actions ``words``."""
    houses = spaces_of(words, HOUSE, MARKER) | spaces_of(words, BORDER, EMISSARY)
    markers = spaces_of(words, MARKER, BORDER)
    emissaries = provinces_of(words[EMISSARY])
    value_places(board, state, tables, houses, markers, emissaries, values, features)


@kernel
def spaces_of(words: Words, first: Number, end: Number) -> Mask:
    """All spaces among some words of codes, whatever the payment."""
    spaces = np.uint64(0)
    for word in range(first, end):
        spaces |= words[word]
    return spaces


@kernel
def provinces_of(word: Mask) -> Number:
    """All provinces of emissaries, whatever the payment."""
    provinces = whole(0)
    for colour in range(COLOUR_COUNT):
        provinces |= whole(word >> np.uint64(PROVINCE_COUNT * colour)) & ALL_PROVINCES
    return provinces


@kernel
def value_places(
    board: Board,
    state: State,
    tables: Tables,
    houses: Mask,
    markers: Mask,
    emissaries: Number,
    values: Values,
    features: Features,
) -> None:
    """Value houses and markers on spaces, and emissaries in provinces."""
    phase = phase_of(state)
    clear_features(features)
    if houses:
        value_houses(board, state, tables, phase, houses, values, features)
    if markers:
        value_markers(board, state, tables, phase, markers, values, features)
    if emissaries:
        value_emissaries(board, state, tables, phase, emissaries, values, features)


@kernel(inline=True)
def value_houses(
    board: Board,
    state: State,
    tables: Tables,
    phase: Number,
    houses: Mask,
    values: Values,
    features: Features,
) -> None:
    """Value a house on each of the spaces ``houses``."""
    for province in range(PROVINCE_COUNT):
        if houses & board.province_spaces[province]:
            values.in_province[province] = value_in_province(
                board, state, tables, phase, province, 1, False, features
            )
    on_ports = single(0.0)
    if houses & board.ports:
        on_ports = value_on_ports(board, state, tables, phase, 1, False)
    rest = houses
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        value = value_of_rows(board, state, tables, phase, space, False, features)
        if board.ports & bit(space):
            value += on_ports
        provinces = np.uint64(board.space_provinces[space])
        while provinces != 0:
            value += values.in_province[lowest(provinces)]
            provinces = without_lowest(provinces)
        values.houses[space] = value


@kernel(inline=True)
def value_markers(
    board: Board,
    state: State,
    tables: Tables,
    phase: Number,
    markers: Mask,
    values: Values,
    features: Features,
) -> None:
    """Value a marker with its companion on each of the spaces ``markers`` (V1, V4)."""
    houses = whole(MARKER_HOUSES[state.variant])
    doubles = bool(MARKER_DOUBLES[state.variant])
    rest = markers
    while rest != 0:
        space = lowest(rest)
        rest = without_lowest(rest)
        province = lowest(np.uint64(board.space_provinces[space]))
        value = value_in_province(board, state, tables, phase, province, houses, doubles, features)
        if board.ports & bit(space):
            value += value_on_ports(board, state, tables, phase, houses, doubles)
        if houses:
            value += value_of_rows(board, state, tables, phase, space, doubles, features)
        values.markers[space] = value


@kernel(inline=True)
def value_emissaries(
    board: Board,
    state: State,
    tables: Tables,
    phase: Number,
    emissaries: Number,
    values: Values,
    features: Features,
) -> None:
    """Value an emissary in each of the provinces ``emissaries``."""
    rest = np.uint64(emissaries)
    while rest != 0:
        province = lowest(rest)
        rest = without_lowest(rest)
        ensure_end(board, state, province, features)
        left = whole(features.limits[province]) - count_emissaries(state, province) - 1
        houses_fit = (state.free & board.province_spaces[province]) != 0
        values.emissaries[province] = value_of_alliances(
            board, state, tables, phase, province, capacity_index(left, houses_fit), 1, features
        )
