"""The PettingZoo environment of agents that take turns: ``han_v1``.

``env(...)`` is the usual one: an illegal action ends the game, as in PettingZoo's board games.
``raw_env(...)`` raises an error instead.
"""

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from han.engine.game import Game
from han.envs.errors import EnvError, IllegalError
from han.envs.picture import check_mode, show
from han.envs.rewards import ILLEGAL, reward_kind
from han.envs.running_game import RunningGame
from han.envs.spaces import action_space, observation_space
from han.envs.version import NAME
from han.rules.codes import CODES

Seen = dict[str, NDArray[Any]]
Aec: TypeAlias = "AECEnv[str, Seen, int]"
_NOTHING_LEGAL: Final = np.zeros(CODES, np.int8)


def env(map_id: str = "border-disputes", players: int = 4, **options: Any) -> Aec:
    """The environment with PettingZoo's usual wrappers; arguments as for `HanAec`."""
    return EndAtIllegal(raw_env(map_id, players, **options), ILLEGAL)


def raw_env(map_id: str = "border-disputes", players: int = 4, **options: Any) -> "HanAec":
    """The environment without wrappers; an illegal action is an error that changes nothing."""
    return HanAec(map_id, players, **options)


class EndAtIllegal(TerminateIllegalWrapper):  # type: ignore[misc]  # it ships no types
    """PettingZoo's wrapper that ends a game at an illegal action, without its overhead.

    The wrapper looks every attribute up by name, which takes longer than the game itself. So
    legal actions go directly to the wrapped environment.
    """

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """The agents in the order of their decisions."""
        agents: Iterable[str] = self.env.agent_iter(max_iter)
        return agents

    def last(self, observe: bool = True) -> tuple[Seen | None, float, bool, bool, dict[str, Any]]:
        """The observation and the rewards of the agent to move."""
        latest: tuple[Seen | None, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return latest

    def step(self, action: int | None) -> None:
        """Play an action; an illegal one ends the game, and its agent loses."""
        try:
            self.env.step(action)
        except IllegalError:
            super().step(action)


class HanAec(AECEnv[str, Seen, int]):  # type: ignore[misc]  # it ships no types
    """Agents ``seat_0`` … in the order of seats; rewards come when the game ends."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's own form
        "name": NAME,
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        map_id: str = "border-disputes",
        players: int = 4,
        *,
        variant: bool = False,
        wild_in_prices: bool = True,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        """Prepare an environment.

        Args:
            map_id: The map's name, or its file's path.
            players: How many play.
            variant: Whether the map's variant is played.
            wild_in_prices: The option of Q1.
            reward: One of `han.envs.rewards.REWARDS`.
            render_mode: ``None``, ``human`` (text to the terminal), ``ansi`` or ``rgb_array``.
        """
        super().__init__()
        self._running = RunningGame(
            Game(map_id, players, variant=variant, wild_in_prices=wild_in_prices)
        )
        self._reward = reward_kind(reward)
        self.render_mode = check_mode(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Dict:
        """The same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; without a seed the random generator continues."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._running.begin(int(self._random.integers(1 << 63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._running.seat]

    def observe(self, agent: str) -> Seen:
        """An agent's observation; its mask has ones only while it is to move."""
        seat = self._seats[agent]
        is_to_move = seat == self._running.seat and not self._running.is_over
        mask = self._running.mask() if is_to_move else _NOTHING_LEGAL.copy()
        return {"observation": self._running.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; ``None`` for one whose game is over.

        Raises:
            IllegalError: If the action is not legal; then nothing was played.
        """
        if not self.agents:
            raise EnvError("envs.not_reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._running.is_legal(action):
            raise IllegalError("envs.illegal", action=action)
        self._running.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self._running.is_over:
            rewards = self._running.rewards(self._reward)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self.agent_selection = self.possible_agents[self._running.seat]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """What everybody can see, as text or as a picture."""
        return show(self._running.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources."""
