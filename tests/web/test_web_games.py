"""Whole games in a real browser."""

from itertools import cycle

import httpx
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from han.records.parse import parse_record
from han.records.replay import verify
from server.running import Server
from web.browser import Faults
from web.people import Person


class Lines:
    """The websockets of a page, in the hands of a test."""

    def __init__(self, page: Page) -> None:
        """Let them pass for now."""
        self._open: list[WebSocketRoute] = []
        self._is_cut = False
        page.route_web_socket("**/ws/*", self._follow)

    def _follow(self, line: WebSocketRoute) -> None:
        if self._is_cut:
            line.close(code=1012)
        else:
            line.connect_to_server()
            self._open.append(line)

    def cut(self) -> None:
        """Break all lines, and let nobody through."""
        self._is_cut = True
        for line in self._open:
            line.close(code=1012)
        self._open.clear()

    def mend(self) -> None:
        """Let everybody through."""
        self._is_cut = False


def check_record(server: Server, table: str) -> None:
    """The record of a finished game is true, its cards too."""
    text = httpx.get(f"{server.address}/api/tables/{table}/record", trust_env=False).text
    assert verify(parse_record(text)).is_over


def test_a_whole_game_by_mouse_and_keys(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    """A turn by mouse, a turn with keys alone: games of a device are played by either."""
    person = Person(browser, small_server.address, faults)
    person.play_on_server()
    for by_keyboard in cycle((False, True)):
        if not person.wait():
            break
        person.finish_turn(by_keyboard=by_keyboard)
    expect(person.page.get_by_role("tab", name="Result")).to_be_visible()
    expect(person.page.get_by_role("row", name="Total")).to_be_visible()
    check_record(small_server, person.table)
    played = person.page.url
    person.page.get_by_role("button", name="Rematch").click()
    person.page.wait_for_url(lambda url: url != played)
    expect(person.page.get_by_role("tab", name="Result")).to_have_count(0)
    person.at_table()
    person.leave()


def test_two_browsers_by_invitation_and_a_spectator(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Person(browser, small_server.address, faults, name="Anna")
    made = host.make_table("me", "open", begin=False, map="ways-of-diplomacy", start=None)
    link = host.page.get_by_label("Invitation link").input_value()

    guest = Person(browser, small_server.address, faults)
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ben <b>")
    guest.page.get_by_role("button", name="Join").click()
    expect(host.page.get_by_text("Ben <b>").first).to_be_visible()
    host.page.get_by_role("button", name="Start game").click()
    host.at_table()
    guest.at_table()

    spectator = Person(browser, small_server.address, faults)
    spectator.go(f"/t/{made['id']}")
    spectator.at_table()
    assert spectator.page.locator(".own, .request").count() == 0, "there is nothing to do"
    for person in (host, guest, spectator):
        expect(person.page.get_by_text("1 watching")).to_be_visible()

    mover, other = (host, guest) if host.is_my_turn else (guest, host)
    for _ in range(6):
        mover.wait()
        mover.finish_turn()
        mover, other = other, mover
    for person in (mover, spectator):
        person.wait_for_moment_of(other)
    scores = [
        v.page.locator(".players .points").all_inner_texts() for v in (host, guest, spectator)
    ]
    assert scores[0] == scores[1] == scores[2]
    for person in (host, guest, spectator):
        person.leave()


def test_reload_and_a_cut_line_in_the_middle_of_a_turn(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    lines = Lines(person.page)
    person.play_on_server()
    person.wait()
    person.play_by_mouse()
    before = person.page.locator(".own li").count()
    person.page.reload()
    person.at_table()
    assert person.is_my_turn
    expect(person.page.locator(".own li")).to_have_count(before)

    lost = person.page.get_by_text("Connection lost")
    lines.cut()
    expect(lost).to_be_visible()
    lines.mend()
    person.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(lost).to_have_count(0)
    person.wait()
    person.play_by_mouse()
    person.leave()
