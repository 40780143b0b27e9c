"""The Gymnasium vector environment: a batch of games in one array."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from han.bots.compiled import KINDS, numbers_of
from han.engine.game import Game
from han.envs.errors import EnvError, check_choice
from han.envs.observation import blank_observation
from han.envs.rewards import reward_kind
from han.envs.spaces import action_space, observation_space
from han.envs.stepping import (
    ENV_SETTINGS,
    LIVE_GAME,
    STEP_RESULT,
    draw_actions,
    find_illegal,
    step_games,
)
from han.messages import language, message
from han.rules.generator import GENERATOR, seed_generator
from han.search.policy.workspace import WORKSPACE, new_workspace

Actions = NDArray[np.int64]
Observations = dict[str, NDArray[Any]]
Numbers = NDArray[Any]
"""One for each game."""


class HanVectorEnv(VectorEnv[Observations, Actions, Numbers]):
    """A batch of games, which each step advances to their next decisions.

    Without ``opponents`` the caller moves for every seat: each observation is that of the seat
    to move (``infos["seat"]``), and at the end of a game the reward is that of the seat that
    ended it, while ``infos["returns"]`` has everybody's. With ``opponents``, bots of
    `han.bots.compiled.KINDS`, it plays one seat, drawn for each game.

    A game that has ended begins anew at the next step (`AutoresetMode.NEXT_STEP`). Observations
    and masks are columns of one array, in which every step writes: copy what you keep, or pass
    ``copy=True`` for arrays of their own, each in one piece.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1024,
        map_id: str = "border-disputes",
        players: int = 4,
        *,
        variant: bool = False,
        wild_in_prices: bool = True,
        opponents: str | Sequence[str] = (),
        reward: str = "win",
        features: bool = True,
        copy: bool = False,
    ) -> None:
        """Allocate the games.

        Args:
            num_envs: How many games there are.
            map_id: The map's name, or its file's path.
            players: How many play.
            variant: Whether the map's variant is played.
            wild_in_prices: The option of Q1.
            opponents: A bot for each other seat, from the learner's next neighbour on, or one
                for all of them.
            reward: One of `han.envs.rewards.REWARDS`.
            features: Whether observations are written, or action masks alone.
            copy: Whether each step returns observations and masks of its own.
        """
        if num_envs < 1:
            raise EnvError("envs.num_envs", count=num_envs)
        self.num_envs = num_envs
        self.game = Game(map_id, players, variant=variant, wild_in_prices=wild_in_prices)
        self._copy = copy
        self.single_observation_space = observation_space(features)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._settings = np.zeros(1, ENV_SETTINGS)
        self._fill_settings(_numbers(opponents, players), reward_kind(reward), features)
        self._games = np.zeros(num_envs, LIVE_GAME)
        self._games["observation"] = blank_observation(self.game.board)
        self._seen = {"action_mask": self._games["mask"].view(np.int8)}
        if features:
            self._seen = {"observation": self._games["observation"], **self._seen}
        self._results = np.zeros(num_envs, STEP_RESULT)
        self._choice_generators = np.zeros(num_envs, GENERATOR)
        self._actions: Actions = np.zeros(num_envs, np.int64)
        self._works = np.array([new_workspace(self.game)], WORKSPACE)
        self._dealt = False

    def _fill_settings(self, others: NDArray[np.uint8], reward: int, features: bool) -> None:
        settings = self._settings[0]
        settings.setup = self.game.new_setup()
        settings.others[: len(others)] = others
        settings.other_count = len(others)
        settings.reward = reward
        settings.is_observed = features

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all games anew.

        Args:
            seed: A seed for all games, or one for each. Without one their generators continue.
            options: There are none.
        """
        self._seed(seed)
        self._dealt = True
        self._step_games(restart=True)
        return self._observations(), self._infos()

    def step(
        self, actions: Actions
    ) -> tuple[
        Observations, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in each game; actions of games that have ended are ignored.

        Raises:
            InvalidAction: If one of them is not legal; then nothing was played.
        """
        if not self._dealt:
            raise EnvError("envs.not_reset")
        self._actions[:] = self._checked(actions)
        self._step_games(restart=False)
        rewards, ended = self._results["reward"].copy(), self._results["ended"].copy()
        return self._observations(), rewards, ended, np.zeros_like(ended), self._infos()

    def _step_games(self, *, restart: bool) -> None:
        batch = (self._works, self._settings, self._games, self._results, self._actions)
        step_games(*batch, restart)

    def sample_actions(self) -> Actions:
        """A legal action for each game, all equally likely; one array for all calls."""
        draw_actions(self._games, self._choice_generators, self._actions)
        return self._actions

    def _checked(self, actions: Actions) -> Actions:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise EnvError("envs.actions_shape", count=self.num_envs)
        given = given.astype(np.int64, copy=False)
        game = int(find_illegal(self._games, self._results, given))
        if game >= 0:
            raise InvalidAction(
                message("envs.illegal_in", language(), game=game, action=int(given[game]))
            )
        return given

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Seed the generators of all games, unless they are to continue."""
        if seed is None and self._dealt:
            return
        if isinstance(seed, int):
            super().reset(seed=seed)
        if seed is None or isinstance(seed, int):
            own = int(self.np_random.integers(1 << 63))
            seeds = [(own, game) for game in range(self.num_envs)]
        else:
            seeds = [(self._own_seed(one), 0) for one in seed]
        if len(seeds) != self.num_envs:
            raise EnvError("envs.seeds", count=len(seeds), games=self.num_envs)
        for game, (own, stream) in enumerate(seeds):
            seed_generator(self._games[game].generator, np.uint64(own), np.uint64(2 * stream))
            seed_generator(self._choice_generators[game], np.uint64(own), np.uint64(2 * stream + 1))

    def _own_seed(self, seed: int | None) -> int:
        return int(self.np_random.integers(1 << 63)) if seed is None else seed % (1 << 64)

    def _observations(self) -> Observations:
        if not self._copy:
            return dict(self._seen)
        return {name: array.copy() for name, array in self._seen.items()}

    def _infos(self) -> dict[str, Any]:
        return {"seat": self._results["seat"].copy(), "returns": self._results["returns"].copy()}


def _numbers(opponents: str | Sequence[str], players: int) -> NDArray[np.uint8]:
    """The opponents' numbers for kernels."""
    specs = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    for spec in specs:
        check_choice("opponent", spec, tuple(KINDS))
    if specs and len(specs) != players - 1:
        raise EnvError("envs.opponents", count=len(specs), others=players - 1)
    return numbers_of(specs)
