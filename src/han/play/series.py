"""Games of one seed with any bots, one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from han.bots.compiled import KINDS
from han.bots.registry import make_bot
from han.engine.game import Game
from han.engine.position import Position
from han.play.guard import GuardedBot, Report, close_bot, ignore
from han.play.match import play_match
from han.records.record import Record


def can_play_in_bulk(line_up: Sequence[str]) -> bool:
    """Whether compiled play knows all these bots; any other must be asked move by move."""
    return all(spec in KINDS for spec in line_up)


def play_singly(
    game: Game, line_up: Sequence[str], games: int, seed: int, report: Report = ignore
) -> Iterator[tuple[Position, Record]]:
    """Play games 0 … ``games`` - 1 of ``seed``; how each ended, and its record.

    The bots are made once. No fault of theirs ends a game: it is reported, and kept in the
    record.
    """
    bots = [make_bot(spec) for spec in line_up]
    try:
        for number in range(games):
            guarded = [GuardedBot(bot, report=report) for bot in bots]
            match = play_match(game, guarded, seed, number)
            yield match.position, with_faults(match.record, guarded)
    finally:
        for bot in bots:
            close_bot(bot)


def with_faults(record: Record, bots: Sequence[GuardedBot]) -> Record:
    """The record with the bots' faults, if there were any."""
    faults = [fault.as_json() for bot in bots for fault in bot.faults]
    return replace(record, meta={**record.meta, "faults": faults}) if faults else record
