"""The engine beside a second implementation of the rules, decision by decision."""

from random import Random

import pytest

from beside_referee import assert_same_result, assert_same_table, referee_for, spell
from han.engine.errors import IllegalActionError
from han.engine.game import Game
from han.engine.position import Position
from han.notation.atom import format_atom
from reference import Referee
from tables import Choice, any_action, eager_action, every_game, play_through, some_games

TRIED = 8
"""So many refused pieces are looked at in a position."""


@pytest.mark.parametrize("choose", [any_action, eager_action])
@pytest.mark.parametrize("seed", [0, 1])
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


@some_games
def test_the_rule_that_forbids_a_piece_is_one_that_the_referee_finds_broken(game: Game) -> None:
    rng = Random(5)
    pieces = [format_atom(atom) for atom in game.book.atoms.values() if atom.place]
    referee: Referee | None = None
    for position, action, _, _ in play_through(game, 3, eager_action):
        referee = referee or referee_for(position)
        if referee.expects == "reshuffle":
            referee.play("~")
        if position.phase == "place":
            legal = set(map(str, position.legal_actions))
            for piece in rng.sample(pieces, TRIED):
                broken = referee.broken_rules(*spell(piece).split(" "))
                assert (piece in legal) == (not broken), piece
                assert piece in legal or rule_against(position, piece) in broken, piece
        if str(action) != "*":
            referee.play(str(action) if position.is_chance else spell(str(action)))


def rule_against(position: Position, action: str) -> str:
    """The rule that the engine names when it refuses an action."""
    with pytest.raises(IllegalActionError) as refused:
        position.play(action)
    return refused.value.rule
