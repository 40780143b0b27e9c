"""Time that runs out, people who leave, and how they come back."""

import re

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.pairs import pair
from web.visitors import Visitor

BOT_PLAYS = "A bot is playing for you."
PLAYED = re.compile("Anna (plays|places nothing)")
WATCH_CLOCK = """() => {
  const own = document.querySelector(".players li");
  const note = () => {
    const clock = own.querySelector(".clock");
    window.shown.push([clock.textContent, clock.classList.contains("short")]);
  };
  window.shown = [];
  new MutationObserver(note).observe(own, {subtree: true, childList: true, characterData: true});
  note();
}"""
"""Keeps what the own clock showed, however briefly."""


def check_countdown(shown: list[tuple[str, bool]]) -> None:
    """The own clock went down from six seconds or less, in the colour of haste."""
    texts = [text for text, _ in shown]
    assert texts == sorted(texts, reverse=True)
    assert all("0:00" <= text <= "0:06" for text in texts), texts
    assert all(is_short for _, is_short in shown)


def test_the_clock_runs_out_and_the_player_comes_back(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    # Ben plays a turn at once and has time enough from then on, and so has whoever comes back:
    # only Anna's first turn is short, however slow the machine is.
    clock = {"kind": "fischer", "seconds": 6, "increment": 3_600}
    game = pair(
        browser, small_server, faults, ben_plays_at_once=True, clock=clock, stand_in="peasant"
    )
    with game as (anna, ben):
        anna.page.evaluate(WATCH_CLOCK)
        expect(anna.page.get_by_text(BOT_PLAYS)).to_be_visible()
        log = anna.open_tab("Log")
        expect(log).to_contain_text("The time of Anna is up; a bot plays on.")
        expect(log).to_contain_text(PLAYED)

        check_countdown(anna.page.evaluate("window.shown"))

        anna.button("I am back").click()
        expect(anna.page.get_by_text(BOT_PLAYS)).to_have_count(0)
        expect(log).to_contain_text("Anna is back.")
        ben.wait()
        ben.finish_turn()
        assert anna.wait()
        before = log.get_by_role("listitem").count()
        anna.finish_turn()
        anna.until(lambda: log.get_by_role("listitem").count() > before, "a line in the log")
        assert log.get_by_text("The time of Anna is up").count() == 1


def test_a_bot_plays_for_whoever_leaves_until_they_come_back(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, stand_in="peasant") as (anna, ben):
        away = ben.page.locator(".players li").first.get_by_text("a bot plays")
        anna.choose_in_menu("Leave; a bot plays for me")
        expect(away).to_be_visible()
        assert ben.wait(), "the bot plays Anna's turn"
        expect(anna.page.get_by_text(BOT_PLAYS)).to_be_visible()
        assert not anna.is_my_turn
        anna.button("I am back").click()
        expect(away).to_have_count(0)
        ben.finish_turn()
        assert anna.wait()
        before = anna.hand
        anna.finish_turn()
        assert anna.hand != before or PLAYED.search(anna.open_tab("Log").inner_text())


def test_the_way_back_to_a_table_is_on_the_start_page(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    table = visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    before = visitor.hand
    visitor.button("Menu").click()
    visitor.page.get_by_role("link", name="To the start page").click()
    card = visitor.page.locator(f'a[href="/t/{table["id"]}"]')
    expect(card).to_contain_text("It is your turn")
    card.click()
    visitor.at_table()
    assert visitor.hand == before
    visitor.leave()


def test_a_personal_link_leads_another_device_to_the_same_seat(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    table = visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    before = visitor.hand
    visitor.go("/settings")
    link = visitor.page.get_by_label("Personal link").input_value()

    elsewhere = Visitor(browser, small_server.address, faults)
    elsewhere.page.goto(link)
    elsewhere.button("Play on here").click()
    expect(elsewhere.page.get_by_text("Welcome back.")).to_be_visible()
    elsewhere.page.locator(f'a[href="/t/{table["id"]}"]').click()
    elsewhere.at_table()
    assert elsewhere.hand == before
    elsewhere.leave()
    visitor.leave()
