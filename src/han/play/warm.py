"""Compile every kernel now rather than at its first use."""

import time

from han.bots.registry import make_bot, make_line_up, own_bot_names
from han.engine.belief import sample
from han.engine.chance import Chance
from han.engine.game import Game
from han.play.batch import play_batch
from han.play.match import play_match
from han.play.perft import count_leaves
from han.play.speed import time_random_games


def compile_all() -> float:
    """Run each kernel once; return the seconds that took."""
    began = time.perf_counter()
    game = Game("border-disputes", players=3)
    position = game.deal(0)
    play_match(game, make_line_up("random,greedy,random", 3), seed=0)
    play_batch(game, ["scribe", "greedy", "governor"], games=1, seed=0)
    for name in own_bot_names():
        make_bot(name).choose(position.view(position.start), Chance(0))
    sample(position.view(0), 0)
    count_leaves(position, 1)
    time_random_games(game, games=1)
    return time.perf_counter() - began
