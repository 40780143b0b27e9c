"""A running game that advances from decision to decision, for environments of one game."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.envs.observation import Observation, blank_observation
from han.envs.rewards import fill_rewards
from han.envs.stepping import ENV_SETTINGS, LIVE_GAME, begin_one, observe_one, step_one
from han.rules.codes import CODES
from han.rules.state import SEATS
from han.search.policy.workspace import WORKSPACE, new_workspace

Mask = NDArray[np.int8]


class RunningGame:
    """A running game, kept in arrays with one record each."""

    def __init__(self, game: Game) -> None:
        """Allocate the arrays; `begin` deals."""
        self.game = game
        self.seat = 0
        self.is_over = False
        self._works = np.array([new_workspace(game)], WORKSPACE)
        self._settings = np.zeros(1, ENV_SETTINGS)
        self._settings["setup"] = game.new_setup()
        self._games = np.zeros(1, LIVE_GAME)
        self._mask: Mask = self._games["mask"][0].view(np.int8)
        self._observation: Observation = self._games["observation"][0]
        self._observation[:] = blank_observation(game.board)
        self._observer = 0

    def begin(self, seed: int) -> None:
        """Deal a game, all of whose chance follows from ``seed``."""
        self._games["generator"] = Chance(seed).generator
        begin_one(self._works, self._settings, self._games)
        self.is_over = False
        self.seat = self._observer = int(self._state.seat)

    def play(self, code: int) -> None:
        """Play a legal action, and draw the outcomes of chance up to the next decision."""
        seat = step_one(self._works, self._games, code)
        self.is_over = seat < 0
        self._observer = seat
        if not self.is_over:
            self.seat = seat

    def is_legal(self, code: int) -> bool:
        """Whether an action, or any other number, can be played now."""
        return 0 <= code < CODES and bool(self._mask[code])

    def mask(self) -> Mask:
        """The legal actions as a mask of ones."""
        return self._mask.copy()

    def observation(self, seat: int) -> Observation:
        """The observation of a seat."""
        if seat != self._observer:
            observe_one(self._games, seat)
            self._observer = seat
        return self._observation.copy()

    def rewards(self, kind: int) -> list[float]:
        """Every seat's reward once the game is over."""
        rewards = np.zeros(SEATS, np.float32)
        fill_rewards(self._state, kind, rewards)
        return [float(reward) for reward in rewards[: self.game.players]]

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self.game, self._state)

    @property
    def _state(self) -> Any:
        return self._games["state"][0]
