"""The engine beside a second implementation of the rules, decision by decision."""

import pytest

from beside_referee import assert_same_result, assert_same_table, referee_for, spell
from han.engine.game import Game
from tables import Choice, any_action, eager_action, every_game, play_through


@pytest.mark.parametrize("choose", [any_action, eager_action])
@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.slow)])
@every_game
def test_engine_and_referee_agree_on_every_decision(game: Game, seed: int, choose: Choice) -> None:
    steps = play_through(game, seed, choose)
    referee = None
    after = None
    for position, action, after, _ in steps:  # noqa: B007 - the last one is looked at below
        referee = referee or referee_for(position)
        if referee.expects == "reshuffle":
            referee.play("~")
        assert_same_table(position, referee)
        if position.is_chance:
            referee.play(str(action))
        else:
            assert position.turn == referee.seat
            assert {spell(str(a)) for a in position.legal_actions} == referee.legal_atoms()
            if str(action) != "*":
                referee.play(spell(str(action)))
    assert referee is not None
    assert after is not None
    assert_same_table(after, referee)
    assert_same_result(after, referee)
