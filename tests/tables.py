"""Every kind of game there is, and ways to play one for a test."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from han.engine.action import Action
from han.engine.game import Game
from han.engine.position import Position
from han.notation import atom as kinds

SEATINGS = [
    ("border-disputes", 3),
    ("border-disputes", 4),
    ("border-disputes", 5),
    ("ways-of-diplomacy", 2),
    ("ways-of-diplomacy", 3),
    ("ways-of-diplomacy", 4),
]

GAMES = [
    Game(map_id, players, variant=variant, wild_in_prices=wild)
    for map_id, players in SEATINGS
    for variant in (False, True)
    for wild in (True, False)
]

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)

Choice = Callable[[Position, Random], Action]


def any_action(position: Position, rng: Random) -> Action:
    """Any legal action."""
    return rng.choice(position.legal_actions)


def eager_action(position: Position, rng: Random) -> Action:
    """A piece whenever one can be placed, the cheapest first, so that the board fills up."""
    pieces = [a for a in position.legal_actions if a.place]
    if not pieces:
        return any_action(position, rng)
    cheapest = min(len(a.cards) for a in pieces)
    return rng.choice([a for a in pieces if len(a.cards) == cheapest])


def outcome(position: Position, rng: Random) -> Action:
    """A chance outcome with its probability."""
    odds = position.chance_outcomes
    return rng.choices(list(odds), list(odds.values()))[0]


def play_through(
    game: Game, seed: int, choose: Choice = any_action
) -> Iterator[tuple[Position, Action, Position, tuple[Any, ...]]]:
    """Every step of a whole game: the position, the action, the next one, the events."""
    rng = Random(seed)
    position = game.deal(seed)
    while not position.is_over:
        action = outcome(position, rng) if position.is_chance else choose(position, rng)
        after, events = position.play(action)
        yield position, action, after, events
        position = after


def positions_of(game: Game, seed: int, choose: Choice = any_action) -> list[Position]:
    """Every position of a whole game."""
    steps = list(play_through(game, seed, choose))
    return [steps[0][0], *(after for _, _, after, _ in steps)]


__all__ = ["GAMES", "SEATINGS", "any_action", "eager_action", "every_game", "kinds"]
