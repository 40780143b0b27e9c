"""What pieces cost a hand, beside the rules' own words."""

from collections import Counter
from itertools import product

import pytest

from han.engine.game import Game
from han.rules.hands import HANDS
from han.rules.state import COLOUR_COUNT, HAND_SIZE, PROVINCE_COUNT
from han.search.value.costs import costs_on

BOARDS = [Game("border-disputes", 3), Game("ways-of-diplomacy", 2)]

every_board = pytest.mark.parametrize("game", BOARDS, ids=repr)


def cheapest(hand: Counter[int], own: int) -> list[int]:
    """The cards for a house in a province: one of its colour, or a pair of another (T3, T4)."""
    if hand[own]:
        return [own]
    pairs = [colour for colour, cards in hand.items() if cards >= 2]
    return 2 * pairs[:1]


@every_board
def test_one_piece_and_another(game: Game) -> None:
    costs = costs_on(game.map)
    for (number, hand), province in product(enumerate(HANDS), range(PROVINCE_COUNT)):
        cards = Counter(hand)
        own = int(game.board.province_colour[province])
        first = cheapest(cards, own)
        second = cheapest(cards - Counter(first), own) if first else []
        assert costs.first[number, province] == len(first)
        assert costs.second[number, province] == len(second)


@every_board
def test_border_spaces_for_two_cards(game: Game) -> None:
    """One of each colour, or two of either (T8)."""
    costs = costs_on(game.map)
    borders = [space for space in range(64) if int(game.board.borders) >> space & 1]
    for number, hand in enumerate(HANDS):
        payable = [
            space
            for space in borders
            if sum(hand.count(int(colour)) for colour in game.board.border_colours[space]) >= 2
        ]
        assert int(costs.borders[number]) == sum(1 << space for space in payable)


@every_board
def test_hands_that_a_hand_becomes(game: Game) -> None:
    costs = costs_on(game.map)
    for (number, hand), (price, paid) in product(enumerate(HANDS), enumerate(HANDS)):
        if Counter(paid) <= Counter(hand):
            left = HANDS[costs.left[number, price]]
            assert Counter(left) + Counter(paid) == Counter(hand)
    for number, hand in enumerate(HANDS):
        for colour in range(COLOUR_COUNT if len(hand) < HAND_SIZE else 0):
            taken = HANDS[costs.taken[number, colour]]
            assert Counter(taken) == Counter(hand) + Counter([colour])


def test_costs_are_made_once_and_nobody_can_write_into_them() -> None:
    costs = costs_on(BOARDS[0].map)
    assert costs_on(BOARDS[0].map) is costs
    with pytest.raises(ValueError, match="read-only"):
        costs.first[0, 0] = 1
