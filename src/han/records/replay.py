"""Replaying and verifying records."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

from han.engine.action import Action
from han.engine.event import Event
from han.engine.game import Game
from han.engine.position import Position
from han.maps.load import UnknownMapError, load_map
from han.messages import HanError
from han.records.errors import RecordMismatchError
from han.records.fair import FairCheck, UnfairCardsError, claims_fair
from han.records.parse import atom_actions
from han.records.record import Record, record_lines
from han.records.recorder import Recorder
from han.rules.setup import SetupError


@dataclass(frozen=True)
class Step:
    """One action or outcome of a replayed game."""

    turn: int
    """The turn's number, counted from 0."""
    before: Position
    action: Action
    after: Position
    events: tuple[Event, ...]


def first_position(record: Record, map_file: str | None = None) -> Position:
    """The deal that the record starts from."""
    game = record.game(map_file)
    return game.deal_cards(record.hands, record.display, start=record.start)


def replay(record: Record, map_file: str | None = None) -> Iterator[Step]:
    """The game step by step; an action that is not allowed raises its refusal."""
    position = first_position(record, map_file)
    for number, turn in enumerate(record.turns):
        for atom in turn.atoms:
            for text in atom_actions(atom):
                action = Action(text)
                after, events = position.play(action)
                yield Step(number, position, action, after, events)
                position = after


def verify(record: Record, map_file: str | None = None) -> Position:
    """Replay a record and compare every line; return the last position.

    If the record contains the seed of its cards, every card is checked against it.

    Raises:
        RecordMismatchError: At the first line that differs from what replaying gives.
    """
    game = _checked_game(record, map_file)
    if record.map_sha256 not in (game.map.sha256, *game.map.editions):
        line = _line_of(record, "map_sha256")
        raise RecordMismatchError("records.other_board", line=line, map=game.map.name)
    position = _checked_deal(record, map_file)
    cards = _fair_check(record, position)
    recorder = Recorder(position, record.meta)
    for step in _allowed_steps(record, map_file, recorder):
        if cards:
            cards.follow(step.before, step.action, step.turn)
        recorder.add(step.action, step.after, step.events)
        position = step.after
    played = replace(recorder.record(), map_sha256=record.map_sha256)
    _compare(record_lines(record), record_lines(played))
    return position


def _checked_game(record: Record, map_file: str | None) -> Game:
    if map_file:
        load_map(map_file)  # what is wrong with it is not the record's fault
    try:
        return record.game(map_file)
    except (UnknownMapError, SetupError) as error:
        line = _line_of(record, "map" if isinstance(error, UnknownMapError) else "players")
        raise RecordMismatchError("records.refused", line=line, fault=error.text()) from error


def _checked_deal(record: Record, map_file: str | None) -> Position:
    try:
        return first_position(record, map_file)
    except SetupError as error:
        line = _line_of(record, "start" if error.key == "setup.start" else "deal")
        raise RecordMismatchError("records.refused", line=line, fault=error.text()) from error


def _fair_check(record: Record, first: Position) -> FairCheck | None:
    return FairCheck(record, first, partial(_line_of, record)) if claims_fair(record) else None


def check_shown(record: Record, commitment: str, salt: str) -> None:
    """Compare a record with the commitment that a person saw, and the salt that they added.

    Args:
        record: A verified record.
        commitment: The commitment that was shown; empty to skip the comparison.
        salt: The salt that was added; empty for none.
    """
    fair: Any = record.meta.get("fair")
    told = fair if isinstance(fair, dict) else {}
    line = _line_of(record, "meta") if record.meta else 1
    if commitment and told.get("commitment") != commitment:
        raise UnfairCardsError("records.fair_other_commitment", line=line)
    salts = told.get("salts")
    if salt and (not isinstance(salts, list) or salt not in salts):
        raise UnfairCardsError("records.fair_salt_missing", line=line)


def _allowed_steps(record: Record, map_file: str | None, recorder: Recorder) -> Iterator[Step]:
    """The steps of a record; a refusal becomes the fault of the turn reached by ``recorder``."""
    try:
        yield from replay(record, map_file)
    except HanError as error:
        line = _line_of(record, "turns") + 1 + recorder.finished_turns
        raise RecordMismatchError("records.refused", line=line, fault=error.text()) from error


def _line_of(record: Record, key: str) -> int:
    """The line, counted from 1, on which a key of the record stands."""
    starts = (line.startswith(f'  "{key}": ') for line in record_lines(record))
    return 1 + list(starts).index(True)


def _compare(told: list[str], replayed: list[str]) -> None:
    for number, (line, right) in enumerate(zip_longest(told, replayed, fillvalue=""), start=1):
        if line != right:
            raise RecordMismatchError(
                "records.differs", line=number, told=line.strip(), replayed=right.strip()
            )
