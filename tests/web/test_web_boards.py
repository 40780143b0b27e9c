"""Boards that people bring as map files, played in the browser."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from han.maps.check import check_map
from maps.test_check import VALID, edit
from program import han
from server.running import Server
from web.browser import Faults
from web.people import Person

DESIGN = VALID.replace('name = { en = "N"', 'name = { en = "Nine <b>Squares</b>"', 1)


def choose_file(person: Person, path: Path) -> Locator:
    """Bring a map file to the page of a new table; where its faults are told."""
    page = person.page
    page.get_by_label("Your own board").set_input_files(path)
    return page.get_by_role("alert")


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "nine.toml"
    path.write_text(DESIGN, "utf-8")
    return path


def test_faults_are_told_with_their_lines(
    browser: Browser, small_server: Server, faults: Faults, tmp_path: Path
) -> None:
    person = Person(browser, small_server.address, faults)
    person.go("/new")
    path = tmp_path / "nine.toml"
    broken = edit({"display = 4": "display = 9", '["a-1", "a-2"]': '["a-1", "aa-2"]'})
    path.write_text(broken, "utf-8")
    told = choose_file(person, path)
    expected = [fault.text("en") for fault in check_map(broken, "Line")]
    lines = [text.replace("Line:", "Line ", 1) for text in expected]
    expect(told.get_by_role("listitem")).to_have_text(lines)
    path.write_text(DESIGN, "utf-8")
    choose_file(person, path)
    expect(told.get_by_role("listitem")).to_have_count(0)
    expect(person.page.get_by_role("radio", name="Nine <b>Squares</b>")).to_be_checked()
    person.leave()


def test_a_whole_game_on_ones_own_board(
    browser: Browser, small_server: Server, faults: Faults, board: Path, tmp_path: Path
) -> None:
    person = Person(browser, small_server.address, faults)
    page = person.page
    person.go("/new")
    choose_file(person, board)
    expect(page.get_by_text("This game is kept on this device")).to_be_visible()
    person.button("Start game").click()
    person.at_table()
    assert person.table.startswith("local-")
    expect(page.locator("#space-a-b").first).to_be_attached()
    person.wait()
    person.button("Menu").click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Leave").first).to_be_visible()
    expect(menu.get_by_role("button", name="Continue online")).to_have_count(0)
    page.keyboard.press("Escape")
    person.finish_turn()
    page.reload()
    person.at_table()
    person.play_to_the_end()
    expect(person.open_tab("Result").get_by_role("row", name="Total")).to_be_visible()
    record = tmp_path / "game.json"
    with page.expect_download() as saved:
        page.get_by_role("link", name="Game record").click()
    saved.value.save_as(record)
    done = han("verify", "--map", str(board), str(record))
    assert done.returncode == 0, done.stderr
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".where")).to_contain_text("0 of")
    person.leave()

    other = Person(browser, small_server.address, faults)
    other.go("/replay")
    other.page.locator("input[type=file]").set_input_files(record)
    missing = other.page.get_by_role("alert")
    expect(missing).to_contain_text("The board “grid” isn’t kept on this device.")
    other.leave()
