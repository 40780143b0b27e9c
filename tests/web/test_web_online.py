"""A game of a device goes on at the server: alone, with a friend, and after a lost answer."""

import re
from typing import Any

from playwright.sync_api import Browser, Route, expect

from han.records.fair import brought_cards
from han.records.parse import parse_record
from han.records.replay import verify
from server.running import Server
from web.browser import Faults
from web.people import Person

ITEM = "Continue online…"


def begin(person: Person) -> None:
    """Play some of the first turn on this device."""
    person.play_now()
    assert person.table.startswith("local-")
    person.wait()
    person.play_by_mouse()
    person.wait()


def go_online(person: Person) -> None:
    """Take the game to the server: to the room where others can sit down."""
    person.choose_in_menu(ITEM)
    person.button("Continue online").click()
    expect(person.page).to_have_url(re.compile(r"/t/(?!local-)"))
    expect(person.page.get_by_role("heading", name="Waiting room")).to_be_visible()


def tables_of(person: Person) -> list[Any]:
    found: list[Any] = person.context.request.get(f"{person.address}/api/me/tables").json()
    return found


def test_a_game_goes_on_with_a_friend_and_is_verified(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Person(browser, small_server.address, faults, name="Ada")
    begin(host)
    here, hand = host.table, host.hand
    go_online(host)
    told = "Ada brought this game from their own device"
    expect(host.page.locator("main")).to_contain_text(told)
    expect(host.button("Close table")).to_have_count(0)
    host.page.locator("main select").first.select_option("")
    link = host.page.get_by_label("Invitation link").input_value()

    friend = Person(browser, small_server.address, faults, name="Ben")
    friend.page.goto(link)
    expect(friend.page.locator("main")).to_contain_text(told)
    friend.page.get_by_label("Your name").fill("Ben")
    friend.button("Join").click()
    expect(friend.page.locator("main")).to_contain_text(told)
    expect(friend.page.locator(".play-area")).to_have_count(0)

    host.button("Start game").click()
    for person in (host, friend):
        person.at_table()
        log = person.open_tab("Log")
        expect(log).to_contain_text("on a device that could know every card")
        expect(log).to_contain_text("cards come from a new shuffle")
    assert host.hand == hand
    assert host.is_my_turn

    host.leave_to_a_bot()
    friend.leave_to_a_bot()
    expect(host.page.get_by_role("tab", name="Result")).to_be_visible()
    host.open_tab("Result")
    proof = host.page.locator("details[data-verdict]")
    expect(proof).to_have_attribute("data-verdict", "same")
    proof.locator("summary").click()
    expect(proof).to_contain_text("began on Ada\u2019s device")
    expect(proof).not_to_contain_text("takeback")
    answer = host.context.request.get(f"{host.address}/api/tables/{host.table}/record")
    record = parse_record(answer.text())
    assert verify(record).is_over
    assert (brought_cards(record) or 0) >= 16

    host.go(f"/t/{here}")
    expect(host.page.get_by_role("heading", name="continues online")).to_be_visible()
    host.page.get_by_role("link", name="online table").click()
    host.at_table()
    for person in (host, friend):
        person.leave()


def test_a_lost_answer_is_asked_for_again(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    faults.expected = ("ERR_FAILED",)
    begin(person)
    here = person.table
    is_lost: list[object] = []

    def lose(route: Route) -> None:
        """The server has the game, and nobody hears of it."""
        if is_lost:
            return route.fallback()
        is_lost.append(route.fetch())
        return route.abort()

    person.context.route("**/api/imports*", lose)
    person.choose_in_menu(ITEM)
    person.button("Continue online").click()
    expect(person.page.get_by_text("The server can\u2019t be reached, so nothing")).to_be_visible()
    assert person.table == here
    person.at_table()
    assert person.is_my_turn
    assert len(tables_of(person)) == 1
    go_online(person)
    assert [one["table"]["id"] for one in tables_of(person)] == [person.table]
    person.leave()
