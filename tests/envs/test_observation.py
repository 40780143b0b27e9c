"""What a seat sees as numbers: all of its view, and nothing more."""

import numpy as np
import pytest

from han.engine.belief import sample
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.envs.graph import (
    ALLIANCE_FEATURES,
    EDGE_KINDS,
    PROVINCE_FEATURES,
    SPACE_FEATURES,
    graph_of,
)
from han.envs.observation import (
    BLOCKS,
    SCALE,
    SIZE,
    Observation,
    blank_observation,
    observe_state,
    observe_view,
    part,
    write_mask_word,
)
from han.maps.model import COLOURS
from han.notation.cards import LETTERS
from han.rules.codes import CODES, WORDS
from han.rules.state import SEATS
from pages import REFERENCE, check_parts, table
from tables import eager_action, filling_action, positions_of, some_games


def observe_position(position: Position, seat: int) -> Observation:
    """By the kernel that environments use."""
    seen = blank_observation(position.game.board)
    observe_state(position.state, seat, seen)
    return seen


def counts(cards: str) -> list[int]:
    return [cards.count(letter) for letter in LETTERS]


def round_table(view: View, by_seat: list[object]) -> list[object]:
    """Values by seat, from the observer on, with zeros for seats that do not play."""
    first = view.seat or 0
    return [*by_seat[first:], *by_seat[:first], *[0] * (SEATS - len(by_seat))]


@some_games
def test_a_view_can_be_read_off_its_observation(game: Game) -> None:
    """Every block by the view's own words, which are made another way."""
    for position in positions_of(game, 5, eager_action)[::11]:
        for seat in range(game.players):
            view = position.view(seat)
            seen = observe_view(view)
            for name, expected in expected_blocks(view).items():
                assert part(seen, name).tolist() == expected, name


def expected_blocks(view: View) -> dict[str, object]:
    seats = range(view.game.players)
    spaces = [space.id for space in view.game.map.spaces]
    provinces = [province.id for province in view.game.map.provinces]

    def by_seat(values: list[object]) -> list[object]:
        return round_table(view, values)

    def on_board(owners: dict[str, int]) -> list[object]:
        rows = [
            [int(owners.get(s) == seat) for s in spaces] + [0] * (64 - len(spaces))
            for seat in seats
        ]
        empty = [0] * 64
        return [row or empty for row in by_seat(list(rows))]

    scores = view.scores
    return {
        "seats": by_seat([1] * len(seats)),
        "turn": by_seat([int(not view.is_over and view.turn == s) for s in seats]),
        "start": by_seat([int(view.start == s) for s in seats]),
        "placing": [int(view.phase == "place")],
        "drawing": [int(view.phase in ("draw", "pile", "refill"))],
        "over": [int(view.is_over)],
        "variant": [int(view.game.variant)],
        "wild_in_prices": [int(view.game.wild_in_prices)],
        "pile": [view.pile_size],
        "hand": counts(view.hand),
        "display": counts(view.display),
        "discards": counts(view.discards),
        "unseen": list(view.unseen),
        "hand_sizes": by_seat(list(view.hand_sizes)),
        "score": by_seat([int(score) for score in scores]),
        "houses": on_board(view.houses),
        "markers": on_board(view.markers),
        "disks": [int(p in view.disks) for p in provinces],
        "emissaries": [by_seat(list(view.emissaries[p])) for p in provinces],
    }


@some_games
def test_a_view_and_the_whole_state_are_observed_alike(game: Game) -> None:
    for position in positions_of(game, 6, filling_action)[::7]:
        for seat in range(game.players):
            assert np.array_equal(
                observe_view(position.view(seat)), observe_position(position, seat)
            )


@some_games
def test_hidden_cards_are_not_observed(game: Game) -> None:
    swapped = 0
    for position in positions_of(game, 7)[::13]:
        for seat in range(game.players):
            other = sample(position.view(seat), seat)
            swapped += other != position
            assert np.array_equal(observe_position(position, seat), observe_position(other, seat))
    assert swapped > 10


@some_games
def test_numbers_stay_within_their_scale(game: Game) -> None:
    for seed in range(3):
        positions = positions_of(game, seed, eager_action)
        assert positions[-1].is_over
        for position in (*positions[::9], positions[-1]):
            assert (observe_position(position, 0) <= SCALE).all()


