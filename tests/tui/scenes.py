"""Games to show: positions from whole games, and boards set up by hand."""

import io
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import TypeVar

import numpy as np
from rich.console import Console

from han.bots.registry import make_line_up
from han.engine.game import Game
from han.engine.position import Position
from han.play.match import Match
from han.records.replay import Step
from han.rules.state import OVER

GAMES = (
    Game("border-disputes", 3),
    Game("border-disputes", 5, variant=True),
    Game("ways-of-diplomacy", 2, variant=True),
    Game("ways-of-diplomacy", 4, variant=True),
)

WIDTHS = (60, 80, 100, 120)
T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")


def every_other(
    ones: Sequence[T], others: Sequence[U], thirds: Sequence[V]
) -> list[tuple[T, U, V]]:
    """Half of all triples: any two values come together in one of them."""
    triples = product(enumerate(ones), enumerate(others), enumerate(thirds))
    return [(a, b, c) for (i, a), (j, b), (k, c) in triples if (i + j + k) % 2 == 0]


@cache
def whole_game(game: Game, bots: str = "greedy", seed: int = 7) -> tuple[Step, ...]:
    """Every step of a game between bots."""
    return tuple(Match(game, make_line_up(bots, game.players), seed))


@cache
def moments(game: Game) -> tuple[Position, ...]:
    """The deal, some positions on the way and the end of a game."""
    steps = whole_game(game)
    return (steps[0].before, *(step.after for step in steps[20::60]), steps[-1].after)


def set_up(
    game: Game,
    houses: Mapping[int, Sequence[str]],
    emissaries: Mapping[str, Sequence[int]] | None = None,
    markers: Mapping[int, Sequence[str]] | None = None,
) -> Position:
    """A board with these houses and markers by seat, and these emissaries by province."""
    state = game.new_setup()
    for field, pieces in (("houses", houses), ("markers", markers or {})):
        for seat, spaces in pieces.items():
            for space in spaces:
                state[field][seat] |= np.uint64(1 << game.book.spaces.index(space))
    for province, counts in (emissaries or {}).items():
        state["emissaries"][game.book.provinces.index(province), : len(counts)] = counts
    return Position(game, state)


def finished(game: Game, totals: Sequence[int], pieces: Sequence[int]) -> Position:
    """A game that has ended with these points, and so many houses left in each supply."""
    state = game.new_setup()
    state["phase"] = OVER
    state["reason"] = 1
    state["emissaries_left"] = 0
    state["houses_left"] = 0
    state["points"][0, : len(totals)] = totals
    state["houses_left"][: len(pieces)] = pieces
    return Position(game, state)


def plain_console(width: int = 100) -> tuple[Console, io.StringIO]:
    """A console that is no terminal, and what it has printed."""
    out = io.StringIO()
    return Console(file=out, width=width), out
