"""The tables of prices say what the rules say."""

from collections import Counter

import pytest

from han.maps.load import load_map, map_ids
from han.notation.codebook import codebook, format_handful
from han.rules.board import build_board
from han.rules.codes import EMISSARY, MARKER, PIECE_WORDS
from han.rules.hands import HANDS, NUMBER_OF_HAND
from reference import payment

HELD = {hand: {price for price in HANDS if Counter(price) <= Counter(hand)} for hand in HANDS}
"""All that can be paid out of each hand."""


def test_there_are_56_hands() -> None:
    """Three, two, one or no cards of five colours: 35 + 15 + 5 + 1."""
    assert len(HANDS) == len(set(HANDS)) == 56


@pytest.mark.parametrize("map_id", map_ids())
def test_prices_are_those_of_the_second_implementation(map_id: str) -> None:
    """Every place has the payments that the referee writes out, and no other."""
    game_map = load_map(map_id)
    found: dict[tuple[str, str], set[str]] = {}
    prices = build_board(game_map).prices
    for code, atom in codebook(game_map).atoms.items():
        if atom.place:
            found.setdefault((atom.kind, atom.place), set()).add(payment.canonical(atom.cards))
            assert atom.cards == format_handful(HANDS[prices[code]])
    letter = {p.id: p.colour[0].upper() for p in game_map.provinces}
    for (kind, place), payments in found.items():
        spaces = {space.id: space.provinces for space in game_map.spaces}
        colours = [letter[p] for p in spaces.get(place, (place,))]
        if len(colours) == 2:
            assert payments == payment.border(colours[0], colours[1], wild_in_prices=True)
        elif kind in ("H", "E"):
            assert payments == payment.single_card(colours[0])
        else:
            assert payments == payment.two_alike(colours[0], wild_in_prices=True)


@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("map_id", map_ids())
def test_a_hand_can_pay_what_it_holds(map_id: str, wild: bool) -> None:
    board = build_board(load_map(map_id))
    for hand in HANDS:
        number = NUMBER_OF_HAND[hand]
        for code in range(64 * PIECE_WORDS):
            price = HANDS[board.prices[code]]
            is_listed = int(board.payable[int(wild), number, code >> 6]) >> (code & 63) & 1
            is_allowed = wild or len(price) < 3 or not (MARKER <= code >> 6 < EMISSARY)
            assert bool(is_listed) == bool(price and is_allowed and price in HELD[hand])
