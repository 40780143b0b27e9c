"""The tables, and the points that they expect, beside slow computations in Python."""

from collections import Counter
from collections.abc import Callable, Iterator
from math import prod
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from han.bots.registry import make_line_up
from han.engine.event import RowScored
from han.engine.game import Game
from han.engine.position import Position
from han.play.batch import play_batch
from han.play.match import Match
from han.rules.records import new_record
from han.rules.scratch import new_scratch
from han.rules.state import SEATS, STATE
from han.search.tables.features import Features
from han.search.tables.indices import phase_of
from han.search.tables.learn import Tally, add_game, mean_tables
from han.search.tables.record import load_tables
from han.search.value.points import expect_points
from han.training.training_games import learn
from reference.scoring import alliance_points, house_points
from search.slow_points import ALLIANCE_AXES, HOUSE_AXES, PORT_AXES, ROW_AXES, SlowPoints
from tables import any_action, eager_action, positions_of, some_games

AXES = {"houses": HOUSE_AXES, "alliances": ALLIANCE_AXES, "rows": ROW_AXES, "ports": PORT_AXES}


def expected(position: Position, phase: int) -> NDArray[np.float64]:
    """Every seat's expected points."""
    points = np.zeros(SEATS)
    game, features = position.game, new_record(Features)
    expect_points(game.board, position.state, load_tables(game.players), phase, points, features)
    return points[: game.players]


@some_games
def test_expected_points_are_those_of_a_slow_look(game: Game) -> None:
    """In 64 bits here, in 32 there: a thousandth of a point is far more than rounding."""
    tables = load_tables(game.players)
    for choose in (any_action, eager_action):
        for position in positions_of(game, 1, choose)[:-1:23]:
            phase, slow = slow_phase(position), SlowPoints(position)
            points = [slow.points(tables, phase, seat) for seat in range(game.players)]
            assert expected(position, phase) == pytest.approx(points, abs=1e-3)


def slow_phase(position: Position) -> int:
    """Three for each pile: six or more cards for each player, three or more, fewer."""
    share = len(position.pile) / position.game.players
    return 6 if position.passes == 2 else 3 * position.passes + (share < 6) + (share < 3)


@some_games
def test_phases_are_thirds_of_a_pass(game: Game) -> None:
    positions = positions_of(game, 2)
    phases = [int(phase_of(position.state)) for position in positions]
    assert phases == [slow_phase(position) for position in positions]
    assert phases == sorted(phases)
    assert set(range(1, 6)) <= set(phases)


@pytest.mark.parametrize(("map_id", "players"), [("border-disputes", 3), ("ways-of-diplomacy", 4)])
def test_at_the_end_the_expected_points_are_about_the_result(map_id: str, players: int) -> None:
    """Within two points in the mean of 30 greedy games, and four for a seat.

    Not nearer: the tables of the last round average over positions in which somebody still
    places, and they tell apart no more than five houses and three emissaries.
    """
    game = Game(map_id, players)
    batch = play_batch(game, ["greedy"] * players, games=30, seed=1)
    ends = [Position(game, np.array([state], STATE)[0]) for state in batch.states]
    points = np.array([expected(end, 6) for end in ends])
    scores = np.array([end.scores for end in ends])
    assert abs((points - scores).mean()) < 2
    assert abs(points - scores).mean() < 4
    assert (points.argmax(axis=1) == scores.argmax(axis=1)).sum() > 20


# Learning.


class FinishedGame(NamedTuple):
    """A finished game: where its turns began, how it ended, and each seat's houses in rows."""

    moments: list[Position]
    final: Position
    in_rows: list[set[str]]


