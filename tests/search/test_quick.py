"""Random samples of legal pieces for the quick policy."""

from collections import Counter
from itertools import combinations
from math import sqrt

import numpy as np
import pytest

from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.rules.codes import PIECE_WORDS, codes_in
from han.rules.scratch import new_scratch
from han.search.policy.quick import EVERY_PIECE, sample_pieces
from tables import eager_action, positions_of

DRAWS = 4000


def pieces_of(position: Position) -> tuple[int, ...]:
    return tuple(code for code in position.legal_actions.codes if code >> 6 < PIECE_WORDS)


def some_of(position: Position, pieces: int, chance: Chance) -> tuple[int, ...]:
    scratch = new_scratch()
    sample_pieces(position.game.board, position.state, scratch, pieces, chance.generator)
    return tuple(codes_in(np.array(scratch.words)[:PIECE_WORDS]))


def position_with(pieces: range) -> Position:
    """A position in which so many pieces are legal."""
    game = Game("border-disputes", 3)
    return next(p for p in positions_of(game, 4, eager_action) if len(pieces_of(p)) in pieces)


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_every_choice_of_so_many_is_as_likely(pieces: int) -> None:
    position = position_with(range(5, 8))
    chance = Chance(1)
    seen = Counter(some_of(position, pieces, chance) for _ in range(DRAWS))
    choices = list(combinations(pieces_of(position), pieces))
    assert set(seen) == set(choices)
    share = 1 / len(choices)
    spread = sqrt(DRAWS * share * (1 - share))
    assert all(abs(count - DRAWS * share) < 5 * spread for count in seen.values())


def test_where_there_are_no_more_all_are_taken_and_nothing_is_drawn() -> None:
    position = position_with(range(5, 8))
    chance = Chance(1)
    for pieces in (len(pieces_of(position)), EVERY_PIECE):
        assert some_of(position, pieces, chance) == pieces_of(position)
    assert chance.generator.tobytes() == Chance(1).generator.tobytes()
