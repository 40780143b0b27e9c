"""No sentence translates an English one that has changed since (`tools/review_words.py`)."""

from pathlib import Path

import pytest
import review_words
from review_words import LANGUAGES, Entry, accept, digest, read_entries, read_reviewed, to_review

ENGLISH = read_entries("en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_was_reviewed_after_its_english_changed(lang: str) -> None:
    left = to_review(ENGLISH, read_reviewed()[lang])
    assert left == [], "to be reviewed (python tools/review_words.py): " + ", ".join(left)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_listed_that_is_gone(lang: str) -> None:
    assert sorted(read_reviewed()[lang].keys() - ENGLISH.keys()) == []


def test_a_changed_and_a_new_sentence_are_to_be_reviewed() -> None:
    reviewed = {"a.same": digest("Yes."), "a.changed": digest("No."), "a.gone": digest("Oh.")}
    english: dict[str, Entry] = {
        "a.same": "Yes.",
        "a.changed": "No!",
        "a.new": {"one": "{count} card", "other": "{count} cards"},
    }
    assert to_review(english, reviewed) == ["a.changed", "a.new"]
    after = accept(english, reviewed, ["a.changed"])
    assert list(after) == ["a.same", "a.changed"]
    assert to_review(english, after) == ["a.new"]
    assert to_review(english, accept(english, after, english)) == []


def test_the_forms_of_a_plural_count() -> None:
    assert digest({"one": "a", "other": "b"}) != digest({"one": "a", "other": "c"})


@pytest.fixture
def own_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of which nothing was reviewed."""
    monkeypatch.setattr(review_words, "REVIEWED", tmp_path / "reviewed.json")
    review_words.write_reviewed({lang: {} for lang in LANGUAGES})


@pytest.mark.usefixtures("own_list")
def test_sentences_are_listed_and_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    assert review_words.main([]) == 1
    shown = capsys.readouterr().out
    assert shown.count("\n    en: ") == len(LANGUAGES) * len(ENGLISH)
    assert review_words.main(["--accept", "de", "rules.game_is_over"]) == 1
    assert list(read_reviewed()["de"]) == ["rules.game_is_over"]
    capsys.readouterr()
    assert review_words.main(["--accept", "de", "--all"]) == 1
    assert capsys.readouterr().out.startswith("fr ")
    assert [len(read_reviewed()[lang]) for lang in LANGUAGES] == [len(ENGLISH), 0, 0]
    assert review_words.main(["--all"]) == 0


@pytest.mark.usefixtures("own_list")
@pytest.mark.parametrize("wrong", [["es"], ["en"], ["de", "rules.nothing"]])
def test_what_there_is_not_cannot_be_accepted(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        review_words.main(["--accept", *wrong])
    assert read_reviewed() == {lang: {} for lang in LANGUAGES}