def finished_game(game: Game, seed: int) -> FinishedGame:
    """A greedy game."""
    steps = list(Match(game, make_line_up("greedy", game.players), seed))
    begins = [step.before for step in steps if step.before.phase == "place"]
    in_rows: list[set[str]] = [set() for _ in range(game.players)]
    for event in steps[-1].events:
        if isinstance(event, RowScored):
            in_rows[event.seat] |= set(event.spaces)
    return FinishedGame([p for p in begins if not p.state.placed], steps[-1].after, in_rows)


Observation = tuple[tuple[int, ...], int]
"""Where a seat stood, and what it got for that in the end."""


def slow_houses(played: FinishedGame) -> Iterator[Observation]:
    final = SlowPoints(played.final)
    for moment in played.moments:
        phase, slow = slow_phase(moment), SlowPoints(moment)
        for province in slow.map.provinces:
            spaces = slow.spaces_of(province.id)
            points = house_points([final.count(spaces, s) for s in range(slow.players)])
            for seat in range(slow.players):
                yield slow.house_place(phase, province.id, seat), points[seat]


def slow_ports(played: FinishedGame) -> Iterator[Observation]:
    final = SlowPoints(played.final)
    points = house_points([final.count(final.ports, s) for s in range(final.players)])
    for moment in played.moments if final.ports else []:
        phase, slow = slow_phase(moment), SlowPoints(moment)
        for seat in range(slow.players):
            yield (phase, *slow.rank(slow.ports, seat)), points[seat]


def slow_alliances(played: FinishedGame) -> Iterator[Observation]:
    """Each is seen from both ends."""
    there = {p: Counter(dict(enumerate(n))) for p, n in played.final.emissaries.items()}
    for moment in played.moments:
        phase, slow = slow_phase(moment), SlowPoints(moment)
        for one, other in slow.map.alliances:
            points = alliance_points(there[one], there[other], slow.players)
            for seat in range(slow.players):
                yield slow.alliance_place(phase, one, other, seat), points[seat]
                yield slow.alliance_place(phase, other, one, seat), points[seat]


def slow_rows(played: FinishedGame) -> Iterator[Observation]:
    for moment in played.moments:
        phase, slow = slow_phase(moment), SlowPoints(moment)
        for seat in range(slow.players):
            for group in slow.groups(seat):
                yield slow.row_place(phase, group), len(group & played.in_rows[seat])


SLOW: dict[str, Callable[[FinishedGame], Iterator[Observation]]] = {
    "houses": slow_houses,
    "alliances": slow_alliances,
    "rows": slow_rows,
    "ports": slow_ports,
}


def tallies(games: list[FinishedGame]) -> tuple[Tally, Tally]:
    """Sums and numbers of observations, as the kernel notes them."""
    sums, seen = new_record(Tally), new_record(Tally)
    for played in games:
        moments = np.array([moment.state for moment in played.moments], STATE)
        board, final, features = played.final.game.board, played.final.state, new_record(Features)
        add_game(board, moments, len(moments), final, new_scratch(), features, sums, seen)
    return sums, seen


LEARNED_GAMES = [
    Game("border-disputes", 3),
    Game("border-disputes", 4, variant=True),
    Game("ways-of-diplomacy", 2, variant=True),
    Game("ways-of-diplomacy", 3),
]


@pytest.mark.parametrize("game", LEARNED_GAMES, ids=repr)
def test_tallies_of_games_are_those_of_a_slow_count(game: Game) -> None:
    games = [finished_game(game, seed) for seed in range(2)]
    sums, seen = tallies(games)
    learned = mean_tables(sums, seen, prior_count=1e-9)
    for name, observe in SLOW.items():
        observations = [observation for played in games for observation in observe(played)]
        slow_sums, slow_seen = np.zeros(AXES[name]), np.zeros(AXES[name])
        for place, points in observations:
            slow_sums[place] += points
            slow_seen[place] += 1
        assert (sums[name].reshape(AXES[name]) == slow_sums).all()
        assert (seen[name].reshape(AXES[name]) == slow_seen).all()
        assert slow_sums.any() == (name != "ports" or game.map.id == "border-disputes")
        there = slow_seen > 0
        means = slow_sums[there] / slow_seen[there]
        assert learned[name].reshape(AXES[name])[there] == pytest.approx(means, abs=1e-3)


