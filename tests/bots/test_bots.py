"""Bots play legally. Tests of views check that bots see nothing hidden."""

import pytest

from han.bots.registry import make_bot
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.play.batch import play_batches
from han.play.statistics import Statistics
from tables import SEATINGS, positions_of
from unhurried import SLOW, every_bot, make_unhurried


@every_bot
@pytest.mark.parametrize(("map_id", "players"), [SEATINGS[2], SEATINGS[3], SEATINGS[5]])
def test_choices_are_legal_and_change_nothing(map_id: str, players: int, spec: str) -> None:
    bot = make_unhurried(spec)
    stride = 101 if spec in SLOW else 5
    for position in positions_of(Game(map_id, players, variant=True), seed=3)[::stride]:
        if position.to_move is None:
            continue
        view = position.view(position.to_move)
        before = view.state.tobytes()
        choice = bot.choose(view, Chance(1))
        assert choice in position.legal_actions
        assert view.state.tobytes() == before
        assert bot.choose(view, Chance(1)) == choice


def test_greedy_completes_a_row() -> None:
    """Three houses stand along the road; the fourth, next in Wei, makes them worth four."""
    position = Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place houses=0:wei-1,wei-2,wei-3 "
        "hands=ROV,VYO,GGR display=RGYV"
    )
    choice = make_bot("greedy").choose(position.view(0), Chance(0))
    assert str(choice) == "H wei-4 R"


def test_greedy_beats_random() -> None:
    """Three random players against one greedy one: it wins far more than its quarter."""
    game = Game("border-disputes", 4)
    line_up = ["greedy", "random", "random", "random"]
    summary = Statistics(game, line_up)
    for batch in play_batches(game, line_up, 200, seed=4):
        summary.add_states(batch.states, batch.turns)
    assert summary.seats[0]["win_share"] > 0.8
