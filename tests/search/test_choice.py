"""Iterating over a set of codes, and keeping the best of them."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from han.engine.chance import Chance
from han.rules.codes import CODES, TURN, codes_in, new_words
from han.search.policy.choice import (
    END_OF_CODES,
    END_OF_PIECES,
    NO_CODE,
    Choice,
    consider,
    next_code,
    no_choice,
    prefer,
)
from search.steps import Words


def set_of(*codes: int) -> Words:
    words = new_words()
    for code in codes:
        words[code >> 6] |= np.uint64(1 << (code & 63))
    return words


def walked(words: Words) -> list[int]:
    """The members of a set, one after the other."""
    codes, code = [], NO_CODE
    while (code := int(next_code(words, code))) < END_OF_CODES:
        codes.append(code)
    return codes


EDGES = (0, 1, 62, 63, 64, 127, 128, 64 * TURN - 1, 64 * TURN, CODES - 2, CODES - 1)


@pytest.mark.parametrize(
    "codes", [(), EDGES, *((edge,) for edge in EDGES), tuple(range(CODES))], ids=repr
)
def test_a_walk_meets_every_member_once_in_order(codes: tuple[int, ...]) -> None:
    assert walked(set_of(*codes)) == sorted(codes)


def test_a_walk_meets_the_members_that_a_list_has() -> None:
    rng = Random(1)
    for count in (1, 3, 20, 200):
        words = set_of(*rng.sample(range(CODES), count))
        before = words.copy()
        assert walked(words) == codes_in(words)
        assert (words == before).all()


def test_pieces_come_before_everything_else() -> None:
    pieces = [code for code in walked(set_of(*EDGES)) if code < END_OF_PIECES]
    assert pieces == [code for code in EDGES if code >> 6 < TURN]


def considered(values: list[float], chance: Chance) -> Choice:
    """The choice among codes 10, 11 … of these values."""
    choice = no_choice()
    for code, value in enumerate(values, 10):
        choice = consider(choice, code, float(value), chance.generator)
    return choice


def draws(chance: Chance, seed: int) -> int:
    """How many numbers were drawn from the chance of a seed."""
    fresh, count = Chance(seed), 0
    while fresh.generator.tobytes() != chance.generator.tobytes():
        fresh.below(2)
        count += 1
    return count


@pytest.mark.parametrize(
    ("values", "best", "value", "ties", "drawn"),
    [
        ([], -1, -1000, 0, 0),
        ([2.5], 10, 2.5, 1, 1),
        ([1, 3, 2], 11, 3, 1, 2),  # nothing is drawn for what is worse
        ([3, 2, 1], 10, 3, 1, 1),
        ([1, 2, 3], 12, 3, 1, 3),
        ([-5, -7], 10, -5, 1, 1),
    ],
)
def test_the_best_code_is_chosen(
    values: list[float], best: int, value: float, ties: int, drawn: int
) -> None:
    chance = Chance(4)
    assert considered(values, chance) == (best, value, ties)
    assert draws(chance, 4) == drawn


def test_codes_that_are_worth_the_same_are_as_likely() -> None:
    """Each of four in 4,000 choices: a thousand times, and hardly ever 130 more or fewer."""
    values = [1.0, 4.0, 2.0, 4.0, 4.0, 0.0, 4.0]
    chance = Chance(9)
    choices = [considered(values, chance) for _ in range(4000)]
    found = Counter(choice.code for choice in choices)
    assert set(found) == {11, 13, 14, 16}
    assert all(abs(count - 1000) < 130 for count in found.values())
    assert {choice.ties for choice in choices} == {4}
    assert draws(chance, 9) == 4000 * 5


def test_of_several_as_good_the_first_can_be_preferred() -> None:
    choice = no_choice()
    for code, value in ((3, 1.0), (5, 2.0), (7, 2.0), (9, 0.0)):
        choice = prefer(choice, code, value)
    assert choice[:2] == (5, 2.0)
