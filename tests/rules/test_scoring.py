"""House, alliance and port scoring against a direct reading of H and F."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from han.engine.game import Game
from han.engine.position import Position
from han.rules.score import award, score_alliance, score_ports, score_province
from han.rules.state import FROM_ALLIANCES, FROM_HOUSES, FROM_PORTS, STATE, State
from han.rules.tape import NO_TAPE
from reference.scoring import alliance_points, house_points

GAMES = [
    Game("border-disputes", 5, variant=True),
    Game("border-disputes", 3),
    Game("ways-of-diplomacy", 4, variant=True),
    Game("ways-of-diplomacy", 2),
]

every_kind = pytest.mark.parametrize("game", GAMES, ids=repr)


def fortifies(game: Game) -> bool:
    """Whether a marker goes under a house."""
    return game.variant and game.map.variant == "fortifications"


def scattered(game: Game, rng: Random) -> State:
    """A state with houses, a fortification each and emissaries anywhere."""
    state: State = game.new_setup()
    for index in range(len(game.map.spaces)):
        seat = rng.randrange(-2, game.players)
        if seat >= 0:
            state.houses[seat] |= np.uint64(1 << index)
            if fortifies(game) and not state.markers[seat] and rng.random() < 0.2:
                state.markers[seat] |= np.uint64(1 << index)
    for province in range(9):
        for seat in range(game.players):
            state.emissaries[province, seat] = rng.choice([0, 0, 0, 1, 1, 2, 3])
    return state


def expected_houses(game: Game, state: State, spaces: int) -> list[int]:
    """Count houses one by one and rank the seats (H1-H3, V3)."""
    counts = [int(mask & np.uint64(spaces)).bit_count() for mask in state["houses"][: game.players]]
    forts = state["markers"] & state["houses"] & np.uint64(spaces)
    doubled = [seat for seat in range(game.players) if forts[seat]]
    return house_points(counts, doubled)


@every_kind
def test_provinces(game: Game) -> None:
    rng = Random(1)
    for _ in range(60):
        state = scattered(game, rng)
        for province in range(9):
            fresh = np.array([state], STATE)[0]
            score_province(game.board, fresh, province, NO_TAPE)
            spaces = int(game.board.province_spaces[province])
            points = list(fresh.points[FROM_HOUSES, : game.players])
            assert points == expected_houses(game, state, spaces)
            assert int(fresh.disks) == 1 << province


@every_kind
def test_ports(game: Game) -> None:
    """Houses on ports are ranked like those of a province (F4)."""
    rng = Random(2)
    for _ in range(100):
        state = scattered(game, rng)
        expected = expected_houses(game, state, int(game.board.ports))
        score_ports(game.board, state, NO_TAPE)
        assert list(state["points"][FROM_PORTS, : game.players]) == expected


def test_points_have_no_limit() -> None:
    """A score goes on beyond the track's fifty, and beyond all point cards (C3)."""
    state = GAMES[0].new_setup()
    for _ in range(6):
        award(state, NO_TAPE, FROM_HOUSES, 1, 60)
    assert Position(GAMES[0], state).scores[1] == 360


@every_kind
def test_alliances(game: Game) -> None:
    rng = Random(3)
    for _ in range(60):
        state = scattered(game, rng)
        for number, pair in enumerate(game.board.alliances):
            fresh = np.array([state], STATE)[0]
            score_alliance(game.board, fresh, number, NO_TAPE)
            here, there = (Counter(dict(enumerate(map(int, state.emissaries[p])))) for p in pair)
            expected = alliance_points(here, there, game.players)
            assert list(fresh.points[FROM_ALLIANCES, : game.players]) == expected


@pytest.mark.parametrize(
    ("houses", "total", "winners"),
    [
        ("", (0, 0, 0), (0, 1, 2)),
        ("houses=0:zhao-1;1:chin-1;2:shu-1,wei-1", (1, 1, 2), (2,)),
        ("houses=0:zhao-1,zhao-2;1:chin-1,wei-1;2:shu-1", (2, 2, 1), (0, 1)),
        # one house on a border counts in two provinces: as many points, one more piece left
        ("houses=0:zhao-1,zhao-2;1:wei-han;2:shu-1", (2, 2, 1), (1,)),
    ],
)
def test_the_most_points_win_then_the_most_pieces_left(
    houses: str, total: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """F5, worked out by hand: a lone house is worth one point in its province."""
    discards = "R" * 8 + "G" * 10 + "O" * 9 + "Y" * 9 + "V" * 8
    last_turn = "border-disputes 3 start=0 seat=2 phase=place pass=2 hands=,,RRR"
    position = Position.parse(f"{last_turn} discards={discards} {houses}")
    over, _ = position.play("X R")
    assert over.result is not None
    assert over.result.total == total
    assert over.result.winners == winners
