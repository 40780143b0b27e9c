"""Playing games between bots and writing their records to files."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from han.engine.game import Game
from han.engine.position import Position
from han.play.files import make_folder, write_atomically
from han.play.guard import OnFault, ignore_fault
from han.play.series import play_singly
from han.records.record import format_record


def record_games(
    game: Game,
    line_up: Sequence[str],
    games: int,
    seed: int,
    folder: Path,
    report: OnFault = ignore_fault,
) -> Iterator[tuple[Position, int]]:
    """Play games one by one, write each record to ``folder``, and yield how the games ended."""
    make_folder(folder)
    played = play_singly(game, line_up, games, seed, report)
    for number, (position, record) in enumerate(played, start=1):
        write_atomically(folder / f"{number:06}.json", format_record(record))
        yield position, len(record.turns)
