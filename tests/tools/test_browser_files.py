"""The files in `web/tests` are what Python says now; the browser's tests compare with them."""

import pytest

from tools.browser.entries import kinds_without_a_case
from tools.browser.files import FILES, FOLDER, spell
from tools.browser.refusals import reasons_without_a_case


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_python_says(name: str) -> None:
    """If not: ``python -m tools.browser`` in the folder tests writes it anew."""
    assert (FOLDER / name).read_text("utf-8") == spell(FILES[name]())


def test_every_kind_of_entry_is_told() -> None:
    assert kinds_without_a_case() == set()


def test_there_is_a_refusal_of_every_kind() -> None:
    assert reasons_without_a_case() == set()
