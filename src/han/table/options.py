"""What is agreed before a game begins."""

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from han.engine.game import Game
from han.maps.load import map_ids
from han.table.errors import TableError

LONGEST_TURN = 14 * 24 * 3600
"""Seconds; two weeks."""
SHORTEST_TURN = 5


class Clock(Struct, frozen=True, omit_defaults=True):
    """How long players may think.

    ``turn``: every turn has ``seconds``; slow games have days. ``fischer``: ``seconds`` for
    the whole game, and ``increment`` more after each turn.
    """

    kind: Literal["none", "turn", "fischer"] = "none"
    seconds: int = 0
    increment: int = 0


class Options(Struct, frozen=True, omit_defaults=True):
    """The game, and how it is played at this table."""

    map: str
    players: int
    variant: bool = False
    wild_in_prices: bool = True
    start: int | None = None
    """The start player; drawn if none is named (Q7)."""
    clock: Clock = Clock()
    casual: bool = True
    """Whether a whole turn may be taken back when everybody agrees."""
    public: bool = False
    memory_aid: bool = True
    """Whether players are shown which cards others are known to hold."""
    stand_in: str = "governor"
    """The bot that plays for those who left or whose time is up."""


@lru_cache(maxsize=64)
def make_game(map_id: str, players: int, variant: bool, wild_in_prices: bool) -> Game:
    """The game of some options; tables of one kind share it."""
    return Game(map_id, players, variant=variant, wild_in_prices=wild_in_prices)


def game_of(options: Options) -> Game:
    """The game that is played with these options."""
    return make_game(options.map, options.players, options.variant, options.wild_in_prices)


def check_options(options: Options) -> None:
    """Refuse options that no game can be played with."""
    if options.map not in map_ids():  # a path would be a map too, but not a stranger's
        raise TableError("table.no_such_map", known=", ".join(map_ids()))
    game = game_of(options)
    if options.start is not None and options.start not in range(game.players):
        raise TableError("table.start", last=game.players - 1)
    clock = options.clock
    if clock.kind == "none":
        return
    if not SHORTEST_TURN <= clock.seconds <= LONGEST_TURN:
        raise TableError("table.clock_seconds", least=SHORTEST_TURN, most=LONGEST_TURN)
    if not 0 <= clock.increment <= LONGEST_TURN:
        raise TableError("table.clock_increment", most=LONGEST_TURN)
