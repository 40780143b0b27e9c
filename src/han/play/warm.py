"""Compile every kernel now rather than at its first use."""

import time
from collections.abc import Callable

import numpy as np

from han.bots.governor import governor_code
from han.bots.registry import make_bot, make_line_up, own_bot_names
from han.bots.scribe import scribe_code
from han.engine.belief import sample
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.overview import overview_json
from han.engine.placing import list_refusals
from han.engine.position import Position
from han.play.batch import play_batch
from han.play.match import play_match
from han.play.perft import count_leaves
from han.play.process_pool import ProcessPool, do_nothing
from han.rules.compile import (
    INTERPRETED,
    compile_in_silence,
    count_compiled,
    is_compilation_due,
    note_all_compiled,
    say_that_kernels_are_compiled,
)
from han.rules.generator import new_generator
from han.rules.playout import play_random_games
from han.rules.scratch import new_scratch
from han.rules.state import new_states
from han.rules.tape import NO_TAPE
from han.search.policy.guided import guided_code
from han.search.policy.workspace import new_workspace
from han.search.tree.settings import make_settings

SEED = 0
"""An arbitrary seed."""
LOOK_S = 0.1
"""Seconds between two checks of the progress."""

OnProgress = Callable[[int, int], None]
"""Is called with how many kernels are compiled, and how many there are."""


def compile_all(on_progress: OnProgress = lambda done, total: None) -> float:
    """Compile what is not in the cache yet, in two processes; return the seconds that took.

    This process only waits, and reports progress. When it is interrupted the others end at once.
    """
    if INTERPRETED:
        return 0.0
    began = time.perf_counter()
    if is_compilation_due():
        _compile_together(on_progress)
    else:
        load_all()  # which compiles what is missing after all
    return time.perf_counter() - began


def _compile_together(on_progress: OnProgress) -> None:
    with Compilation() as compilation:
        while not compilation.is_done:
            on_progress(*count_compiled())
            time.sleep(LOOK_S)


class Compilation:
    """Two processes that compile all kernels while the context lasts.

    Each kernel is compiled by the process that needs it first, and the other one loads it
    (`han.rules.compile`). So the two use the kernels in different orders.
    """

    def __enter__(self) -> "Compilation":
        """Start the processes, and announce the compilation."""
        say_that_kernels_are_compiled()
        self._processes = ProcessPool(2, end=do_nothing, begin=compile_in_silence)
        self._futures = [
            self._processes.submit(use, SEED) for use in (use_policies, use_other_kernels)
        ]
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes, whatever they are doing."""
        self._processes.close()

    @property
    def is_done(self) -> bool:
        """Whether all kernels are in the cache; raises what a process has failed with."""
        if not all(way.done() for way in self._futures):
            return False
        for way in self._futures:
            way.result()
        note_all_compiled()
        return True


def load_all() -> None:
    """Load every kernel in this process."""
    use_policies(SEED)
    use_other_kernels(SEED)


def use_other_kernels(seed: int) -> None:
    """Run every kernel once that `use_policies` does not run."""
    use_rules(seed)
    use_search(seed)


def use_policies(seed: int) -> None:
    """Run each kernel that chooses by value once, games between such bots, and perft."""
    opening, settings = _opening(seed), make_settings()
    work, state, generator = new_workspace(opening.game), opening.state, Chance(seed).generator
    governor_code(work, state, generator)
    scribe_code(work, state, generator)
    guided_code(work, state, settings.first_pieces, settings.careful, generator)
    play_batch(opening.game, ["scribe", "greedy", "governor"], games=1, seed=seed)
    count_leaves(opening, 1)


def use_rules(seed: int) -> None:
    """Run each kernel of the rules once."""
    opening = _opening(seed)
    play_one_random_game(opening.game)
    match = play_match(opening.game, make_line_up("random,greedy,random", 3), seed=seed)
    for position in (opening, match.position):
        _use_scoring(position)
    sample(opening.view(0), seed)


def play_one_random_game(game: Game) -> None:
    """Play a game without bots, views and events."""
    parts = new_states(1), new_scratch(), new_generator(), NO_TAPE
    play_random_games(game.board, game.new_setup(), *parts, np.uint64(SEED), 0)


def use_search(seed: int) -> None:
    """Let each bot choose once, including those that search."""
    opening = _opening(seed)
    for name in own_bot_names():
        make_bot(name).choose(opening.view(opening.start), Chance(seed))


def _use_scoring(position: Position) -> object:
    """Run the kernels of results and overviews, and of what ends a placing."""
    refusals = list_refusals(position.game.board, position.state)
    return position.result, overview_json(position.view(0)), refusals


def _opening(seed: int) -> Position:
    return Game("border-disputes", players=3).deal(seed)
