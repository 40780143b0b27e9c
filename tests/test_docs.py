"""The documentation is true: its examples run, its links lead somewhere, its boards are ours."""

import doctest
import re
from pathlib import Path

import pytest

from han.engine.position import Position
from han.maps.load import load_map, map_ids
from han.maps.svg import draw_map

ROOT = Path(__file__).parents[1]
TOP = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
PAGES = [*TOP, *sorted((ROOT / "docs").rglob("*.md"))]

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@every_page
def test_examples_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_there_are_examples() -> None:
    assert sum(">>>" in page.read_text("utf-8") for page in PAGES) >= 2


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


def test_a_visitor_sees_a_turn_in_motion() -> None:
    shown = re.search(r"!\[.+\]\((.+\.webp)\)", (ROOT / "README.md").read_text("utf-8"))
    assert shown
    film = (ROOT / shown[1]).read_bytes()
    assert film.count(b"ANMF") > 1, "more than one picture"


@pytest.mark.parametrize("map_id", map_ids())
def test_pictures_of_boards_are_the_boards(map_id: str) -> None:
    picture = ROOT / "docs" / "images" / f"{map_id}.svg"
    assert picture.read_text("utf-8") == draw_map(load_map(map_id), "en")


def test_position_strings_in_the_documentation_are_positions() -> None:
    page = (ROOT / "docs" / "reference" / "notation.md").read_text("utf-8")
    (example,) = re.findall(r"^border-disputes .*$", page, flags=re.MULTILINE)
    assert str(Position.parse(example)) == example
