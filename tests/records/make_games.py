"""Write the recorded games in `games/` anew: ``python tests/records/make_games.py``.

Needed only when a map file or the record format changes. The tests replay every game by
the referee's rules too, so a fault of the engine cannot hide in a record.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from han.bots.registry import make_line_up
from han.engine.game import Game
from han.play.files import write_atomically
from han.play.match import play_match
from han.records.record import Record, format_record
from han.records.recorder import Recorder
from tables import GAMES, filling_action, play_through

FOLDER = Path(__file__).parent / "games"
FULL_BOARDS = ((Game("border-disputes", 5), 0), (Game("border-disputes", 5), 3))


def name_of(game: Game, played_by: str) -> str:
    """For example ``border-disputes-4-variant-greedy``."""
    parts = [game.map.id, str(game.players)]
    parts += ["variant"] * game.variant + ["strict"] * (not game.wild_in_prices)
    return "-".join([*parts, played_by])


def filled_board(game: Game, seed: int) -> Record:
    """A game of players who want the board full."""
    recorder = None
    for before, action, after, events in play_through(game, seed, filling_action):
        recorder = recorder or Recorder(before, {"played_by": "filling", "seed": seed})
        recorder.add(action, after, events)
    assert recorder is not None
    return recorder.record()


def main() -> None:
    """Replace all games."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for number, game in enumerate(GAMES):
        for bots in ("random", "greedy"):
            match = play_match(game, make_line_up(bots, game.players), seed=1, number=number)
            write_atomically(FOLDER / f"{name_of(game, bots)}.json", format_record(match.record))
    for game, seed in FULL_BOARDS:
        record = filled_board(game, seed)
        write_atomically(FOLDER / f"{name_of(game, f'full-{seed}')}.json", format_record(record))


if __name__ == "__main__":
    main()
