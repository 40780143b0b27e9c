"""The OpenSpiel game ``python_han``; importing this module registers it.

The draw of the start player, the deal and every card from the pile are chance nodes. Actions are
the codes of `han.rules.codes`, as in all environments. Needs the extra ``openspiel``.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from han.engine.game import Game
from han.engine.position import Position
from han.envs.openspiel_history import GameHistory, HistoryStart
from han.envs.openspiel_memory import Memory
from han.envs.openspiel_observer import HanObserver
from han.envs.openspiel_piles import Sampler
from han.envs.rewards import MARGIN, WIN, fill_rewards, reward_kind
from han.maps.load import load_map, map_ids
from han.rules.codes import CODES
from han.rules.state import COLOUR_COUNT, SEATS

NAME: Final = "python_han"
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
PARAMETERS: Final = {
    "map": "border-disputes",
    "players": 4,
    "variant": False,
    "wild_in_prices": True,
    "reward": "win",
}
"""The parameters of `pyspiel.load_game`, with their defaults."""


def game_type(reward: int = -1, players: int = 0) -> Any:
    """OpenSpiel's description of the game, for any reward or for a certain one."""
    fewest, most = zip(*(load_map(map_id).players for map_id in map_ids()), strict=True)
    utility = pyspiel.GameType.Utility
    kinds = {None: utility.GENERAL_SUM, 0.0: utility.ZERO_SUM}
    return pyspiel.GameType(
        short_name=NAME,
        long_name="HAN",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=kinds.get(utility_sum(reward, players), utility.CONSTANT_SUM),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(most),
        min_num_players=min(fewest),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def utility_sum(reward: int, players: int) -> float | None:
    """The sum of all seats' rewards if it is constant, else none.

    Shares of the win add up to 1; the margins of two players add up to 0.
    """
    if reward == WIN:
        return 1.0
    if players != 2:
        return None
    return 0.0 if reward == MARGIN else 0.5


def new_rewards() -> Any:
    """An array for every seat's reward, in double precision: OpenSpiel checks their sum."""
    return np.zeros(SEATS, np.float64)


def game_info(game: Game, reward: int) -> Any:
    """OpenSpiel's bounds of a game.

    Each card is drawn at most twice, since the game ends after the second pile. In a turn as many
    cards are drawn as were played, and a piece costs at least one; with the end of placing that is
    at most three decisions for each card. In the last round nothing is drawn.
    """
    cards = sum(game.deck)
    return pyspiel.GameInfo(
        num_distinct_actions=CODES,
        max_chance_outcomes=max(COLOUR_COUNT, game.players),
        num_players=game.players,
        min_utility={WIN: 0.0, MARGIN: -1.0}.get(reward, -0.5),
        max_utility=1.0,
        utility_sum=utility_sum(reward, game.players),
        max_game_length=3 * 2 * cards + 4 * game.players,
    )


class HanGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A map with its options; made by ``pyspiel.load_game``."""

    def __init__(self, params: Mapping[str, Any] | None = None, table: Game | None = None) -> None:
        """Check the parameters; see `PARAMETERS`.

        Args:
            params: Parameters that differ from the defaults.
            table: The game that they describe, if it exists already.
        """
        options = {**PARAMETERS, **(params or {})}
        self.reward = reward_kind(options["reward"])
        self.table = table or Game(
            options["map"],
            options["players"],
            variant=options["variant"],
            wild_in_prices=options["wild_in_prices"],
        )
        self._before_deal = HistoryStart.before_deal(self.table)
        kind = game_type(self.reward, self.table.players)
        super().__init__(kind, game_info(self.table, self.reward), options)

    @staticmethod
    def of(table: Game, reward: str = "win") -> "HanGame":
        """OpenSpiel's game for one of ours."""
        params = {
            "map": table.source,
            "players": table.players,
            "variant": table.variant,
            "wild_in_prices": table.wild_in_prices,
            "reward": reward,
        }
        return HanGame(params, table)

    def new_initial_state(self, position: str | None = None) -> "HanState":
        """The state before the deal, or in the position that a position string describes."""
        if position is None:
            return HanState(self, GameHistory(self._before_deal))
        return self.state_in(self.table.position(position))

    def state_in(self, position: Position) -> "HanState":
        """A state that begins in a position, without a history."""
        return HanState(self, GameHistory(HistoryStart(position)))

    def max_chance_nodes_in_history(self) -> int:
        """The start player, and a card for each chance node after that."""
        return 1 + 2 * sum(self.table.deck)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HanObserver:
        """An observer of states; see `HanObserver`."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return HanObserver(self.table, kind, params)


class HanState(pyspiel.State):  # type: ignore[misc]
    """A state of a `HanGame`. All that OpenSpiel copies and stores is one `GameHistory`."""

    def __init__(self, game: HanGame, game_history: GameHistory) -> None:
        """Take a history, which must not be changed elsewhere."""
        super().__init__(game)
        self.game_history = game_history

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for chance or for the end."""
        if self.game_history.is_over:
            return TERMINAL
        return CHANCE if self.game_history.is_chance else self.game_history.seat

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.game_history.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of chance with their probabilities."""
        return self.game_history.outcomes()

    def returns(self) -> list[float]:
        """Every seat's reward; 0 before the end."""
        rewards = new_rewards()
        if self.game_history.is_over:
            fill_rewards(self.game_history.state, self.get_game().reward, rewards)
        players: list[float] = rewards[: self.game_history.game.players].tolist()
        return players

    def resample_from_infostate(self, player_id: int, probability_sampler: Sampler) -> "HanState":
        """A random state with the same information state for a seat.

        Args:
            player_id: The seat.
            probability_sampler: Gives numbers from 0 up to 1.
        """
        memories = self.game_history.memories
        if player_id not in memories:
            memories[player_id] = Memory(self.game_history, player_id)
        start, numbers = memories[player_id].resample(probability_sampler)
        state = HanState(self.get_game(), GameHistory(start))
        for number in numbers:
            state.apply_action(number)
        return state

    def _legal_actions(self, player: int) -> list[int]:
        return self.game_history.legal_numbers()

    def _apply_action(self, action: int) -> None:
        self.game_history.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game_history.step(action).text

    def __str__(self) -> str:
        """The position; during the deal with the cards dealt so far."""
        return str(self.game_history.position)


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(game_type(), HanGame)
