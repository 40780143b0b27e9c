"""What is told is what was told before structs declared it, key by key and value by value.

`told_before.json` was written by the code that built dicts: a log, what several viewers heard of
it after some of its entries, and a digest of what they heard after each. What came later is left
out: keys that have been added, and the moments at which a seat could still undo something, of which
the others are no longer told.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from han.records.replay_json import replay_json
from han.table.entry import Entry, decode_entry
from han.table.table import Table
from han.table.telling import Viewer
from table.building import INVITE, SEED, TABLE, ann, begun, ben, cleo
from table.hearing import (
    as_json,
    entry_json,
    moment_json,
    table_json,
    tell_history,
    tell_moment,
)

BEFORE: dict[str, Any] = json.loads((Path(__file__).parent / "told_before.json").read_text("utf-8"))
VIEWERS = [Viewer(guest, seat) for guest, seat in BEFORE["viewers"]]


ADDED = {
    "told",
    "length",
    "round",
    "is_invited",
    "no_piece",
    "after_stop",
    "redrawn",
    "no_take_back",
    "brought",
    "moved_to",
    "leaders",
    "majority",
    "free",
}
"""What has been told only since then."""


def log() -> list[Entry]:
    return [decode_entry(line.encode()) for line in BEFORE["log"]]


def without_additions(value: Any) -> Any:
    if isinstance(value, list):
        return [without_additions(one) for one in value]
    if isinstance(value, dict):
        added = ADDED | {"emissaries"} if "holders" in value else ADDED  # of an alliance
        return {key: without_additions(one) for key, one in value.items() if key not in added}
    return value


def digest(value: object) -> str:
    text = json.dumps(without_additions(value), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def test_tables_moments_and_entries() -> None:
    samples = {sample["seq"]: sample["told"] for sample in BEFORE["samples"]}
    table = Table(TABLE, SEED, INVITE)
    for seq, entry in enumerate(log()):
        events = table.apply(entry)
        if table.held:
            continue
        told = [
            {
                "guest": viewer.guest,
                "seat": viewer.seat,
                "entry": entry_json(table, seq, entry, events, viewer),
                "table": table_json(table, viewer.guest),
                "moment": moment_json(table, viewer),
            }
            for viewer in VIEWERS
        ]
        for sample in samples.get(seq, []):
            assert sample in without_additions(told)
        assert digest(told).startswith(BEFORE["sums"][seq]), seq


def with_everything_undone(table: Table, entries: list[Entry], viewer: Viewer) -> list[Any]:
    """A history as it used to be: also of what only its seat came to know before it was undone."""
    past, told = table.blank(), []
    for seq, entry in enumerate(entries):
        events = past.apply(entry)
        told.append(entry_json(table, seq, entry, events, viewer, past))
    return [one for one in told if one is not None]


def test_the_whole_game_looked_back_at() -> None:
    entries, before = log(), BEFORE["whole"]
    table = Table.load(TABLE, SEED, entries, INVITE)
    assert table.timeline is not None
    histories = [with_everything_undone(table, entries, viewer) for viewer in VIEWERS]
    assert digest(histories) == before["history"]
    for viewer, history in zip(VIEWERS, histories, strict=True):
        told = tell_history(table, entries, viewer)
        assert told == [one for one in history if one in told]
    moments = [tell_moment(table, entries, viewer, 89) for viewer in VIEWERS]
    assert digest(moments) == before["moment"]
    replayed = as_json(replay_json(table.timeline.record(table.record_meta())))
    assert digest(replayed) == before["replay"]


@pytest.mark.parametrize(("line", "before"), BEFORE["entries"], ids=range(len(BEFORE["entries"])))
def test_an_entry_of_each_kind(line: str, before: dict[str, Any]) -> None:
    table, entry = begun(ann, ben, cleo).table, decode_entry(line.encode())
    for guest, told_before in before.items():
        told = without_additions(entry_json(table, 7, entry, (), Viewer(guest)))
        if told and told["type"] == "rematched":
            assert told.pop("seat") is None, "unknown in old games"
        assert told == told_before
