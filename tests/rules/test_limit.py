"""The C program that says how fast random games could be plays the games that we play."""

import importlib.util
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from han.engine.game import Game

SOURCE = Path(__file__).parents[2] / "bench" / "limit" / "limit.py"
GAMES = 500


@pytest.fixture
def limit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("limit", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_c_plays_the_same_games(limit: ModuleType, tmp_path: Path) -> None:
    """Points by source and numbers of decisions, folded into one number."""
    game = Game("border-disputes", 4)
    program = limit.build(game, tmp_path)
    if program is None:
        pytest.skip("there is no C compiler here")
    told = subprocess.run([program, "check", str(GAMES)], capture_output=True, check=True)
    assert int(told.stdout) == limit.our_digest(game, GAMES)
