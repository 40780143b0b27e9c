"""What a browser keeps can be deleted there: games for good, and boards that no game needs."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Locator, expect

from han.messages import message
from han.records.parse import parse_record
from han.records.replay import verify
from maps.test_check import VALID
from server.running import Server
from web.browser import Faults
from web.people import Person

GONE = message("local.no_such_game", "en")
BOARD = re.compile("^Nine Squares")
DELETE_ROW = """id => new Promise((resolve, reject) => {
  const opened = indexedDB.open("han");
  opened.onerror = () => reject(opened.error);
  opened.onsuccess = () => {
    const parts = ["tables", "entries", "summaries"];
    const work = opened.result.transaction(parts, "readwrite");
    work.objectStore("tables").delete(id);
    work.objectStore("entries").delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    work.objectStore("summaries").delete(id);
    work.oncomplete = () => { opened.result.close(); resolve(); };
    work.onabort = () => reject(work.error);
  };
})"""
"""Deletes a game behind the back of all tabs."""


def bins(person: Person) -> Locator:
    """The buttons that delete games."""
    return person.button(message("web.delete_game", "en"))


def answer(person: Person, button: str) -> None:
    """Answer the question that is asked."""
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name=message(button, "en"), exact=True).click()
    expect(dialog).to_have_count(0)


def test_a_game_is_deleted_after_a_question_also_where_it_is_open(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.play_now()
    other = Person(person.context, small_server.address, faults)
    other.go()
    go_on = other.page.get_by_role("link", name="Continue")
    bins(other).click()
    expect(other.page.get_by_role("dialog")).to_contain_text(message("web.delete_game_hint", "en"))
    assert other.page.get_by_role("dialog").get_by_role("link").count() == 0
    answer(other, "web.cancel")
    expect(go_on).to_be_visible()
    person.play_by_mouse()

    bins(other).click()
    answer(other, "web.delete")
    expect(go_on).to_have_count(0)
    expect(other.page.get_by_text(message("web.game_deleted", "en"))).to_be_visible()
    expect(person.page.get_by_role("alert")).to_have_text(GONE)
    person.page.reload()
    expect(person.page.get_by_role("alert")).to_have_text(GONE)
    person.page.get_by_role("link", name=message("web.to_start", "en")).click()
    expect(person.button("Play now")).to_be_visible()
    assert bins(person).count() == 0
    person.leave()


def test_a_page_that_has_not_heard_of_it_brings_nothing_back(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.play_now()
    person.wait()
    person.page.evaluate(DELETE_ROW, person.table)
    person.page.locator(".own li button:enabled").first.click()  # in a first turn one may discard
    person.page.get_by_role("button", name=re.compile("^Discard ")).click()
    expect(person.page.get_by_role("alert").filter(has_text=GONE)).to_be_visible()
    person.go()
    expect(person.button("Play now")).to_be_visible()
    assert bins(person).count() == 0
    person.leave()


def test_the_record_of_a_finished_game_can_be_saved_before(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, players=2)
    person.play_now()
    played = person.table
    person.play_to_the_end()
    person.go("/replay")
    mine = person.page.locator(f'a[href="/replay/{played}"]')
    expect(mine).to_be_visible()
    bins(person).click()
    with person.page.expect_download() as saved:
        person.page.get_by_role("dialog").get_by_role("link", name="Download game record").click()
    assert verify(parse_record(saved.value.path().read_text("utf-8"))).is_over
    answer(person, "web.delete")
    expect(mine).to_have_count(0)
    person.page.reload()
    expect(person.page.get_by_label(message("replay.from_link", "en"))).to_be_visible()
    expect(mine).to_have_count(0)
    person.leave()


def test_a_board_is_deleted_when_no_game_needs_it(
    browser: Browser, small_server: Server, faults: Faults, tmp_path: Path
) -> None:
    path = tmp_path / "nine.toml"
    path.write_text(VALID.replace('name = { en = "N"', 'name = { en = "Nine Squares"', 1), "utf-8")
    person = Person(browser, small_server.address, faults)
    page = person.page
    person.go("/new")
    page.get_by_label("Your own board").set_input_files(path)
    board = page.get_by_role("radio", name=BOARD)
    expect(board).to_be_checked()
    person.button("Start game").click()
    person.at_table()

    person.go("/new")
    delete = person.button(message("web.delete_board", "en", name="Nine Squares"))
    delete.click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(message("web.board_needed", "en", count=1))
    answer(person, "web.close")
    assert page.url.endswith("/new"), "the question's form is not that of the new table"
    expect(board).to_be_visible()

    person.go()
    bins(person).click()
    answer(person, "web.delete")
    person.go("/new")
    board.check(force=True)
    delete.click()
    expect(dialog).to_contain_text(message("web.delete_board_hint", "en"))
    answer(person, "web.delete")
    expect(board).to_have_count(0)
    expect(page.get_by_role("radio", name="Border Disputes")).to_be_checked()
    assert page.url.endswith("/new")
    page.reload()
    expect(page.get_by_role("radio", name="Border Disputes")).to_be_visible()
    expect(board).to_have_count(0)
    page.get_by_label("Your own board").set_input_files(path)
    expect(board).to_be_checked()
    person.leave()
