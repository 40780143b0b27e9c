"""A search as a whole: its tree, its limits, and going on with it."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import numpy as np
import pytest

from han.engine.action import Action
from han.engine.game import Game
from han.engine.position import Position
from han.rules.codes import DISPLAY_GETS, MARKER, PILE_GIVES, TAKE_PILE, TURN, codes_in
from han.search.policy.merge import find_twins
from han.search.tree.nodes import new_nodes
from han.search.tree.search import Search
from han.search.tree.settings import make_settings
from search.steps import turn_starts
from tables import SEATINGS, eager_action, positions_of


def new_search(position: Position, seed: int = 1, capacity: int = 2000) -> Search:
    """A search for the seat to move, with the settings as tuned."""
    search = Search(position.game, make_settings(), capacity)
    assert position.to_move is not None
    search.begin(position.view(position.to_move), seed)
    return search


def decisions(game: Game, seed: int) -> list[Position]:
    """The positions of a game in which somebody can choose."""
    positions = positions_of(game, seed, eager_action)
    return [p for p in positions if p.to_move is not None and len(p.legal_actions) > 1]


@pytest.mark.parametrize("variant", [False, True])
@pytest.mark.parametrize(("map_id", "players"), SEATINGS)
def test_every_simulation_tries_one_legal_action(map_id: str, players: int, variant: bool) -> None:
    for position in decisions(Game(map_id, players, variant=variant), seed=1)[::17]:
        search = new_search(position)
        search.run(20)
        search.run(15)
        visits = search.visits()
        assert search.simulations == sum(visits.values()) == 35
        assert visits.keys() <= set(position.legal_actions.codes)
        assert min(visits.values()) > 0
        for code in visits:
            assert all(0 <= search.reward(code, seat) <= 1 for seat in range(players))


def test_simulations_do_not_change_the_view() -> None:
    position = Game("border-disputes", 4).deal(1)
    view = position.view(position.turn)
    before = view.state.tobytes()
    search = new_search(position)
    search.run(50)
    assert view.state.tobytes() == before


def test_equal_seeds_search_alike_and_others_do_not() -> None:
    position = Game("border-disputes", 4).deal(2)
    visits = []
    for seed in (1, 1, 2):
        search = new_search(position, seed)
        search.run(100)
        visits.append(search.visits())
    assert visits[0] == visits[1] != visits[2]


def test_a_search_begins_anew_as_if_nothing_had_been() -> None:
    game = Game("ways-of-diplomacy", 3)
    one, other = decisions(game, seed=1)[10], decisions(game, seed=2)[30]
    search = new_search(one)
    search.run(200)
    assert other.to_move is not None
    search.begin(other.view(other.to_move), 5)
    assert search.simulations == 0
    search.run(200)
    fresh = new_search(other, 5)
    fresh.run(200)
    assert search.visits() == fresh.visits()


def test_twins_are_left_out_where_a_search_begins() -> None:
    """A house there would come to the same as one, for the same cards, that is tried."""
    game = Game("border-disputes", 5)
    left_out = 0
    for seed in range(12):
        for position in turn_starts(game, seed, eager_action):
            twins = codes_in(np.array([find_twins(game.board, position.state)]))
            houses = [c for c in position.legal_actions.codes if c < 64 * MARKER]
            same = {code for code in houses if code & 63 in twins}
            if same:
                search = new_search(position, capacity=1000)
                search.run(600)
                assert not same & search.visits().keys()
                left_out += len(same)
    assert left_out > 5


@pytest.mark.parametrize("capacity", [2, 5, 40])
def test_a_full_tree_still_answers_and_keeps_to_its_room(capacity: int) -> None:
    """Behind its nodes lie some that it must not write to."""
    for position in decisions(Game("border-disputes", 5, variant=True), seed=1)[::29]:
        room = new_nodes(capacity + 50)
        room.view(np.uint8)[:] = 0xAB
        untouched = room[capacity:].tobytes()
        search = Search(position.game, make_settings(), capacity)
        search._nodes = room[:capacity]
        assert position.to_move is not None
        search.begin(position.view(position.to_move), seed=1)
        search.run(300)
        visits = search.visits()
        assert search.simulations == sum(visits.values()) == 300
        assert visits.keys() <= set(position.legal_actions.codes)
        assert len(visits) <= capacity - 1
        assert room[capacity:].tobytes() == untouched
        assert search._query.node_count <= capacity


def test_two_threads_at_a_time_search_as_one_after_the_other() -> None:
    positions = decisions(Game("ways-of-diplomacy", 4), seed=3)[5:45:10]
    one_by_one = [new_search(position) for position in positions]
    for search in one_by_one:
        search.run(200)
    together = [new_search(position) for position in positions]
    with ThreadPoolExecutor(len(positions)) as pool:
        list(pool.map(lambda search: search.run(200), together))
    assert [s.visits() for s in together] == [s.visits() for s in one_by_one]


def test_other_threads_go_on_while_a_search_runs() -> None:
    """A thread that holds the interpreter lock would let nobody count, however long it runs.

    One that does not may still be done before a busy machine lets us count: then it runs longer.
    """
    search = new_search(Game("border-disputes", 5).deal(1), capacity=100)
    search.run(1)
    simulations = 3000
    while count_during(search, simulations) <= 10:
        simulations *= 2
        assert simulations < 100_000


def count_during(search: Search, simulations: int) -> int:
    """How far this thread counts while another one searches."""
    counted, done = 0, Event()

    def run() -> None:
        search.run(simulations)
        done.set()

    thread = Thread(target=run)
    thread.start()
    while not done.wait(0.0001):
        counted += 1
    thread.join()
    return counted


# Going on.


def play(position: Position, *actions: str) -> Position:
    for action in actions:
        position, _ = position.play(action)
    return position


DRAWING = play(
    Game("border-disputes", 3).deal_cards(["RGG", "YYO", "GOV"], "RGYV"), "H wei-1 GG", "."
)
"""Seat 0 has paid with two of its cards, so that it draws twice."""


def code_of_action(position: Position, action: str) -> int:
    return position.game.book.encode(Action(action).atom)


@pytest.mark.parametrize("card", ["+Y", "*"])
def test_a_search_goes_on_below_what_was_played(card: str) -> None:
    search = new_search(DRAWING)
    search.run(800)
    codes = [code_of_action(DRAWING, card)]
    tried = search.visits()[codes[0]]
    after = play(DRAWING, card)
    if after.is_chance:
        after = play(after, "*O")
        codes.append(code_of_action(after, "*O"))
    assert search.continue_from(after.view(0), 5, tuple(codes))
    assert 0 < search.simulations <= tried
    assert (search.simulations == tried) == (card != "*")
    before = search.simulations
    search.run(50)
    assert search.simulations == before + 50
    assert search.visits().keys() <= set(after.legal_actions.codes)


def test_cards_that_the_seat_draws_are_told_apart() -> None:
    """Together all that was tried with the pile, but for the simulation that first did."""
    search = new_search(DRAWING)
    search.run(800)
    pile = code_of_action(DRAWING, "*")
    after = play(DRAWING, "*")
    drawn = Counter[str]()
    for action in after.legal_actions:
        again = new_search(DRAWING)
        again.run(800)
        if again.continue_from(
            play(after, str(action)).view(0), 5, (pile, code_of_action(after, str(action)))
        ):
            drawn[str(action)] = again.simulations
    assert drawn.total() == search.visits()[pile] - 1
    assert len(drawn) > 2


def below(search: Search, node: int, *path: int) -> Iterator[tuple[int, ...]]:
    """The codes that lead to every node of a tree."""
    child = int(search._nodes[node].first)
    while child:
        here = (*path, int(search._nodes[child].code))
        yield here
        yield from below(search, child, *here)
        child = int(search._nodes[child].next)


def test_cards_that_others_draw_are_not_told_apart() -> None:
    """Once seat 0 has its one card it is the others' turn for as far as the tree reaches."""
    start = Game("border-disputes", 5).deal_cards(["RGV", "YYO", "GOV", "RRG", "GOO"], "RGYV")
    search = new_search(play(start, "X G"), capacity=20_000)
    search.run(15_000)
    pile, cards = 64 * TURN + TAKE_PILE, range(64 * TURN + PILE_GIVES, 64 * TURN + DISPLAY_GETS)
    paths = list(below(search, 0))
    assert sum(path[-1] in cards for path in paths if len(path) == 2) > 2
    assert sum(pile in path[2:-1] for path in paths) > 2
    assert not any(path[-1] in cards for path in paths if len(path) > 2)


def test_a_search_does_not_go_on_where_it_never_was() -> None:
    search = new_search(DRAWING)
    search.run(3)
    never = next(c for c in DRAWING.legal_actions.codes if c not in search.visits())
    assert not search.continue_from(DRAWING.view(0), 5, (never,))
    tried = next(iter(search.visits()))
    assert not search.continue_from(DRAWING.view(0), 5, (tried, never))
    assert search.simulations == 3


def test_a_search_does_not_go_on_in_a_tree_that_is_half_full() -> None:
    for capacity, goes_on in ((60, True), (40, False)):
        search = new_search(DRAWING, capacity=capacity)
        search.run(25)
        after = play(DRAWING, "+Y")
        assert search.continue_from(after.view(0), 5, (code_of_action(DRAWING, "+Y"),)) == goes_on
