"""What is told is what was told before structs declared it, key by key and value by value.

`told_before.json` was written by the code that built dicts: a log, what several viewers heard of
it after some of its entries, and a digest of what they heard after each. The narrator's sentences
came later, and are left out.
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


def log() -> list[Entry]:
    return [decode_entry(line.encode()) for line in BEFORE["log"]]


def without_sentences(value: Any) -> Any:
    if isinstance(value, list):
        return [without_sentences(one) for one in value]
    if isinstance(value, dict):
        return {key: without_sentences(one) for key, one in value.items() if key != "told"}
    return value


def digest(value: object) -> str:
    text = json.dumps(without_sentences(value), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def test_tables_moments_and_entries() -> None:
    samples = {sample["seq"]: sample["told"] for sample in BEFORE["samples"]}
    table = Table(TABLE, SEED, INVITE)
    for seq, entry in enumerate(log()):
        events = table.apply(entry)
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
            assert sample in without_sentences(told)
        assert digest(told).startswith(BEFORE["sums"][seq]), seq


def test_the_whole_game_looked_back_at() -> None:
    entries, before = log(), BEFORE["whole"]
    table = Table.load(TABLE, SEED, entries, INVITE)
    assert table.timeline is not None
    histories = [tell_history(table, entries, viewer) for viewer in VIEWERS]
    assert digest(histories) == before["history"]
    moments = [tell_moment(table, entries[:90], viewer) for viewer in VIEWERS]
    assert digest(moments) == before["moment"]
    replayed = as_json(replay_json(table.timeline.record(table.record_meta())))
    assert digest(replayed) == before["replay"]


@pytest.mark.parametrize(("line", "before"), BEFORE["entries"], ids=range(len(BEFORE["entries"])))
def test_an_entry_of_each_kind(line: str, before: dict[str, Any]) -> None:
    table, entry = begun(ann, ben, cleo).table, decode_entry(line.encode())
    told = {guest: entry_json(table, 7, entry, (), Viewer(guest)) for guest in before}
    assert without_sentences(told) == before
