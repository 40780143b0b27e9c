"""What a browser adds to the shuffle, and what it compares after the game."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from server.running import Server
from web.browser import Faults
from web.people import Person


@pytest.fixture
def person(browser: Browser, small_server: Server, faults: Faults) -> Person:
    """Somebody whose seat a quick bot takes over when they leave."""
    return Person(browser, small_server.address, faults)


def shown_to(person: Person) -> Any:
    """What the browser has kept of the table that one is at."""
    kept = json.loads(person.page.evaluate("localStorage['han.fair']"))
    return kept[person.table]


def table_of(person: Person) -> Any:
    answer = person.context.request.get(f"{person.address}/api/tables/{person.table}")
    return answer.json()


def finish(person: Person) -> Locator:
    """Let a bot play to the end: what the page says about the cards."""
    person.leave_to_a_bot()
    expect(
        person.page.get_by_role("img", name="Points over the course of the game")
    ).to_be_visible()
    return person.page.locator("details[data-verdict]")


def look(person: Person) -> Locator:
    """Look at a game that is over: what the page says about the cards."""
    person.at_table()
    person.open_tab("Result")
    return person.page.locator("details[data-verdict]")


def begin(person: Person) -> Any:
    """A game for two, whose stand-in is quick."""
    person.make_table("me", "peasant", map="ways-of-diplomacy", stand_in="peasant")
    person.at_table()
    return shown_to(person)


def test_the_browser_adds_a_salt_and_compares_it_after_the_game(
    person: Person, browser: Browser, small_server: Server, faults: Faults
) -> None:
    shown = begin(person)
    dealt = table_of(person)
    assert shown == {"commitment": dealt["commitment"], "salt": dealt["salts"][0], "isAdded": True}
    proof = finish(person)
    expect(proof).to_have_attribute("data-verdict", "same")
    proof.locator("summary").click()
    expect(proof).to_contain_text("The server alone could not have chosen the cards.")
    expect(proof).to_contain_text(shown["salt"])
    assert proof.locator("dd").all_inner_texts()[-2:] == [
        "added to the shuffle",
        "is a bot and adds nothing",
    ]
    later = Person(browser, small_server.address, faults)
    later.go(f"/t/{person.table}")
    expect(look(later)).to_have_attribute("data-verdict", "not_shown")
    for one in (person, later):
        one.leave()


def test_a_rematch_gets_a_salt_of_its_own(person: Person) -> None:
    first = begin(person)
    finish(person)
    before = re.compile(re.escape(person.table))
    person.button("Rematch").click()
    expect(person.page).not_to_have_url(before)
    person.at_table()
    again = shown_to(person)
    assert {again["salt"], again["commitment"]}.isdisjoint({first["salt"], first["commitment"]})
    assert table_of(person)["salts"] == [again["salt"], ""]
    person.leave()


def test_a_game_against_bots_begins_with_ones_salt(person: Person) -> None:
    person.play_on_server()
    assert table_of(person)["salts"] == [shown_to(person)["salt"], "", "", ""]
    person.leave()


def test_a_server_that_chose_the_cards_is_found_out(person: Person) -> None:
    """Whatever the server tells of one and the same game."""
    salt = begin(person)["salt"]
    expect(finish(person)).to_have_attribute("data-verdict", "same")
    lies: list[tuple[str, Any, str, str]] = [
        ("commitment", "0" * 64, "other_commitment", "This is not the fingerprint"),
        ("salts", ["", ""], "salt_missing", "is not part of"),
        ("salts", [salt, "tried"], "bot_salted", "for a bot"),
    ]
    for name, told, verdict, sentence in lies:
        with lying(person, name, told):
            person.page.reload()
            proof = look(person)
            expect(proof).to_have_attribute("data-verdict", verdict)
            expect(proof.get_by_role("alert")).to_contain_text(sentence)
    person.leave()


@contextmanager
def lying(person: Person, name: str, told: object) -> Iterator[None]:
    """Let a page hear something else of how the cards were shuffled than is so."""

    def lie(route: Route) -> None:
        record = route.fetch().json()
        record["meta"]["fair"][name] = told
        route.fulfill(json=record)

    person.page.route("**/record?*", lie)
    yield
    person.page.unroute("**/record?*", lie)
