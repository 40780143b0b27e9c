"""OpenSpiel games to test with, and ways to play them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel

from han.envs.openspiel import NAME, HanGame, HanState


def load(map_id: str = "ways-of-diplomacy", players: int = 2, **params: Any) -> HanGame:
    """A game as OpenSpiel makes it."""
    game: HanGame = pyspiel.load_game(NAME, {"map": map_id, "players": players, **params})
    return game


def any_number(state: HanState, rng: Random) -> int:
    """Any action, or an outcome with its probability."""
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    numbers, odds = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choices(numbers, odds)[0])


def states_of(state: HanState, seed: int) -> Iterator[HanState]:
    """The state after each step of a random game, always the same object."""
    rng = Random(seed)
    while not state.is_terminal():
        state.apply_action(any_number(state, rng))
        yield state


def state_after(game: HanGame, seed: int, steps: int) -> HanState:
    """A state of a random game."""
    state, rng = game.new_initial_state(), Random(seed)
    for _ in range(steps):
        state.apply_action(any_number(state, rng))
    return state


def dealt(game: HanGame, seed: int = 0) -> HanState:
    """A game's first decision."""
    return state_after(game, seed, game.new_initial_state().game_history.start.deal_steps)