def test_a_spectator_sees_the_table_from_the_first_seat_on() -> None:
    position = Game("border-disputes", 4).deal(2)
    seen = observe_view(position.view(None))
    assert part(seen, "hand").tolist() == [0] * 5
    assert part(seen, "start").tolist() == [int(position.start == s) for s in range(4)] + [0]
    assert part(seen, "hand_sizes").tolist() == [3, 3, 3, 3, 0]


@some_games
def test_masks_are_the_legal_actions(game: Game) -> None:
    mask = np.full(CODES // 8, 2**64 - 1, np.uint64)
    for position in positions_of(game, 8)[::17]:
        words = position.legal_actions.words
        for word in range(WORDS):
            write_mask_word(mask, word, words[word])
        ones = np.array([code in position.legal_actions.codes for code in range(CODES)], np.int8)
        assert np.array_equal(mask.view(np.int8), ones)


def test_blocks_fill_the_observation() -> None:
    assert sum(block.size for block in BLOCKS) == SIZE == len(SCALE)
    many = np.zeros((3, 2, SIZE), np.uint8)
    part(many, "emissaries")[1, 1, 8, 4] = 7
    assert many.sum() == 7
    assert part(many, "emissaries").shape == (3, 2, 9, 5)


# The graph.


@some_games
def test_the_graph_says_the_same(game: Game) -> None:
    position = positions_of(game, 9, eager_action)[-40]
    seen = observe_view(position.view(1))
    graph = graph_of(game, seen)
    spaces = [space.id for space in game.map.spaces]
    assert graph.spaces.shape == (len(spaces), len(SPACE_FEATURES))
    assert graph.provinces.shape == (9, len(PROVINCE_FEATURES))
    assert graph.alliances.shape == (15, len(ALLIANCE_FEATURES))
    for index, space in enumerate(game.map.spaces):
        owner = position.houses.get(space.id)
        place = None if owner is None else (owner - 1) % game.players
        assert [seat for seat in range(5) if graph.spaces[index, seat]] == (
            [] if place is None else [place]
        )
        assert graph.spaces[index, -2:].tolist() == [len(space.provinces) == 2, space.port]
    for index, province in enumerate(game.map.provinces):
        colours = graph.provinces[index, 5:10].tolist()
        assert colours == [int(province.colour == colour) for colour in COLOURS]


@pytest.mark.parametrize("map_id", ["border-disputes", "ways-of-diplomacy"])
def test_edges_are_the_maps(map_id: str) -> None:
    game = Game(map_id, 3)
    graph = graph_of(game, observe_view(game.deal(1).view(0)))
    spaces = [space.id for space in game.map.spaces]
    provinces = [province.id for province in game.map.provinces]
    names = [*spaces, *provinces, *range(15)]
    found: dict[str, set[frozenset[object]]] = {kind: set() for kind in EDGE_KINDS}
    directed = set()
    for kind, start, end in zip(graph.edge_kinds, *graph.edges, strict=True):
        found[EDGE_KINDS[kind]].add(frozenset([names[start], names[end]]))
        directed.add((int(start), int(end)))
    assert directed == {(end, start) for start, end in directed}
    assert found["road"] == {frozenset(road) for road in game.map.roads}
    assert found["space in province"] == {
        frozenset([space.id, province]) for space in game.map.spaces for province in space.provinces
    }
    assert found["alliance of province"] == {
        frozenset([number, end]) for number, ends in enumerate(game.map.alliances) for end in ends
    }


# The page.


def test_the_page_shows_every_block() -> None:
    rows, begin = [], 0
    for block in BLOCKS:
        shape = " x ".join(map(str, block.shape))
        rows.append([f"`{block.name}`", f"{begin}", shape, f"{block.most}", block.meaning])
        begin += block.size
    made = table(["block", "from", "shape", "most", "meaning"], rows)
    features = [
        [f"`{name}`", ", ".join(features)]
        for name, features in (
            ("spaces", SPACE_FEATURES),
            ("provinces", PROVINCE_FEATURES),
            ("alliances", ALLIANCE_FEATURES),
            ("edge_kinds", EDGE_KINDS),
        )
    ]
    check_parts(
        REFERENCE / "observations.md",
        {
            "blocks": made,
            "size": f"{SIZE} numbers.\n",
            "graph": table(["part", "columns"], features),
        },
    )
