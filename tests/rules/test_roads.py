"""The road scorer against brute force (F3, Q4, V3)."""

from itertools import permutations
from random import Random

import numpy as np
import pytest

from han.maps.load import load_map, map_ids
from han.maps.model import MAX_SPACES
from han.rules.board import Board, build_board
from han.rules.records import new_record
from han.rules.roads import find_rows, row_points
from han.rules.scratch import new_scratch
from han.rules.types import Mask
from reference.scoring import all_rows, road_points

Roads = list[tuple[int, int]]


def board_with(roads: Roads) -> Board:
    """A board of which only the roads matter."""
    board = new_record(Board)
    for one, other in roads:
        board.neighbours[one] |= np.uint64(1 << other)
        board.neighbours[other] |= np.uint64(1 << one)
    return board


def mask_of(spaces: set[int]) -> np.uint64:
    return np.uint64(sum(1 << space for space in spaces))


def members(mask: Mask) -> set[int]:
    return {space for space in range(MAX_SPACES) if int(mask) >> space & 1}


def best_rows(board: Board, houses: set[int], fortified: int | None) -> list[set[int]]:
    scratch = new_scratch()
    fort = mask_of({fortified} if fortified is not None else set())
    count = find_rows(board, mask_of(houses), fort, scratch)
    return [members(scratch.rows[row]) for row in range(count)]


def points_of(rows: list[set[int]], fortified: int | None) -> int:
    fort = mask_of({fortified} if fortified is not None else set())
    return sum(int(row_points(mask_of(row), fort)) for row in rows)


def brute_force(roads: Roads, houses: set[int], fortified: int | None) -> int:
    named = [(str(one), str(other)) for one, other in roads]
    return road_points(
        {str(h) for h in houses}, named, None if fortified is None else str(fortified)
    )


def assert_best(board: Board, roads: Roads, houses: set[int], fortified: int | None) -> None:
    """The rows found are rows, share no house, and no other rows give more points."""
    rows = best_rows(board, houses, fortified)
    assert points_of(rows, fortified) == brute_force(roads, houses, fortified)
    assert sum(len(row) for row in rows) == len(set().union(*rows))
    named = [(str(one), str(other)) for one, other in roads]
    possible = all_rows({str(h) for h in houses}, named)
    for row in rows:
        assert frozenset(map(str, row)) in possible


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("map_id", map_ids())
def test_random_houses_on_the_real_boards(map_id: str, seed: int) -> None:
    game_map = load_map(map_id)
    ids = [space.id for space in game_map.spaces]
    roads = [(ids.index(one), ids.index(other)) for one, other in game_map.roads]
    rng = Random(seed)
    for _ in range(150):
        houses = set(rng.sample(range(len(ids)), rng.randint(3, 20)))
        fortified = rng.choice([None, rng.choice(sorted(houses))])
        assert_best(build_board(game_map), roads, houses, fortified)


@pytest.mark.parametrize("seed", range(8))
def test_houses_that_hang_together(seed: int) -> None:
    """Connected houses have the most forks and rings."""
    rng = Random(seed)
    for map_id in map_ids():
        game_map = load_map(map_id)
        ids = [space.id for space in game_map.spaces]
        roads = [(ids.index(one), ids.index(other)) for one, other in game_map.roads]
        board = build_board(game_map)
        for _ in range(20):
            houses = {rng.randrange(len(ids))}
            for _ in range(rng.randint(5, 17)):
                around = set().union(*(members(board.neighbours[h]) for h in houses)) - houses
                houses.add(rng.choice(sorted(around)))
            assert_best(board, roads, houses, rng.choice([None, rng.choice(sorted(houses))]))


@pytest.mark.parametrize("seed", range(12))
def test_random_road_nets(seed: int) -> None:
    """Nets denser than any board: every house may be a fork."""
    rng = Random(seed)
    for _ in range(60):
        spaces = rng.randint(4, 10)
        pairs = [(a, b) for a in range(spaces) for b in range(a)]
        roads = rng.sample(pairs, min(len(pairs), rng.randint(spaces - 1, 2 * spaces)))
        houses = set(range(spaces))
        assert_best(board_with(roads), roads, houses, rng.choice([None, rng.randrange(spaces)]))


def test_of_equal_rows_the_one_by_the_lowest_spaces_is_kept() -> None:
    """So that a game tells the same rows wherever it is played."""
    arms = [(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6)]
    assert best_rows(board_with(arms), set(range(7)), None) == [{0, 1, 2, 3, 4}]


def ring(size: int) -> Roads:
    return [(i, (i + 1) % size) for i in range(size)]


def path(size: int) -> Roads:
    return [(i, i + 1) for i in range(size - 1)]


@pytest.mark.parametrize(
    ("roads", "houses", "fortified", "points"),
    [
        (path(3), 3, None, 0),
        (path(4), 4, None, 4),
        (path(8), 8, None, 8),
        (path(8), 8, 7, 16),
        (ring(3), 3, None, 0),
        (ring(4), 4, None, 4),
        (ring(6), 6, 2, 12),
        # a star has no row at all, one with a long arm has one
        ([(0, 1), (0, 2), (0, 3)], 4, None, 0),
        ([(0, 1), (0, 2), (0, 3), (3, 4)], 5, None, 4),
        # a branch with the fortification on it is worth taking the shorter way
        ([*path(5), (2, 5)], 6, None, 5),
        ([*path(5), (2, 5)], 6, 5, 8),
        # two rows side by side beat one long one that would split them
        ([*path(4), (4, 5), (5, 6), (6, 7), (1, 5)], 8, None, 8),
    ],
)
def test_cases_worked_out_by_hand(
    roads: Roads, houses: int, fortified: int | None, points: int
) -> None:
    rows = best_rows(board_with(roads), set(range(houses)), fortified)
    assert points_of(rows, fortified) == points


def test_the_last_space_of_64_counts_too() -> None:
    roads = [(60, 61), (61, 62), (62, 63)]
    assert best_rows(board_with(roads), {60, 61, 62, 63}, None) == [{60, 61, 62, 63}]


def test_the_order_of_spaces_does_not_matter() -> None:
    """The same net under other numbers is worth the same."""
    net = [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (2, 5)]
    for order in list(permutations(range(6)))[::40]:
        roads = [(order[a], order[b]) for a, b in net]
        assert points_of(best_rows(board_with(roads), set(range(6)), None), None) == 6
