"""A second, slow implementation of the rules, written from the text of the rules alone.

The tests check the engine against it. It imports nothing of the engine.
"""

from .board import Board, build_board, load_board
from .referee import Foul, Referee
from .replay import random_game, replay

__all__ = ["Board", "Foul", "Referee", "build_board", "load_board", "random_game", "replay"]
