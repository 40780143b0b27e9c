"""Whole recorded games with exact results, by the engine's rules and by the referee's."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from beside_referee import BOARDS
from han.engine.event import LastRoundBegun
from han.records.files import read_record
from han.records.record import Record, format_record
from han.records.replay import replay, verify
from reference import replay as referee_replay
from tables import GAMES

PATHS = sorted((Path(__file__).parent / "games").glob("*.json"))

every_record = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


@every_record
def test_replaying_gives_every_line(path: Path) -> None:
    record = read_record(path)
    position = verify(record)
    assert position.result == record.result
    assert format_record(record) == path.read_text("utf-8")


@every_record
def test_the_referee_agrees(path: Path) -> None:
    record = json.loads(path.read_text("utf-8"))
    referee_replay(record, BOARDS[record["map"]])


def endings(record: Record) -> Iterator[str]:
    """In which of the ways that the rules know a game ended (D4, D5)."""
    assert record.result is not None
    if record.result.reason == "board":
        yield "no piece fits"
    for step in replay(record):
        for event in step.events:
            if isinstance(event, LastRoundBegun) and record.result.reason == "pile":
                yield "by a hand" if step.action.kind == "*" else "by a refill"
                if event.seat == (record.start - 1) % record.players:
                    yield "by the round's last player"


def test_every_way_to_end_is_recorded() -> None:
    found = {ending for path in PATHS for ending in endings(read_record(path))}
    assert found == {"by a hand", "by a refill", "by the round's last player", "no piece fits"}


def test_every_kind_of_game_is_recorded() -> None:
    kinds = set()
    for path in PATHS:
        record = read_record(path)
        kinds.add((record.map, record.players, record.variant, record.wild_in_prices))
    assert kinds == {(g.map.id, g.players, g.variant, g.wild_in_prices) for g in GAMES}
    assert len(PATHS) >= 40
