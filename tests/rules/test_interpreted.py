"""The kernels give the same bytes compiled, interpreted and in the CUDA simulator."""

import hashlib

import numpy as np
import pytest

from han.bots.registry import make_line_up
from han.engine.game import Game
from han.play.batch import play_batch
from han.play.match import play_match
from han.records.record import format_record
from han.rules.generator import new_generator
from han.rules.playout import play_random_games
from han.rules.scratch import new_scratch
from han.rules.state import new_states
from han.rules.tape import NO_TAPE
from han.search.tree.search import Search
from han.search.tree.settings import make_settings
from interpreting import cuda_environment, run_python
from tables import SOME_GAMES, eager_action, positions_of

DIGEST = """
from rules.test_interpreted import digest_of_games
print(digest_of_games({games}))
"""

SEARCH = """
from rules.test_interpreted import visits_of_searches
print(visits_of_searches(10))
"""

SIMULATE = """
from han.engine.game import Game
from han.play.gpu import GpuPlayer
game = Game({map!r}, {players}, variant={variant})
player = GpuPlayer(game, games={games})
player.play(seed=5, first=3)
print(player.states.tobytes().hex(), player.decisions.sum())
"""


def random_states(game: Game, games: int, seed: int, first: int) -> tuple[bytes, int]:
    """The last states of some random games, and how many decisions they had."""
    states = new_states(games)
    generator = new_generator()
    decisions = play_random_games(
        game.board,
        game.new_setup(),
        states,
        new_scratch(),
        generator,
        NO_TAPE,
        np.uint64(seed),
        first,
    )
    return states.tobytes(), int(decisions)


def digest_of_games(games: int) -> str:
    """A digest of the ends of random and greedy games of all kinds, and of a record."""
    digest = hashlib.sha256()
    for game in SOME_GAMES:
        digest.update(random_states(game, games, seed=11, first=0)[0])
        digest.update(record_of_a_game(game))
    for game in SOME_GAMES[1:4:2]:  # one on each map, with its variant
        line_up = ["greedy", "random", "random", "random"][: game.players]
        digest.update(play_batch(game, line_up, 1, seed=12).states.tobytes())
    return digest.hexdigest()


def record_of_a_game(game: Game) -> bytes:
    """A whole game as its events tell it."""
    match = play_match(game, make_line_up("random", game.players), seed=13)
    return format_record(match.record).encode()


def visits_of_searches(simulations: int) -> list[dict[int, int]]:
    """The visits of searches near the end of games."""
    visits = []
    for map_id, players in [("border-disputes", 3), ("ways-of-diplomacy", 4)]:
        game = Game(map_id, players, variant=True)
        positions = positions_of(game, 1, eager_action)
        late = [p for p in positions if p.passes == 1 and len(p.legal_actions) > 2]
        for position in [p for p in late if p.to_move is not None][-8::7]:
            search = Search(game, make_settings(), capacity=100)
            search.begin(position.view(position.turn), seed=1)
            search.run(simulations)
            visits.append(search.visits())
    return visits


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_bytes() -> None:
    assert run_python(DIGEST.format(games=1), HAN_INTERPRET="1") == digest_of_games(1)


@pytest.mark.slow
def test_interpreted_kernels_search_alike() -> None:
    assert run_python(SEARCH, HAN_INTERPRET="1") == str(visits_of_searches(10))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("map_id", "players", "variant"),
    [("border-disputes", 4, False), ("border-disputes", 5, True), ("ways-of-diplomacy", 2, True)],
)
def test_cuda_kernels_give_the_same_bytes(map_id: str, players: int, variant: bool) -> None:
    """On a GPU where there is one, else in numba's simulator."""
    code = SIMULATE.format(map=map_id, players=players, variant=variant, games=2)
    printed = run_python(code, **cuda_environment())
    states, decisions = printed.split()
    expected, total = random_states(Game(map_id, players, variant=variant), 2, seed=5, first=3)
    assert bytes.fromhex(states) == expected
    assert int(decisions) == total
