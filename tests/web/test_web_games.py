"""Whole games in a real browser."""

import httpx
from playwright.sync_api import Browser, expect

from han.records.parse import parse_record
from han.records.replay import verify
from server.running import Server
from web.browser import Faults
from web.visitors import Visitor


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
    visitor.page.get_by_role("button", name="Play again").click()
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


def test_two_browsers_by_invitation_and_an_onlooker(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Visitor(browser, small_server.address, faults, name="Anna")
    host.go("/new")
    made = host.context.request.post(
        f"{small_server.address}/api/tables",
        data={
            "map": "ways-of-diplomacy",
            "seats": [{"kind": "me"}, {"kind": "open"}],
            "name": "Anna",
        },
    ).json()
    host.go(f"/t/{made['id']}")
    link = host.page.get_by_label("Link to the table").input_value()

    guest = Visitor(browser, small_server.address, faults)
    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Ben <b>")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(host.page.get_by_text("Ben <b>")).to_be_visible()
    host.page.get_by_role("button", name="Begin the game").click()
    host.at_table()
    guest.at_table()

    onlooker = Visitor(browser, small_server.address, faults)
    onlooker.go(f"/t/{made['id']}")
    onlooker.at_table()
    assert onlooker.page.locator(".own li button").count() == 0

    for _ in range(24):
        mover = host if host.is_my_turn else guest
        if mover.is_my_turn:
            mover.play_by_mouse()
        else:
            host.page.wait_for_timeout(50)
    scores = [v.page.locator(".players .points").all_inner_texts() for v in (host, guest, onlooker)]
    assert scores[0] == scores[1] == scores[2]
    for visitor in (host, guest, onlooker):
        visitor.leave()


def test_reload_and_a_cut_line_in_the_middle_of_a_turn(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    visitor.play_now()
    visitor.wait()
    visitor.play_by_mouse()
    before = visitor.page.locator(".own li").count()
    visitor.page.reload()
    visitor.at_table()
    assert visitor.is_my_turn
    assert visitor.page.locator(".own li").count() == before

    visitor.context.set_offline(True)
    visitor.page.evaluate("window.dispatchEvent(new Event('offline'))")
    visitor.context.set_offline(False)
    faults.clear()  # a browser complains about a line that is cut
    visitor.page.evaluate("window.dispatchEvent(new Event('online'))")
    visitor.wait()
    visitor.play_by_mouse()
    visitor.leave()
