"""Time that runs out, people who leave, and how they come back."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.running import Server, running
from web.browser import Faults
from web.pairs import pair
from web.people import Person

BOT_PLAYS = "A bot is playing for you."
PLAYED = re.compile("Anna (plays|discards)")
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


def test_the_clock_runs_out_and_the_next_turn_is_the_players_again(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    # Ben plays a turn at once and has time enough from then on, and so has who missed a deadline:
    # only Anna's first turn is short, however slow the machine is.
    clock = {"kind": "fischer", "seconds": 6, "increment": 3_600}
    game = pair(
        browser, small_server, faults, ben_plays_at_once=True, clock=clock, stand_in="peasant"
    )
    with game as (anna, ben):
        anna.page.evaluate(WATCH_CLOCK)
        log = anna.open_tab("Log")
        expect(log).to_contain_text("Anna ran out of time; a bot plays this turn.")
        expect(log).to_contain_text(PLAYED)

        shown = anna.page.evaluate("window.shown")
        check_countdown([one for one in shown if one[0] <= "0:06"])

        ben.wait()
        expect(anna.page.get_by_text(BOT_PLAYS)).to_have_count(0)
        ben.finish_turn()
        assert anna.wait()
        before = log.get_by_role("listitem").count()
        anna.finish_turn()
        anna.until(lambda: log.get_by_role("listitem").count() > before, "a line in the log")
        assert log.get_by_text("Anna ran out of time").count() == 1


def test_a_game_waits_for_its_only_person(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    clock = {"kind": "fischer", "seconds": 5, "increment": 3_600}
    person.make_table("me", "peasant", "peasant", clock=clock)
    person.at_table()
    waits = person.page.locator(".request").get_by_text("the game is paused")
    expect(waits).to_be_visible()
    person.button("I\u2019m back").click()
    expect(waits).to_have_count(0)
    assert person.wait()
    person.finish_turn()
    person.leave()


HASTY = """
from han.table import absence
absence.NUDGE_AFTER_MS = absence.STAND_IN_AFTER_MS = 0
from han.cli.main import run; run()
"""


@pytest.fixture
def hasty_server(tmp_path: Path) -> Iterator[Server]:
    """A server at which nobody need wait before they nudge."""
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    server.command = (sys.executable, "-c", HASTY)
    with running(server):
        yield server


def test_a_nudge_and_then_a_bot_for_who_is_gone(
    browser: Browser, hasty_server: Server, faults: Faults
) -> None:
    with pair(browser, hasty_server, faults, stand_in="peasant") as (anna, ben):
        ben.button("Nudge Anna").click()
        expect(anna.page.get_by_text("Ben nudges Anna: everyone is waiting.").first).to_be_visible()
        anna.button("I\u2019m here").click()
        expect(ben.page.get_by_role("button", name="Let a bot play for Anna")).to_have_count(0)
        expect(ben.open_tab("Log")).to_contain_text("Anna is here.")
        ben.button("Nudge Anna").click()
        ben.button("Let a bot play for Anna").click()
        assert ben.wait(), "the bot plays Anna's turn"
        expect(ben.open_tab("Log")).to_contain_text(
            "Anna is absent; the others let a bot take over."
        )
        anna.button("I\u2019m back").click()
        ben.finish_turn()
        assert anna.wait()


def test_a_bot_plays_for_whoever_leaves_until_they_come_back(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, stand_in="peasant") as (anna, ben):
        annas = ben.page.locator(".players li").first
        away = annas.get_by_text("bot playing")
        expect(annas.get_by_role("img", name="connected")).to_be_visible()
        anna.choose_in_menu("Leave (a bot takes over)")
        anna.button("Stay").click()
        assert anna.is_my_turn
        anna.choose_in_menu("Leave (a bot takes over)")
        expect(anna.page.get_by_role("dialog")).to_contain_text("until you come back")
        anna.button("Let a bot play").click()
        expect(away).to_be_visible()
        expect(notices(ben)).to_contain_text("Anna has left; a bot takes over.")
        assert ben.wait(), "the bot plays Anna's turn"
        expect(anna.page.get_by_text(BOT_PLAYS)).to_be_visible()
        assert not anna.is_my_turn
        anna.button("I\u2019m back").click()
        expect(away).to_have_count(0)
        expect(notices(ben)).to_contain_text("Anna is back.")
        ben.finish_turn()
        assert anna.wait()
        before = anna.hand
        anna.finish_turn()
        assert anna.hand != before or PLAYED.search(anna.open_tab("Log").inner_text())


def test_a_link_asks_before_it_leads_away_from_others(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, stand_in="peasant") as (anna, ben):
        played = anna.table
        annas = ben.page.locator(".players li").first
        follow_home(anna)
        anna.button("Stay").click()
        assert anna.table == played
        follow_home(anna)
        anna.button("Go without a bot").click()
        card = anna.page.locator(f'a[href="/t/{played}"]')
        expect(anna.page.locator(".sheet", has=card)).to_contain_text("Your turn")
        expect(card).to_have_text("Continue")
        expect(annas.get_by_role("img", name="not connected")).to_be_visible()

        card.click()
        anna.at_table()
        expect(annas.get_by_role("img", name="connected", exact=True)).to_be_visible()
        follow_home(anna)
        anna.button("Let a bot play").click()
        expect(anna.page.get_by_role("button", name="Play now")).to_be_visible()
        assert ben.wait(), "the bot plays Anna's turn"


def follow_home(person: Person) -> None:
    """Click the link to the start page in the game's menu."""
    link = person.page.get_by_role("link", name="Back to home")
    if not link.is_visible():
        person.button("Menu").click()
    link.click()


def notices(person: Person) -> Locator:
    """What is shown for a moment, wherever one looks."""
    return person.page.locator(".notices")


def test_the_way_back_to_a_table_is_on_the_start_page(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    table = person.make_table("me", "peasant", "peasant")
    person.at_table()
    before = person.hand
    person.button("Menu").click()
    person.page.get_by_role("link", name="Back to home").click()
    card = person.page.locator(f'a[href="/t/{table["id"]}"]')
    expect(person.page.locator(".sheet", has=card)).to_contain_text("Your turn")
    card.click()
    person.at_table()
    assert person.hand == before
    person.leave()


def test_a_personal_link_leads_another_device_to_the_same_seat(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    table = person.make_table("me", "peasant", "peasant")
    person.at_table()
    before = person.hand
    person.go("/settings")
    link = person.page.get_by_label("Personal link").input_value()

    elsewhere = Person(browser, small_server.address, faults)
    elsewhere.page.goto(link)
    elsewhere.button("Continue here").click()
    expect(elsewhere.page.get_by_text("Welcome back!")).to_be_visible()
    elsewhere.page.locator(f'a[href="/t/{table["id"]}"]').click()
    elsewhere.at_table()
    assert elsewhere.hand == before
    elsewhere.leave()
    person.leave()
