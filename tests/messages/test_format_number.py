"""Numbers as each language writes them."""

import pytest

from han.messages import LANGUAGES, format_number
from han.messages.numbers import SIGNS


@pytest.mark.parametrize(
    ("lang", "written"),
    [
        ("en", "12.5% +0.5 1,234,567.9"),
        ("de", "12,5\xa0% +0,5 1.234.567,9"),
        ("fr", "12,5\xa0% +0,5 1\u202f234\u202f567,9"),
        ("it", "12,5% +0,5 1.234.567,9"),
    ],
)
def test_a_number_has_the_signs_of_the_language(lang: str, written: str) -> None:
    numbers = [(0.125, ".1%"), (0.5, "+.1f"), (1_234_567.89, ",.1f")]
    assert " ".join(format_number(value, how, lang) for value, how in numbers) == written


def test_every_language_has_its_signs() -> None:
    assert set(SIGNS) == set(LANGUAGES)
