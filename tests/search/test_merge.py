"""Actions that the search leaves out are equivalent to one that it keeps."""

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest

from han.engine.game import Game
from han.rules.board_sets import recount
from han.rules.codes import BORDER, BORDER_XXA, DISCARD, EMISSARY, TAKE, TURN, codes_in
from han.rules.score import score_finally
from han.rules.scratch import new_scratch
from han.rules.state import OVER, SEATS, STATE, State
from han.rules.tape import NO_TAPE
from han.search.policy.merge import find_twins, merge_actions
from search.steps import Words, legal_words, pieces_in, play, scattered, turn_starts
from tables import GAMES, eager_action

Pair = tuple[int, int]

KINDS_OF_GAME = pytest.mark.parametrize("game", GAMES[::5], ids=repr)


def merged(game: Game, state: State, words: Words, first: int = -1) -> Words:
    """What the search keeps of a set of legal actions."""
    kept = words.copy()
    merge_actions(game.board, state, kept, first)
    return kept


def turns_of_two(game: Game, state: State, *, merging: bool) -> Iterator[Pair]:
    """Every turn of two pieces, or those that the search keeps."""
    firsts = legal_words(game, state)
    if merging:
        firsts = merged(game, state, firsts)
    for first in pieces_in(firsts):
        between = play(game, state, first)
        if between.phase == OVER or between.placed > 1:
            continue
        seconds = legal_words(game, between)
        if merging:
            seconds = merged(game, between, seconds, first)
        yield from ((first, second) for second in pieces_in(seconds))


def turns(game: Game) -> Iterator[State]:
    """Turns of random games and of games that fill the board, those of the last round too."""
    for seed, choose in ((1, eager_action), (2, eager_action)):
        yield from (p.state for p in turn_starts(game, seed, choose))
    yield from (p.state for p in turn_starts(game, 3) if p.passes or game.variant)


def table_of(state: State) -> bytes:
    """The board, the supplies and the points: all that counts when nobody draws any more."""
    fields = ("houses", "markers", "emissaries", "points", "disks", "houses_left")
    return b"".join(state[name].tobytes() for name in (*fields, "emissaries_left"))


@KINDS_OF_GAME
def test_every_turn_of_two_pieces_is_kept_once(game: Game) -> None:
    """In any order, paid in any way: what comes to the same bytes is searched once."""
    left_out = 0
    for state in turns(game):
        kept = list(turns_of_two(game, state, merging=True))
        every = list(turns_of_two(game, state, merging=False))
        ends = {play(game, state, *pair).tobytes() for pair in kept}
        assert ends == {play(game, state, *pair).tobytes() for pair in every}
        assert len(kept) == len(ends)
        left_out += len(every) - len(kept)
    assert left_out > 300


@KINDS_OF_GAME
def test_single_pieces_are_left_out_only_if_they_waste_a_card(game: Game) -> None:
    """A border space that two cards pay is not paid with three."""
    wasteful = 0
    for state in turns(game):
        words = legal_words(game, state)
        kept = pieces_in(merged(game, state, words))
        for code in set(pieces_in(words)) - set(kept):
            assert 64 * (BORDER + BORDER_XXA) <= code < 64 * EMISSARY
            cheaper = [c for c in kept if c & 63 == code & 63 and c >= 64 * BORDER]
            hands = [play(game, state, c)["hands"][state.seat].sum() for c in cheaper]
            assert 1 in hands
            wasteful += 1
    assert bool(wasteful) == (game.wild_in_prices and game.map.id == "border-disputes")


@KINDS_OF_GAME
def test_one_discard_is_kept_in_the_last_round(game: Game) -> None:
    for state in turns(game):
        words = legal_words(game, state)
        discards = [c for c in codes_in(words) if 64 * TURN + DISCARD <= c < 64 * TURN + TAKE]
        kept = [code for code in discards if code in codes_in(merged(game, state, words))]
        if state.times_pile_emptied < 2:
            assert kept == discards
            continue
        assert len(kept) == 1
        assert len({table_of(play(game, state, code)) for code in discards}) == 1


def test_after_a_first_piece_stopping_is_always_kept() -> None:
    stops = 0
    for game in GAMES[::7]:
        for state in turns(game):
            firsts = merged(game, state, legal_words(game, state))
            for first in pieces_in(firsts)[::5]:
                between = play(game, state, first)
                if between.phase != OVER:
                    words = merged(game, between, legal_words(game, between), first)
                    assert 64 * TURN in codes_in(words)
                    stops += 1
    assert stops > 500


