"""A bot that uses OpenSpiel's own information-set Monte Carlo tree search."""

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from open_spiel.python.algorithms import ismcts, mcts

from han.engine.action import Action, action_of
from han.engine.belief import sample
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.view import View
from han.envs.openspiel import HanGame, HanState, new_rewards
from han.envs.rewards import fill_rewards
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.generator import Generator
from han.rules.playout import play_out
from han.rules.scratch import Scratch, new_scratch
from han.rules.state import State, States, copy_state, new_states
from han.rules.tape import NO_TAPE, Tape
from han.rules.types import Number

EXPLORATION: Final = 0.7
"""The weight of the search's exploration term, if a win is 1."""


@kernel
def roll_out(
    board: Board,
    source: State,
    states: States,
    generator: Generator,
    scratch: Scratch,
    tape: Tape,
    reward: Number,
    rewards: NDArray[np.float32],
) -> None:
    """Write every seat's reward after random play to the end from ``source``."""
    copy_state(states, 0, source)
    play_out(board, states[0], scratch, generator, tape)
    fill_rewards(states[0], reward, rewards)


class CompiledRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]  # has no types
    """OpenSpiel's random rollouts as a kernel, some hundred times as fast."""

    def __init__(self, game: HanGame, chance: Chance, dice: np.random.RandomState) -> None:
        """Prepare for the states of one game."""
        super().__init__(random_state=dice)
        self._game = game
        self._chance = chance
        self._states = new_states(1)
        self._scratch = new_scratch()
        self._rewards = new_rewards()

    def evaluate(self, state: HanState) -> NDArray[np.float64]:
        """Every player's reward after a random game."""
        board, source = self._game.table.board, state.game_history.state
        memory = (self._states, self._chance.generator, self._scratch, NO_TAPE)
        roll_out(board, source, *memory, self._game.reward, self._rewards)
        rewards: NDArray[np.float64] = self._rewards[: self._game.table.players].copy()
        return rewards


class IsmctsBot:
    """Starts a search for each decision and takes the action with the most visits."""

    def __init__(self, spec: str, sims: int) -> None:
        """Name the bot and say how many simulations a decision may cost."""
        self.spec = spec
        self._sims = sims

    def choose(self, view: View, chance: Chance) -> Action:
        """The action that OpenSpiel's search chooses."""
        seed = chance.below(1 << 31)
        codes = view.legal_actions.codes
        code = codes[0] if len(codes) == 1 else self._search(view, seed)
        return action_of(view.game.book, code)

    def _search(self, view: View, seed: int) -> int:
        game = _game_of(view.game)
        dice = np.random.RandomState(seed)
        search = ismcts.ISMCTSBot(
            game,
            CompiledRollouts(game, Chance(seed, stream=1), dice),
            EXPLORATION,
            self._sims,
            random_state=dice,
        )
        search.set_resampler(lambda state, seat: _resample(state, seat, dice))
        # the cards that others hold are drawn anew for each simulation
        return int(search.step(game.state_in(sample(view, Chance(seed, stream=2)))))


def _resample(state: HanState, seat: int, dice: np.random.RandomState) -> HanState:
    """Resample a state; unlike the search's own sampler this one can be seeded."""
    return state.resample_from_infostate(seat, dice.random_sample)


@lru_cache(maxsize=8)
def _game_of(game: Game) -> HanGame:
    return HanGame.of(game)
