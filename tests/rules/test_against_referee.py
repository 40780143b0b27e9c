"""The engine beside a second implementation of the rules, decision by decision."""

from collections import Counter

import pytest

from beside_referee import referee_for, spell
from han.engine.game import Game
from han.engine.position import Position
from reference import Referee
from tables import Choice, any_action, eager_action, every_game, play_through


def assert_same_table(position: Position, referee: Referee) -> None:
    """All that both keep is the same."""
    seats = range(position.game.players)
    assert [Counter(hand) for hand in position.hands] == [+hand for hand in referee.hands]
    assert [Counter(cards) for cards in position.known_cards] == [+k for k in referee.known]
    assert Counter(position.display) == +referee.display
    assert Counter(position.pile) == +referee.pile
    assert Counter(position.discards) == +referee.discards
    assert position.houses == referee.houses
    assert position.markers == referee.markers
    assert position.emissaries == {
        province: tuple(counts[seat] for seat in seats)
        for province, counts in referee.emissaries.items()
    }
    assert set(position.disks) == referee.disks
    assert list(position.scores) == referee.total()
    supplies = zip(
        position.houses_left, position.emissaries_left, position.markers_left, strict=True
    )
    assert list(supplies) == [(s["house"], s["emissary"], s["marker"]) for s in referee.supply]
    assert position.passes == referee.times_used_up
    assert position.is_over == referee.over


def assert_same_result(position: Position, referee: Referee) -> None:
    result = position.result
    assert result is not None
    assert result.reason == referee.reason
    for source, points in referee.points.items():
        assert list(getattr(result, source)) == points
    assert list(result.winners) == referee.winners()


@pytest.mark.parametrize("choose", [any_action, eager_action])
@pytest.mark.parametrize("seed", range(3))
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