# Twins.


def completions(game: Game, state: State, count: int) -> Iterator[State]:
    """Boards that a game can still come to: more houses, more markers, or spaces left free."""
    rng = Random(5)
    free = codes_in(np.array([state.free]))
    for _ in range(count):
        full = np.array([state], STATE)[0]
        for space in free:
            seat, what = rng.randrange(game.players), rng.random()
            if what < 0.75:
                full.houses[seat] |= np.uint64(1 << space)
            if what < 0.15 and int(game.board.ordinary) >> space & 1 and game.variant:
                full.markers[seat] |= np.uint64(1 << space)
                if game.map.variant == "market-places":
                    full.houses[seat] &= ~np.uint64(1 << space)
        yield full


def swapped(state: State, one: int, other: int) -> State:
    """The same with the contents of two spaces exchanged."""
    after: State = np.array([state], STATE)[0]
    for masks, seat in product((after.houses, after.markers), range(SEATS)):
        mask = int(masks[seat])
        if (mask >> one & 1) != (mask >> other & 1):
            masks[seat] = np.uint64(mask ^ (1 << one) ^ (1 << other))
    return after


def final_points(game: Game, state: State) -> bytes:
    scored = np.array([state], STATE)[0]
    score_finally(game.board, scored, new_scratch(), NO_TAPE)
    points: bytes = scored.points.tobytes()
    return points


def are_alike(game: Game, boards: list[State], one: int, other: int) -> bool:
    """Whether it never matters which of two spaces holds what."""
    return all(final_points(game, b) == final_points(game, swapped(b, one, other)) for b in boards)


@pytest.mark.parametrize(
    ("map_id", "players", "variant"),
    [
        ("border-disputes", 3, False),
        ("border-disputes", 5, True),
        ("ways-of-diplomacy", 4, False),
        ("ways-of-diplomacy", 4, True),
    ],
)
def test_twins_may_change_places_on_every_board_to_come(
    map_id: str, players: int, variant: bool
) -> None:
    game = Game(map_id, players, variant=variant)
    rng = Random(1)
    found = 0
    for _ in range(200):
        state = scattered(game, rng, 0.75)
        twins = codes_in(np.array([find_twins(game.board, state)]))
        if not twins:
            continue
        boards = list(completions(game, state, 25))
        free = codes_in(np.array([state.free]))
        for twin in twins:
            assert twin in free
            lower = [s for s in free if s < twin and s not in twins]
            assert any(are_alike(game, boards, space, twin) for space in lower)
            found += 1
    assert found >= 5


def test_spaces_that_differ_are_no_twins() -> None:
    """On the empty boards every space has its own roads, all of them long enough for a row."""
    for game in GAMES[::4]:
        assert find_twins(game.board, game.new_setup()) == 0


def all_built_but(free: set[str], owners: dict[str, int], other: int) -> set[str]:
    """The twins when all spaces of Border Disputes but a few hold a house of somebody's."""
    game = Game("border-disputes", 3)
    state = game.new_setup()
    for index, space in enumerate(game.map.spaces):
        if space.id not in free:
            state.houses[owners.get(space.id, other)] |= np.uint64(1 << index)
    recount(game.board, state)
    twins = codes_in(np.array([find_twins(game.board, state)]))
    return {game.map.spaces[twin].id for twin in twins}


def test_two_ports_off_every_row_are_twins() -> None:
    """Seat 1 has qi-1, seat 2 qi-wu: with both free spaces that makes three in a row."""
    assert all_built_but({"qi-2", "qi-3"}, {"qi-1": 1, "qi-wu": 2}, other=0) == {"qi-3"}


def test_spaces_that_can_be_in_a_row_are_no_twins() -> None:
    """A road leads on to wu-2, which makes four."""
    assert all_built_but({"qi-2", "qi-3"}, {"qi-1": 1, "qi-wu": 2, "wu-2": 2}, other=0) == set()


def test_a_port_is_no_twin_of_a_space_inland() -> None:
    """Nobody can have a row through yan-2 and yan-3, but yan-3 is a port."""
    assert all_built_but({"yan-2", "yan-3"}, {"yan-1": 0, "yan-qi": 2}, other=1) == set()
