"""Without a network from the start, after one visit: what this device can do goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from server.running import Server, running
from web.browser import Faults
from web.installing import wait_until_kept
from web.people import KEEPING, Person

PHONE = (390, 844)
UNREACHABLE = "The server can\u2019t be reached."
REFUSED = ("ERR_CONNECTION_REFUSED", "Failed to fetch")
"""What a browser says of a server that is gone."""


@pytest.fixture
def visitor(browser: Browser, tmp_path: Path, faults: Faults) -> Iterator[Person]:
    """Somebody with a phone who was here once; there is no server any more."""
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    with running(server):
        person = Person(browser, server.address, faults, size=PHONE, window=KEEPING)
        person.go()
        wait_until_kept(person)
        person.page.close()
        server.end()
        faults.expected = REFUSED
        person.page = person.context.new_page()
        faults.watch(person.page)
        yield person
        person.leave()


def test_a_whole_game_and_its_replay(visitor: Person) -> None:
    page = visitor.page
    visitor.go()
    visitor.page.get_by_role("radio", name="2", exact=True).check(force=True)
    visitor.button("Play now").click()
    visitor.at_table()
    table = visitor.table
    page.reload()
    visitor.at_table()
    visitor.play_to_the_end(by_keyboard=True)  # places may lie under the buttons of a phone
    expect(page.get_by_role("tab", name="Result")).to_be_visible()
    expect(page.get_by_role("row", name="Total")).to_be_visible()

    visitor.go(f"/replay/{table}")
    position = page.get_by_role("slider", name="Position").first
    expect(position).to_have_value("0")
    page.locator("body").press("ArrowRight")
    expect(position).to_have_value("1")
    page.reload()
    expect(position).to_have_value("1")
    visitor.go("/replay")
    expect(page.locator(f"main a[href='/replay/{table}']")).to_be_visible()


def test_the_rules_and_the_settings(visitor: Person) -> None:
    page = visitor.page
    visitor.go("/rules#variants")
    expect(page.locator("#variants")).to_be_in_viewport()
    example = page.locator('section[aria-labelledby^="example-"]').first
    example.get_by_role("button", name="Show the answer").click()
    expect(example.locator(".answer li").first).to_be_visible()

    visitor.go("/settings")
    page.get_by_role("main").get_by_text("Dark", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("radio", name="Deutsch").check(force=True)
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_what_needs_a_server_says_so(visitor: Person) -> None:
    page = visitor.page
    for path in ("/lobby", "/j/abc", "/t/abc", "/replay/abc"):
        visitor.go(path)
        expect(page.get_by_role("alert")).to_contain_text(UNREACHABLE)
    visitor.go("/lobby")
    expect(page.get_by_text("On this device you can still play against bots")).to_be_visible()
    visitor.go("/r/abc")
    page.get_by_role("button", name="Continue here").click()
    expect(page.get_by_text(UNREACHABLE)).to_be_visible()
    visitor.go("/new")
    visitor.button("Create table").click()
    expect(page.get_by_text(UNREACHABLE)).to_be_visible()


def test_a_game_with_others_waits_for_the_connection(
    browser: Browser, tmp_path: Path, faults: Faults
) -> None:
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    with running(server):
        person = Person(browser, server.address, faults, window=KEEPING)
        person.make_table("me", "peasant", "peasant")
        person.at_table()
        wait_until_kept(person)
        faults.expected = (*REFUSED, "WebSocket")
        server.end()
        expect(person.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
        person.leave()
