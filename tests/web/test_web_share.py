"""A game in a link: shared from the result and the replay, checked by whoever opens it."""

import base64
import re
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.running import Server
from web.browser import Faults
from web.people import Person
from web.unseen import play_unseen

GAMES = Path(__file__).parents[1] / "records" / "games"
UNPROVEN = GAMES / "border-disputes-3-greedy.json"
LABEL = "Link with the whole game"


def link_of(server: Server, record: str) -> str:
    """The address of a game, written as docs/reference/record.md says."""
    packed = base64.urlsafe_b64encode(zlib.compress(record.encode())).decode().rstrip("=")
    return f"{server.address}/replay#1{packed}"


def replayed(person: Person) -> Locator:
    """The controls of the replay, once it is there."""
    controls = person.page.get_by_role("group", name="Replay")
    expect(controls).to_be_visible()
    return controls


def opened(person: Person, link: str) -> Person:
    """Somebody who has opened a link, as the first page of all."""
    person.page.goto(link)
    return person


@pytest.fixture
def person(browser: Browser, small_server: Server, faults: Faults) -> Person:
    return Person(browser, small_server.address, faults, name="Ada")


def test_a_game_of_this_device_is_shared_and_needs_no_server(
    person: Person, browser: Browser, small_server: Server, faults: Faults
) -> None:
    person.play_now()
    person.leave_to_a_bot()
    expect(person.page.get_by_role("tab", name="Result")).to_be_visible()
    person.open_tab("Result")
    person.button("Share").click()
    field = person.page.get_by_label(LABEL)
    expect(field).to_have_value(re.compile(r"/replay#1[\w-]+$"))
    expect(
        person.page.get_by_text("every card and move, and the players\u2019 names")
    ).to_be_visible()
    expect(person.button("QR code")).to_have_count(0)
    link = field.input_value()

    friend = Person(browser, small_server.address, faults)
    asked: list[str] = []
    friend.page.on("request", lambda request: asked.append(request.url))
    opened(friend, link)
    replayed(friend)
    expect(friend.page.get_by_text("every card follows from the seed in the link")).to_be_visible()
    expect(friend.page.locator(".hands")).to_contain_text("Ada")
    friend.button("Next step").click()
    assert friend.page.url == link
    assert not [url for url in asked if "/api/" in url and "/api/me" not in url]
    friend.page.reload()
    replayed(friend)
    friend.button("Share").click()
    expect(friend.page.get_by_label(LABEL)).to_have_value(link)
    for one in (person, friend):
        one.leave()


def test_a_link_can_be_pasted_and_another_one_opened_in_the_same_window(
    person: Person, small_server: Server
) -> None:
    first = link_of(small_server, UNPROVEN.read_text("utf-8"))
    person.go("/replay")
    person.page.get_by_label("Link to a table").fill(f" {first} ")
    person.button("Open").click()
    replayed(person)
    expect(person.page.get_by_text("Nothing in the link proves")).to_be_visible()
    expect(person.page.locator(".hands li")).to_have_count(4)

    other = next(path for path in sorted(GAMES.glob("*-5-*.json")))
    person.page.goto(link_of(small_server, other.read_text("utf-8")))
    expect(person.page.locator(".hands li")).to_have_count(6)
    person.leave()


def test_what_is_damaged_cut_or_changed_is_said(person: Person, small_server: Server) -> None:
    record = UNPROVEN.read_text("utf-8")
    link = link_of(small_server, record)
    damaged, wrong = "incomplete or damaged", "doesn\u2019t add up"
    for bad, sentence in {
        link[:-40]: damaged,
        link[:200] + ("A" if link[200] != "A" else "B") + link[201:]: damaged,
        link.replace("#1", "#2"): damaged,
        f"{small_server.address}/replay#hello": damaged,
        link_of(small_server, record.replace('"start": 0', '"start": 1')): wrong,
        link_of(small_server, record.replace('"total": [', '"total": [1')): wrong,
        link_of(small_server, "{}"): wrong,
        link_of(
            small_server, record.replace('"border-disputes"', '"atlantis"')
        ): "The board “atlantis” isn’t kept on this device.",
    }.items():
        person.go("/settings")
        opened(person, bad)
        expect(person.page.get_by_role("alert")).to_contain_text(sentence)
        expect(person.page.get_by_role("heading", name="Replay")).to_be_visible()
    person.leave()


def test_a_game_of_the_server_is_shared_from_its_replay(person: Person) -> None:
    table = person.set_up("me", "peasant", map="ways-of-diplomacy", stand_in="peasant")
    play_unseen(table, person)
    person.go(f"/replay/{table['id']}")
    replayed(person)
    person.button("Share").click()
    link = person.page.get_by_label(LABEL).input_value()
    person.go("/settings")
    opened(person, link)
    replayed(person)
    expect(person.page.get_by_text("every card follows from the seed in the link")).to_be_visible()
    person.leave()


def test_a_record_file_needs_no_server_either(person: Person, faults: Faults) -> None:
    faults.expected = ("ERR_FAILED",)
    person.go("/replay")
    person.page.route("**/api/**", lambda route: route.abort())
    person.page.get_by_label("Game record").set_input_files(UNPROVEN)
    replayed(person)
    person.button("Share").click()
    expect(person.page.get_by_label(LABEL)).to_have_value(re.compile(r"/replay#1[\w-]+$"))
    person.leave()
