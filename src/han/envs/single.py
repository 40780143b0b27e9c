"""The Gymnasium environment of one learner; bots play the other seats."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray

from han.bots.registry import make_bot
from han.engine.chance import Chance
from han.engine.game import Game
from han.envs.errors import EnvError
from han.envs.picture import check_mode, show
from han.envs.rewards import reward_kind
from han.envs.running_game import Mask, RunningGame
from han.envs.spaces import observation_space
from han.messages import language, message
from han.play.guard import GuardedBot, close_bot
from han.rules.codes import CODES

Seen = dict[str, NDArray[Any]]


class LegalActionSpace(Discrete):
    """All codes; a sample without a mask is always a legal action.

    Gymnasium's tools sample at random, and in a game most codes are illegal. A sample is drawn
    from the legal actions of the current position; just after `seed`, from those of the position
    that a reset with that seed deals, so that the two can be seeded in either order.
    """

    def __init__(self, env: "HanEnv") -> None:
        """Sample legal actions of ``env``."""
        super().__init__(CODES)
        self._env = env

    def seed(self, seed: Any = None) -> Any:
        """Start the sequence of samples."""
        if isinstance(seed, int):
            self._env.expect(seed)
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random legal action, or one by the given mask or probabilities."""
        if mask is None and probability is None:
            mask = self._env.expected_mask()
        return super().sample(mask, probability)

    def __deepcopy__(self, memo: dict[int, Any]) -> Discrete:
        """A plain space of all codes: copies only describe the space."""
        return Discrete(CODES)


class HanEnv(Env[Seen, np.int64]):
    """One seat against bots. Rewards come when the game ends."""

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        map_id: str = "border-disputes",
        players: int = 4,
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        variant: bool = False,
        wild_in_prices: bool = True,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        """Prepare an environment.

        Args:
            map_id: The map's name, or its file's path.
            players: How many play.
            opponents: A bot's spec for each other seat, from the learner's next neighbour on,
                or one for all of them.
            seat: Where the learner sits; drawn for each game by default.
            variant: Whether the map's variant is played.
            wild_in_prices: The option of Q1.
            reward: One of `han.envs.rewards.REWARDS`.
            render_mode: ``None``, ``human`` (text to the terminal), ``ansi`` or ``rgb_array``.
        """
        game = Game(map_id, players, variant=variant, wild_in_prices=wild_in_prices)
        others = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(others) != players - 1:
            raise EnvError("envs.opponents", count=len(others), others=players - 1)
        if seat is not None and seat not in range(players):
            raise EnvError("setup.seat", seat=seat, last=players - 1)
        self._prepare(game, others, seat)
        self._reward = reward_kind(reward)
        self._expected: int | None = None
        self.render_mode = check_mode(render_mode)
        self.observation_space: Any = observation_space()
        self.action_space = LegalActionSpace(self)

    def _prepare(self, game: Game, opponents: Sequence[str], seat: int | None) -> None:
        """Allocate a game and make its bots."""
        self._running = RunningGame(game)
        self._specs = opponents
        self._bots = [make_bot(spec) for spec in opponents]
        self._seated: list[GuardedBot] = []
        self._bot_chance = Chance(0)
        self._fixed_seat = seat
        self._seat = 0
        self._is_dealt = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new game and play up to the learner's first decision."""
        super().reset(seed=seed)
        self._expected = None
        self._begin(self.np_random)
        return self._seen(), self._info()

    def _begin(self, random: np.random.Generator) -> None:
        self._running.begin(int(random.integers(1 << 63)))
        self._bot_chance = Chance(int(random.integers(1 << 63)))
        drawn = int(random.integers(self._running.game.players))
        self._seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._seated = [GuardedBot(bot) for bot in self._bots]
        self._is_dealt = True
        self._let_others_play()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action and the other seats' turns after it.

        Raises:
            InvalidAction: If the action is not legal; then nothing was played.
            ResetNeeded: Before the first reset, and when the game is over.
        """
        self._expected = None
        if not self._is_dealt or self._running.is_over:
            raise ResetNeeded(message("envs.not_reset", language()))
        if not self._running.is_legal(int(action)):
            raise InvalidAction(message("envs.illegal", language(), action=action))
        self._running.play(int(action))
        self._let_others_play()
        reward = self._running.rewards(self._reward)[self._seat] if self._running.is_over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, self._running.is_over, False, self._info()

    def render(self) -> Any:
        """What everybody can see, as text or as a picture."""
        return show(self._running.position, self.render_mode)

    def close(self) -> None:
        """Close the bots."""
        for bot in self._bots:
            close_bot(bot)

    def expect(self, seed: int) -> None:
        """Draw the next samples for the game that a reset with this seed deals."""
        self._expected = seed

    def expected_mask(self) -> Mask:
        """The legal actions that samples are drawn from."""
        if self._expected is None:
            return self._running.mask()
        preview = HanEnv.__new__(HanEnv)
        preview._prepare(self._running.game, self._specs, self._fixed_seat)
        preview._begin(seeding.np_random(self._expected)[0])
        for bot in preview._bots:
            close_bot(bot)
        return preview._running.mask()

    def _let_others_play(self) -> None:
        running = self._running
        while not running.is_over and running.seat != self._seat:
            view = running.position.view(running.seat)
            bot = self._seated[(running.seat - self._seat - 1) % running.game.players]
            action = bot.choose(view, self._bot_chance)
            running.play(action.code_on(running.game.book))

    def _seen(self) -> Seen:
        return {
            "observation": self._running.observation(self._seat),
            "action_mask": self._running.mask(),
        }

    def _info(self) -> dict[str, Any]:
        position = self._running.position
        return {"seat": self._seat, "points": np.array(position.scores, np.int64)}
