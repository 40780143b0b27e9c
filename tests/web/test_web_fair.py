"""What a browser adds to the shuffle, and what it compares after the game."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Route, expect

from server.running import Server
from web.browser import Faults
from web.visitors import Visitor


@pytest.fixture
def visitor(browser: Browser, small_server: Server, faults: Faults) -> Visitor:
    """Somebody whose seat a quick bot takes over when they leave."""
    return Visitor(browser, small_server.address, faults)


def shown_to(visitor: Visitor) -> Any:
    """What the browser has kept of the table that one is at."""
    kept = json.loads(visitor.page.evaluate("localStorage['han.fair']"))
    return kept[visitor.table]


def table_of(visitor: Visitor) -> Any:
    answer = visitor.context.request.get(f"{visitor.address}/api/tables/{visitor.table}")
    return answer.json()


def finish(visitor: Visitor) -> Locator:
    """Let a bot play to the end: what the page says about the cards."""
    visitor.choose_in_menu("Leave (a bot takes over)")
    expect(
        visitor.page.get_by_role("img", name="Points over the course of the game")
    ).to_be_visible()
    return visitor.page.locator("details[data-verdict]")


def begin(visitor: Visitor) -> Any:
    """A game for two, whose stand-in is quick."""
    visitor.make_table("me", "peasant", map="ways-of-diplomacy", stand_in="peasant")
    visitor.at_table()
    return shown_to(visitor)


def test_the_browser_adds_a_salt_and_compares_it_after_the_game(visitor: Visitor) -> None:
    shown = begin(visitor)
    dealt = table_of(visitor)
    assert shown == {"commitment": dealt["commitment"], "salt": dealt["salts"][0], "isAdded": True}
    proof = finish(visitor)
    expect(proof).to_have_attribute("data-verdict", "same")
    proof.locator("summary").click()
    expect(proof).to_contain_text("The server alone could not have chosen the cards.")
    expect(proof).to_contain_text(shown["salt"])
    assert proof.locator("dd").all_inner_texts()[-2:] == [
        "added to the shuffle",
        "is a bot and adds nothing",
    ]
    visitor.leave()


def test_a_rematch_gets_a_salt_of_its_own(visitor: Visitor) -> None:
    first = begin(visitor)
    finish(visitor)
    before = re.compile(re.escape(visitor.table))
    visitor.button("Rematch").click()
    expect(visitor.page).not_to_have_url(before)
    visitor.at_table()
    again = shown_to(visitor)
    assert {again["salt"], again["commitment"]}.isdisjoint({first["salt"], first["commitment"]})
    assert table_of(visitor)["salts"] == ["", again["salt"]]
    visitor.leave()


def test_a_game_against_bots_begins_with_ones_salt(visitor: Visitor) -> None:
    visitor.play_now()
    assert table_of(visitor)["salts"] == [shown_to(visitor)["salt"], "", "", ""]
    visitor.leave()


@pytest.mark.parametrize(
    ("name", "value", "verdict", "sentence"),
    [
        ("commitment", "0" * 64, "other_commitment", "This is not the fingerprint"),
        ("salts", ["", ""], "salt_missing", "is not part of"),
        ("salts", [None, "tried"], "bot_salted", "for a bot"),
    ],
)
def test_a_server_that_chose_the_cards_is_found_out(
    visitor: Visitor, name: str, value: Any, verdict: str, sentence: str
) -> None:
    shown = begin(visitor)
    told = value if name == "commitment" else [shown["salt"] if s is None else s for s in value]

    def lie(route: Route) -> None:
        record = route.fetch().json()
        record["meta"]["fair"][name] = told
        route.fulfill(json=record)

    visitor.page.route("**/record?*", lie)
    proof = finish(visitor)
    expect(proof).to_have_attribute("data-verdict", verdict)
    expect(proof.get_by_role("alert")).to_contain_text(sentence)
    visitor.leave()


def test_whoever_comes_later_has_nothing_to_compare(
    visitor: Visitor, browser: Browser, small_server: Server, faults: Faults
) -> None:
    begin(visitor)
    finish(visitor)
    stranger = Visitor(browser, small_server.address, faults)
    stranger.go(f"/t/{visitor.table}")
    stranger.at_table()
    stranger.open_tab("Result")
    proof = stranger.page.locator("details[data-verdict]")
    expect(proof).to_have_attribute("data-verdict", "not_shown")
    for one in (visitor, stranger):
        one.leave()
