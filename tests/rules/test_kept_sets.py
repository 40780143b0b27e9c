"""The sets that moves keep up to date are those that `recount` computes."""

import numpy as np

from han.engine.game import Game
from han.rules.board_sets import recount
from han.rules.state import STATE
from tables import any_action, eager_action, filling_action, positions_of, some_games


@some_games
def test_kept_sets_are_what_counting_finds(game: Game) -> None:
    for choose in (any_action, eager_action, filling_action):
        for position in positions_of(game, 3, choose):
            counted = np.array([position.state], STATE)[0]
            counted.free = counted.open_dragons = counted.pile_size = 0
            recount(game.board, counted)
            assert counted.tobytes() == position.state.tobytes()
