"""The files in `web/tests` are what Python says now; the browser's tests compare with them."""

import json

import pytest

from han.records.fair import claims_fair
from han.records.parse import parse_record
from han.records.replay import verify
from tools.browser.entries import kinds_without_a_case
from tools.browser.fair_games import fair_game_cases
from tools.browser.files import FILES, FOLDER, RECORDED, recorded, spell
from tools.browser.refusals import reasons_without_a_case
from tools.browser.verdicts import changes_of_nothing

STALE = "`python -m tools.browser` in the folder tests writes it anew"
SOME = 3
"""Of so many recorded games one is told anew here; the browser's tests play all of them."""


@pytest.mark.parametrize("name", [name for name in FILES if name != RECORDED])
def test_a_file_says_what_python_says(name: str) -> None:
    assert (FOLDER / name).read_text("utf-8") == spell(FILES[name]()), STALE


@pytest.mark.slow
def test_the_recorded_games_are_told_as_python_tells_them() -> None:
    expected = json.loads((FOLDER / RECORDED).read_text("utf-8"))
    some = expected | {"cases": expected["cases"][::SOME]}
    assert json.loads(spell(recorded(SOME))) == some, STALE


def test_every_kind_of_entry_is_told() -> None:
    assert kinds_without_a_case() == set()


def test_there_is_a_refusal_of_every_kind() -> None:
    assert reasons_without_a_case() == set()


def test_every_change_of_a_record_is_one() -> None:
    assert changes_of_nothing() == []


def test_the_games_that_the_browser_plays_again_are_verified_with_their_cards() -> None:
    """The browser writes the same records to the byte, so that `han verify` accepts its games."""
    for case in fair_game_cases():
        record = parse_record(case["record"])
        assert claims_fair(record)
        assert verify(record).is_over
