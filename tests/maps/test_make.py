"""Boards made from seeds: the same everywhere, without faults, as wished, and playable."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from han.engine.chance import Chance
from han.engine.game import Game
from han.maps.check import check_map
from han.maps.load import load_map, map_ids
from han.maps.make.board import make_map
from han.maps.make.dice import Dice
from han.maps.make.wish import Wish, read_players, read_variant
from han.maps.model import PROVINCES, Map, Variant
from han.messages import LANGUAGES, HanError
from maps.made import CITY, LAND, LARGE, SMALL, WISHES, board_of, text_of

DIGESTS = {
    LAND: "4c2cc9795a8762f8fa39879f21e350c62d35042ed5dc2c54e337a18e0a8ddf81",
    CITY: "d0a6cc0f35de9884fd0036bd93c506b6485636a0bc184269c1cc8de8dcc9cd2b",
}

all_wishes = pytest.mark.parametrize("wish", WISHES, ids=lambda wish: wish.id)


def sizes(board: Map) -> Counter[str]:
    """How many spaces each province has, border spaces included."""
    return Counter(province for space in board.spaces for province in space.provinces)


# The same everywhere.


def test_chance_is_the_same_everywhere() -> None:
    dice = Dice("words", 7)
    assert [dice.below(1000) for _ in range(6)] == [695, 818, 783, 147, 491, 494]
    assert Dice("a").shuffled(range(8)) == [7, 1, 6, 5, 2, 3, 0, 4]


@pytest.mark.parametrize("wish", DIGESTS, ids=lambda wish: wish.id)
def test_a_board_is_the_same_everywhere(wish: Wish) -> None:
    """A change of this digest changes every board that anybody named by its seed."""
    assert sha256(text_of(wish).encode()).hexdigest() == DIGESTS[wish]


def test_equal_wishes_make_equal_boards() -> None:
    assert make_map(Wish(1)) == text_of(LAND)


def test_every_option_makes_another_board() -> None:
    others = [Wish(2), Wish(1, spaces=48), Wish(1, ports=5), Wish(1, players=(3, 4))]
    boards = [board_of(wish) for wish in (LAND, *others)]
    assert len({board.sha256 for board in boards}) == len(boards)
    assert len({board.id for board in boards}) == len(boards)
    assert len({board.provinces[0].outline for board in boards}) == len(boards)


# Without faults.


@all_wishes
def test_a_made_board_has_no_faults(wish: Wish) -> None:
    assert check_map(text_of(wish), "made.toml") == []


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["fortifications", "market-places"])
def test_forty_boards_have_no_faults(variant: Variant) -> None:
    for seed in range(100, 120):
        text = make_map(Wish(seed, variant))
        assert check_map(text, f"{seed}.toml") == []


# As wished.


def test_a_board_is_like_border_disputes_unless_wished_otherwise() -> None:
    board, ours = board_of(LAND), load_map("border-disputes")
    assert (board.variant, board.players, board.display) == (
        ours.variant,
        ours.players,
        ours.display,
    )
    assert 46 <= len(board.spaces) <= 52
    assert 6 <= sum(space.port for space in board.spaces) <= 8
    assert 5 <= sum(len(space.provinces) == 2 for space in board.spaces) <= 7


def test_a_board_with_market_places_is_like_ways_of_diplomacy() -> None:
    board, ours = board_of(CITY), load_map("ways-of-diplomacy")
    assert (board.variant, board.players, board.display) == (
        ours.variant,
        ours.players,
        ours.display,
    )
    assert 39 <= len(board.spaces) <= 44
    assert not any(space.port or len(space.provinces) == 2 for space in board.spaces)


@pytest.mark.parametrize("wish", [LARGE, SMALL], ids=lambda wish: wish.id)
def test_options(wish: Wish) -> None:
    board = board_of(wish)
    assert (board.variant, board.players) == (wish.variant, wish.players)
    assert len(board.spaces) == wish.spaces
    assert sum(space.port for space in board.spaces) == wish.ports
    assert sum(len(space.provinces) == 2 for space in board.spaces) == wish.borders
    assert board.id == wish.id
    assert f"han map make {wish.words};" in board.about


@pytest.mark.parametrize("map_id", map_ids())
def test_as_many_cards_are_removed_as_on_our_boards(map_id: str) -> None:
    ours = load_map(map_id)
    wish = Wish(5, ours.variant, ours.players, len(ours.spaces))
    assert board_of(wish).removed == ours.removed


@all_wishes
def test_names_are_different_and_not_those_of_our_boards(wish: Wish) -> None:
    board = board_of(wish)
    ours = {province.id for map_id in map_ids() for province in load_map(map_id).provinces}
    for lang in LANGUAGES:
        assert len({province.name[lang] for province in board.provinces}) == PROVINCES
    assert not ours & {province.id for province in board.provinces}
    violet = next(province for province in board.provinces if province.colour == "violet")
    assert all(violet.name[lang] in board.name[lang] for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("text", "players"), [("3-5", (3, 5)), ("2-2", (2, 2)), ("4", (4, 4)), (" 2-5 ", (2, 5))]
)
def test_players(text: str, players: tuple[int, int]) -> None:
    assert read_players(text) == players


@pytest.mark.parametrize("text", ["", "1-4", "3-6", "5-3", "3-", "many", "3-5-5", "35"])
def test_impossible_players(text: str) -> None:
    with pytest.raises(HanError) as refusal:
        read_players(text)
    assert refusal.value.key == "maps.make_players"


@pytest.mark.parametrize(
    "wish", [Wish(spaces=35), Wish(spaces=61), Wish(ports=-1), Wish(ports=10), Wish(borders=9)]
)
def test_impossible_numbers(wish: Wish) -> None:
    with pytest.raises(HanError) as refusal:
        make_map(wish)
    assert refusal.value.key == "maps.make_range"


def test_unknown_variant() -> None:
    with pytest.raises(HanError) as refusal:
        read_variant("castles")
    assert refusal.value.key == "maps.make_variant"


# Playable.


@all_wishes
def test_a_game_on_a_made_board_ends(wish: Wish) -> None:
    board = board_of(wish)
    game = Game(board, board.players[1], variant=True)
    rng, chance = Random(wish.seed), Chance(wish.seed)
    position = game.deal(chance)
    while not position.is_over:
        position, _ = position.play(rng.choice(position.legal_actions), chance)
    assert sum(position.scores) > 0
