"""Playing games of one seed with any bots, one after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from han.bots.compiled import KINDS
from han.bots.registry import make_bot
from han.engine.game import Game
from han.engine.position import Position
from han.play.guard import GuardedBot, OnFault, close_bot, ignore_fault
from han.play.match import play_match
from han.records.record import Record


def can_play_in_bulk(line_up: Sequence[str]) -> bool:
    """Whether all these bots are compiled (`han.bots.compiled`)."""
    return all(spec in KINDS for spec in line_up)


def play_singly(
    game: Game, line_up: Sequence[str], games: int, seed: int, report: OnFault = ignore_fault
) -> Iterator[tuple[Position, Record]]:
    """Play games 0 … ``games`` - 1 of ``seed``; yield each final position and record.

    The bots are made once. Their faults do not end a game: they are reported, and are in the
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
