"""Whole games in a real browser."""

import httpx
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from han.records.parse import parse_record
from han.records.replay import verify
from server.running import Server
from web.browser import Faults
from web.visitors import Visitor


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


def test_a_whole_game_by_mouse(browser: Browser, small_server: Server, faults: Faults) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    visitor.play_now()
    visitor.play_to_the_end()
    expect(visitor.page.get_by_role("tab", name="Result")).to_be_visible()
    expect(visitor.page.get_by_role("row", name="Total")).to_be_visible()
    check_record(small_server, visitor.table)
    played = visitor.page.url
    visitor.page.get_by_role("button", name="Rematch").click()
    visitor.page.wait_for_url(lambda url: url != played)
    expect(visitor.page.get_by_role("tab", name="Result")).to_have_count(0)
    visitor.at_table()
    visitor.leave()


def test_a_whole_game_by_keyboard(browser: Browser, small_server: Server, faults: Faults) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    visitor.go()
    visitor.page.get_by_role("button", name="Play now").focus()
    visitor.page.keyboard.press("Enter")
    visitor.at_table()
    visitor.play_to_the_end(by_keyboard=True)
    check_record(small_server, visitor.table)
    visitor.leave()


def test_two_browsers_by_invitation_and_a_spectator(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Visitor(browser, small_server.address, faults, name="Anna")
    made = host.make_table("me", "open", begin=False, map="ways-of-diplomacy", start=None)
    link = host.page.get_by_label("Invitation link").input_value()

    guest = Visitor(browser, small_server.address, faults)
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ben <b>")
    guest.page.get_by_role("button", name="Join").click()
    expect(host.page.get_by_text("Ben <b>")).to_be_visible()
    host.page.get_by_role("button", name="Start game").click()
    host.at_table()
    guest.at_table()

    spectator = Visitor(browser, small_server.address, faults)
    spectator.go(f"/t/{made['id']}")
    spectator.at_table()
    assert spectator.page.locator(".own li button").count() == 0

    mover, other = (host, guest) if host.is_my_turn else (guest, host)
    for _ in range(6):
        mover.wait()
        mover.finish_turn()
        mover, other = other, mover
    for visitor in (mover, spectator):
        visitor.wait_for_moment_of(other)
    scores = [
        v.page.locator(".players .points").all_inner_texts() for v in (host, guest, spectator)
    ]
    assert scores[0] == scores[1] == scores[2]
    for visitor in (host, guest, spectator):
        visitor.leave()


def test_reload_and_a_cut_line_in_the_middle_of_a_turn(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    lines = Lines(visitor.page)
    visitor.play_now()
    visitor.wait()
    visitor.play_by_mouse()
    before = visitor.page.locator(".own li").count()
    visitor.page.reload()
    visitor.at_table()
    assert visitor.is_my_turn
    expect(visitor.page.locator(".own li")).to_have_count(before)

    lost = visitor.page.get_by_text("Connection lost")
    lines.cut()
    expect(lost).to_be_visible()
    lines.mend()
    visitor.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(lost).to_have_count(0)
    visitor.wait()
    visitor.play_by_mouse()
    visitor.leave()