def test_a_lesson_of_no_moments_teaches_nothing() -> None:
    played = finished_game(LEARNED_GAMES[0], 1)
    sums, seen = tallies([played._replace(moments=[])])
    assert not any(tally[name].any() for tally in (sums, seen) for name in SLOW)


def test_few_observations_count_less() -> None:
    """20 of them are worth as much as the mean of all phases, and that as much as a guess.

    A seat without a house, guess 0: twenty times 5 points in one phase, twenty times 3 in
    another. All phases: 160 / (40 + 20). There (100 + 20 * 8/3) / 40, elsewhere 8/3.
    """
    sums, seen = new_record(Tally), new_record(Tally)
    for phase, points in ((1, 5), (2, 3)):
        sums["houses"].reshape(HOUSE_AXES)[phase, 2, 3, 0, 1] = 20 * points
        seen["houses"].reshape(HOUSE_AXES)[phase, 2, 3, 0, 1] = 20
    learned = mean_tables(sums, seen)["houses"].reshape(HOUSE_AXES)[:, 2, 3, 0, 1]
    assert learned[1] == pytest.approx(3.8333, abs=1e-3)
    assert learned[2] == pytest.approx((60 + 20 * 8 / 3) / 40, abs=1e-3)
    assert learned[4] == pytest.approx(8 / 3, abs=1e-3)


def test_what_was_never_seen_counts_as_if_the_game_were_scored_now() -> None:
    nothing = new_record(Tally)
    guess = mean_tables(nothing, nothing)
    houses = guess["houses"].reshape(HOUSE_AXES)
    assert houses[3, 2, 1, 3, 1] == 4  # a province of 5, one free: every house of the four
    assert houses[3, 2, 1, 1, 3] == 3  # the next rank: the leader's three
    assert houses[3, 2, 1, 0, 3] == 0  # no house, no points
    alliances = guess["alliances"].reshape(ALLIANCE_AXES)
    assert alliances[3, 0, 2, 1, 0, 1, 0] == 4  # most at both ends: two and one, and one
    assert alliances[3, 0, 2, 1, 0, 1, 2] == 0
    assert alliances[3, 3, 0, 0, 3, 0, 0] == 0
    rows = guess["rows"].reshape(ROW_AXES)
    assert [rows[0, houses - 1, 2] for houses in (3, 4, 7)] == [0, 4, 7]
    assert guess["ports"].reshape(PORT_AXES)[3, 2, 3, 2] == 5  # of seven ports two are free


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_tables_are_there_and_nobody_can_write_into_them(players: int) -> None:
    tables = load_tables(players)
    assert load_tables(players) is tables
    for name, axes in AXES.items():
        table = tables[name].reshape(axes)
        assert np.isfinite(table).all()
        assert (table >= 0).all()
        assert not table.flags.writeable
    last = tables["alliances"].reshape(ALLIANCE_AXES)[6]
    assert last[0, 2, 0, 0, 2, 0] > 3  # nobody else is there, and nobody can come any more
    assert last[0, 0, 2, 0, 0, 2] < 0.5  # it is all another's


@pytest.mark.slow
def test_a_round_of_training_games_gives_tables_of_every_kind() -> None:
    """The second is played by the teacher, with what the first one played."""
    rounds = list(learn(rounds=2, games=4, seed=1))
    assert len(rounds) == 2
    for tables in rounds:
        assert {part: table.shape[1:] for part, table in tables.items()} == {
            part: (prod(axes),) for part, axes in AXES.items()
        }
        assert all(len(table) == 4 and np.isfinite(table).all() for table in tables.values())
    assert any((rounds[0][part] != rounds[1][part]).any() for part in AXES)
