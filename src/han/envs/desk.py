"""One game that goes on from decision to decision, for environments of one game."""

import numpy as np
from numpy.typing import NDArray

from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.envs.observation import Observation, blank_observation, write_mask
from han.envs.rewards import fill_rewards
from han.envs.stepping import begin_one, is_in, observe_one, step_one
from han.rules.board import BOARD
from han.rules.codes import CODES, new_words
from han.rules.generator import GENERATOR
from han.rules.scratch import SCRATCH, new_scratch
from han.rules.state import COLOUR_COUNT, SEATS, STATE, new_states
from han.rules.tape import NO_TAPE, TAPE

Mask = NDArray[np.int8]


class Desk:
    """A game under way, its chance, and the arrays that hold it."""

    def __init__(self, game: Game) -> None:
        """Make room; `begin` deals."""
        self.game = game
        self.seat = 0
        self.is_over = False
        self._boards = np.array([game.board], BOARD)
        self._setups = np.array([game.new_setup()], STATE)
        self._states = new_states(1)
        self._words = new_words()
        self._scratches = np.array([new_scratch()], SCRATCH)
        self._sizes = np.zeros(SEATS, np.uint8)
        self._unseen = np.zeros(COLOUR_COUNT, np.uint8)
        self._blank = blank_observation(game.board)
        self._generators = np.zeros(1, GENERATOR)
        self._tapes = np.array([NO_TAPE], TAPE)

    def begin(self, seed: int) -> None:
        """Deal a game, all of whose chance follows from ``seed``."""
        self._generators[0] = Chance(seed).generator
        begin_one(
            self._boards,
            self._setups,
            self._states,
            self._words,
            self._generators,
            self._scratches,
        )
        self.is_over = False
        self.seat = int(self._states["seat"][0])

    def play(self, code: int) -> None:
        """Play a legal action, and chance up to the next decision."""
        seat = step_one(
            self._boards,
            self._states,
            self._words,
            code,
            self._generators,
            self._scratches,
            self._tapes,
        )
        self.is_over = seat < 0
        if not self.is_over:
            self.seat = seat

    def is_legal(self, code: int) -> bool:
        """Whether an action, or any other number, can be played now."""
        return 0 <= code < CODES and bool(is_in(self._words, code))

    def mask(self) -> Mask:
        """The legal actions as ones."""
        mask = np.empty(CODES, np.int8)
        write_mask(self._words, mask)
        return mask

    def observation(self, seat: int) -> Observation:
        """What a seat sees."""
        seen = self._blank.copy()
        observe_one(self._states, seat, self._sizes, self._unseen, seen)
        return seen

    def rewards(self, kind: int) -> list[float]:
        """Every seat's reward once the game is over."""
        rewards = np.zeros(SEATS, np.float32)
        fill_rewards(self._states[0], kind, rewards)
        return [float(reward) for reward in rewards[: self.game.players]]

    @property
    def position(self) -> Position:
        """The position, to look at or to ask bots about."""
        return Position(self.game, self._states[0])
