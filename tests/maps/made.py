"""Boards made from seeds, for tests: each is made once."""

from functools import cache

from han.maps.load import parse_map
from han.maps.make.board import make_map
from han.maps.make.wish import Wish
from han.maps.model import Map

LAND, CITY = Wish(1), Wish(2, "market-places")
LARGE = Wish(3, players=(2, 5), spaces=60, ports=9, borders=8)
SMALL = Wish(4, "market-places", players=(3, 3), spaces=36, ports=2, borders=1)
WISHES = (LAND, CITY, LARGE, SMALL)


@cache
def text_of(wish: Wish) -> str:
    return make_map(wish)


@cache
def board_of(wish: Wish) -> Map:
    return parse_map(text_of(wish), f"{wish.id}.toml")
