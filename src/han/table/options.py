"""What is agreed before a game begins."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from han.engine.game import Game, shared_game
from han.maps.load import map_ids
from han.table.errors import TableError

LONGEST_TURN = 14 * 24 * 3600
"""Seconds; two weeks."""
SHORTEST_TURN = 5

MapId = Annotated[str, Meta(max_length=60)]
BotName = Annotated[str, Meta(max_length=20)]
SeatNumber = Annotated[int, Meta(ge=0, le=4)]
Players = Annotated[int, Meta(ge=2, le=5)]
Seconds = Annotated[int, Meta(ge=0, le=10_000_000)]


class Clock(Struct, frozen=True, omit_defaults=True):
    """How long players may think.

    ``turn``: every turn has ``seconds``; slow games have days. ``fischer``: ``seconds`` for
    the whole game, and ``increment`` more after each turn.
    """

    kind: Literal["none", "turn", "fischer"] = "none"
    seconds: Seconds = 0
    increment: Seconds = 0


class Options(Struct, frozen=True, omit_defaults=True):
    """The game, and how it is played at this table.

    The only place that says which options there are: what a log keeps, what is told
    (`han.table.shapes`) and what a client may ask for (`han.server.api.bodies`) follow from it.
    """

    map: MapId
    players: Players
    variant: bool = False
    wild_in_prices: bool = True
    start: SeatNumber | None = None
    """The start player; drawn if none is named (Q7)."""
    clock: Clock = Clock()
    casual: bool = True
    """Whether a whole turn may be taken back when everybody agrees."""
    public: bool = False
    memory_aid: bool = True
    """Whether players are shown which cards others are known to hold."""
    stand_in: BotName = "governor"
    """The bot that plays for those who left or whose time is up."""


def game_of(options: Options) -> Game:
    """The game that is played with these options."""
    return shared_game(options.map, options.players, options.variant, options.wild_in_prices)


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
