"""Compile every kernel now rather than at its first use."""

import time

import numpy as np

from han.bots.governor import governor_code
from han.bots.registry import make_bot, make_line_up, own_bot_names
from han.bots.scribe import scribe_code
from han.engine.belief import sample
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.play.batch import play_batch
from han.play.match import play_match
from han.play.perft import count_leaves
from han.play.process_pool import ProcessPool, do_nothing
from han.rules.compile import (
    INTERPRETED,
    compile_in_silence,
    is_all_compiled,
    note_all_compiled,
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
"""Any game will do."""


def compile_all() -> float:
    """Compile what is not in the cache yet, in two processes; return the seconds that took.

    Each kernel is compiled by the process that comes to it first, and the other one loads it
    (`han.rules.compile`). So they go different ways.
    """
    if INTERPRETED:
        return 0.0
    began = time.perf_counter()
    if is_all_compiled():
        load_all()  # which compiles what is missing after all
    else:
        _compile_together()
        note_all_compiled()
    return time.perf_counter() - began


def _compile_together() -> None:
    helper = ProcessPool(1, end=do_nothing, begin=compile_in_silence)
    try:
        policies = helper.submit(use_policies, SEED)
        use_rules(SEED)
        use_search(SEED)
        policies.result()
    finally:
        helper.close()


def load_all() -> None:
    """Have every kernel ready in this process."""
    use_policies(SEED)
    use_rules(SEED)
    use_search(SEED)


def use_policies(seed: int) -> None:
    """Run each kernel that chooses by value once, games between such bots, and perft."""
    opening, settings = _opening(seed), make_settings()
    work, state, generator = new_workspace(opening.game), opening.state, Chance(seed).generator
    governor_code(work, state, generator)
    scribe_code(work, state, generator)
    guided_code(work, state, settings.looks, settings.careful, generator)
    play_batch(opening.game, ["scribe", "greedy", "governor"], games=1, seed=seed)
    count_leaves(opening, 1)


def use_rules(seed: int) -> None:
    """Run each kernel of the rules once."""
    opening = _opening(seed)
    play_one_random_game(opening.game)
    play_match(opening.game, make_line_up("random,greedy,random", 3), seed=seed)
    sample(opening.view(0), seed)


def play_one_random_game(game: Game) -> None:
    """Play a game without bots, views and events."""
    parts = new_states(1), new_scratch(), new_generator(), NO_TAPE
    play_random_games(game.board, game.new_setup(), *parts, np.uint64(SEED), 0)


def use_search(seed: int) -> None:
    """Have each bot choose once, those that search too."""
    opening = _opening(seed)
    for name in own_bot_names():
        make_bot(name).choose(opening.view(opening.start), Chance(seed))


def _opening(seed: int) -> Position:
    return Game("border-disputes", players=3).deal(seed)
