"""A bot that searches each decision within a budget of simulations or milliseconds."""

import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from han.bots.bot import Bot
from han.bots.budget import MOST_MILLISECONDS, MOST_SIMULATIONS, MOST_THREADS, Budget
from han.bots.spec import Spec, check_keys, read_choice, read_whole
from han.bots.turn_memory import TurnMemory, remember_answer
from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.view import View
from han.search.tree.search import Search
from han.search.tree.settings import ROLLOUTS, Settings, copy_settings, make_settings

STEP = 64
"""Simulations of each tree between two checks of the budget."""
DEFAULT_SIMULATIONS = 2000


class MctsBot:
    """Searches for each decision, and keeps its tree between the decisions of a turn.

    With more than one thread each has a tree of its own, and their visits are added up.
    """

    def __init__(
        self,
        spec: str,
        budget: Budget,
        settings: Settings | None = None,
        rounds: int | None = None,
    ) -> None:
        """Name the bot and give it a budget for each decision.

        Args:
            spec: The bot's name.
            budget: The limits of each decision.
            settings: The parameters of the search.
            rounds: The horizon in turns of each player, instead of the settings' horizon,
                which is a number of turns.
        """
        self.spec = spec
        self._budget = budget
        self._settings = copy_settings(make_settings() if settings is None else settings)
        self._rounds = rounds
        self._game: Game | None = None
        self._searches: list[Search] = []
        self._memory: TurnMemory | None = None
        self._answer: tuple[View, int, Action] | None = None

    def choose(self, view: View, chance: Chance) -> Action:
        """The action with the most visits; without a search if there is only one."""
        seed = chance.below(1 << 31)
        if self._answer is not None and self._answer[:2] == (view, seed):
            return self._answer[2]  # the same question again, after the tree has changed
        action = action_of(view.game.book, self._choose_code(view, seed))
        self._answer = (view, seed, action)
        return action

    def _choose_code(self, view: View, seed: int) -> int:
        assert view.seat is not None
        codes = self._memory.codes_to(view) if self._memory else None
        if len(view.legal_actions) == 1:
            code = view.legal_actions.codes[0]
            self._memory = remember_answer(view, view.seat, (*codes, code)) if codes else None
            return code
        self._prepare(view.game)
        self._begin(view, seed, codes)
        self._think()
        code = self._best(view.seat)
        self._memory = remember_answer(view, view.seat, (code,))
        return code

    def _prepare(self, game: Game) -> None:
        """Allocate a game's trees, before time is measured."""
        if self._game != game:
            self._game = game
            if self._rounds is not None:
                self._settings.horizon = horizon_of(self._rounds, game.players)
            threads = self._budget.threads
            nodes = self._budget.nodes // threads + 2 * STEP
            self._searches = [Search(game, self._settings, nodes) for _ in range(threads)]

    def _begin(self, view: View, seed: int, codes: tuple[int, ...] | None) -> None:
        for number, search in enumerate(self._searches):
            own_seed = seed + (number << 32)
            if codes is None or not search.continue_from(view, own_seed, codes):
                search.begin(view, own_seed)

    def _think(self) -> None:
        """Simulate until the budget is spent, or until no simulation could change the answer."""
        began = time.perf_counter()
        earlier = done = self._simulations()
        with ThreadPoolExecutor(len(self._searches)) as pool:
            run_all = pool.map if len(self._searches) > 1 else map
            while True:
                seconds = time.perf_counter() - began
                steps = sum(search.steps for search in self._searches)
                left = self._budget.left(done, done - earlier, seconds, steps)
                if self.visits() and (left < 1 or self._is_decided(left)):
                    return
                busy = self._searches[: int(max(1, min(left, len(self._searches))))]
                step = int(max(1, min(STEP, left // len(busy))))
                list(run_all(Search.run, busy, [step] * len(busy)))
                done = self._simulations()

    def _simulations(self) -> int:
        return sum(search.simulations for search in self._searches)

    def visits(self) -> Counter[int]:
        """How often the last search tried each action, by its code."""
        visits: Counter[int] = Counter()
        for search in self._searches:
            visits.update(search.visits())
        return visits

    def _is_decided(self, left: float) -> bool:
        """Whether the second action cannot overtake the first with the simulations left."""
        leaders = self.visits().most_common(2)
        return len(leaders) == 2 and leaders[0][1] - leaders[1][1] > left

    def _best(self, seat: int) -> int:
        visits = self.visits()

        def merit(code: int) -> tuple[int, float, int]:
            value = sum(search.reward(code, seat) for search in self._searches)
            return visits[code], value, -code

        return max(visits, key=merit)


def horizon_of(rounds: int, players: int) -> int:
    """The turns of some rounds, and one more."""
    return rounds * players + 1


def make_mcts(parameters: Mapping[str, str]) -> Bot:
    """The bot of a spec such as ``mcts:sims=2000`` or ``mcts:ms=500,threads=2``."""
    check_keys("mcts", parameters, ("sims", "ms", "threads", "rollouts"))
    ms = read_whole(parameters, "ms", None, least=1, most=MOST_MILLISECONDS)
    default = DEFAULT_SIMULATIONS if ms is None else None
    sims = read_whole(parameters, "sims", default, least=1, most=MOST_SIMULATIONS)
    threads = read_whole(parameters, "threads", 1, least=1, most=MOST_THREADS)
    rollouts = read_choice(parameters, "rollouts", tuple(ROLLOUTS))
    settings = make_settings(**ROLLOUTS[rollouts])
    return MctsBot(str(Spec("mcts", parameters)), Budget(sims, ms, threads=threads), settings)
