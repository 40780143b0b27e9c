"""Tell a game, or show a position, in the terminal."""

import time
from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Console

from han.engine.position import Position
from han.engine.view import View
from han.records.replay import Step
from han.tui.sight import Sight

BOARDS = ("turn", "round", "scoring", "end", "never")
