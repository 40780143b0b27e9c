"""The game as plain files on any host: under any prefix, with links that can be reloaded."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.running import Server
from web.browser import Faults
from web.installing import check_installable, wait_until_kept
from web.people import KEEPING, Person
from web.plain_host import SERVER, PlainHost, hosting

POLICY = "Content-Security-Policy"
REFUSED = ("ERR_CONNECTION_REFUSED",)
"""What a browser says of a host that is gone."""


ANYWHERE = pytest.mark.parametrize("place", ["/", "/some/prefix/"])
"""For what depends on where the site is; all others are at the more difficult place."""


@pytest.fixture
def place() -> str:
    """Where a site is."""
    return "/some/prefix/"


@pytest.fixture
def host(place: str, tmp_path: Path, site: Path) -> Iterator[PlainHost]:
    """A host of the site."""
    with hosting(tmp_path, site, place) as host:
        yield host


@pytest.fixture
def visitor(browser: Browser, host: PlainHost, faults: Faults) -> Iterator[Person]:
    """Somebody on whose device nothing is; nothing is asked of anybody but the host."""
    yield from _visit(Person(browser, host.address, faults))


@pytest.fixture
def keeper(browser: Browser, host: PlainHost, faults: Faults) -> Iterator[Person]:
    """Somebody whose browser keeps the client."""
    yield from _visit(Person(browser, host.address, faults, window=KEEPING))


def _visit(person: Person) -> Iterator[Person]:
    strangers: list[str] = []
    person.page.on("request", lambda request: strangers.append(request.url))
    yield person
    assert [url for url in strangers if not url.startswith((person.address, "blob:"))] == []
    person.leave()


def position(person: Person) -> Locator:
    """The slider of a replay."""
    return person.page.get_by_role("slider", name="Position").first


@ANYWHERE
def test_a_game_is_played_and_looked_at(visitor: Person) -> None:
    page = visitor.page
    visitor.play_now()
    table = visitor.table
    assert page.url == f"{visitor.address}/#/t/{table}"
    visitor.finish_turn()
    visitor.wait()
    moment = visitor.play_area.wait_for_rest().moment
    page.reload()
    visitor.at_table()
    assert visitor.play_area.wait_for_rest().moment == moment
    page.go_back()
    page.get_by_role("link", name="Continue").click()
    visitor.at_table()

    visitor.leave_to_a_bot()
    expect(page.get_by_role("tab", name="Result")).to_be_visible()
    page.get_by_role("link", name="Replay").click()
    expect(position(visitor)).to_have_value("0")
    page.locator("body").press("ArrowRight")
    expect(page).to_have_url(f"{visitor.address}/#/replay/{table}:1")
    page.reload()
    expect(position(visitor)).to_have_value("1")


@ANYWHERE
def test_links_into_the_rules(visitor: Person) -> None:
    page = visitor.page
    visitor.go("/#/rules:variants")
    expect(page.locator("#variants")).to_be_in_viewport()
    page.get_by_role("link", name="Emissaries", exact=True).click()
    expect(page).to_have_url(f"{visitor.address}/#/rules:emissaries")
    expect(page.locator("#emissaries")).to_be_in_viewport()
    page.reload()
    expect(page.locator("#emissaries")).to_be_in_viewport()
    example = page.locator('section[aria-labelledby^="example-"]').first
    example.get_by_role("button", name="Show the answer").click()
    expect(example.locator(".answer li").first).to_be_visible()
    visitor.go("/index.html")
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Rules").click()
    expect(page).to_have_url(f"{visitor.address}/index.html#/rules")
    expect(page.get_by_role("heading", name="Rules", exact=True)).to_be_visible()


def test_the_rules_open_beside_a_game(visitor: Person) -> None:
    visitor.play_now()
    here = visitor.page.url
    visitor.button("Menu").click()
    visitor.page.get_by_role("link", name="Rules").click()
    expect(visitor.page.get_by_role("complementary")).to_be_visible()
    assert visitor.page.url == here


def test_a_table_for_several_people_on_this_device(visitor: Person) -> None:
    page = visitor.page
    visitor.go("/#/new")
    expect(page.get_by_role("checkbox", name="Public table")).to_have_count(0)
    expect(page.get_by_role("group", name="Clock")).to_have_count(0)
    expect(page.get_by_role("option", name=re.compile("friend|open", re.IGNORECASE))).to_have_count(
        0
    )
    visitor.button("Start game").click()
    page.wait_for_url("**/#/t/local-*")
    page.get_by_role("button", name=re.compile("^I\u2019m ")).click()
    visitor.at_table()


def test_what_only_a_server_has_is_not_there(visitor: Person) -> None:
    page = visitor.page
    visitor.go()
    expect(page.get_by_role("link", name="New table").first).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Lobby|online"))).to_have_count(0)
    visitor.go("/#/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.get_by_label("Personal link")).to_have_count(0)
    for path in ("/#/lobby", "/#/j/abc", "/#/r/abc"):
        visitor.go(path)
        expect(page.get_by_role("heading", name="not found")).to_be_visible()
    visitor.go("/#/t/abc")
    expect(page.get_by_role("alert")).to_be_visible()


@ANYWHERE
def test_it_opens_without_a_network(keeper: Person, host: PlainHost, faults: Faults) -> None:
    keeper.go()
    wait_until_kept(keeper)
    keeper.page.close()
    host.end()
    faults.expected = REFUSED
    keeper.page = keeper.context.new_page()
    faults.watch(keeper.page)
    keeper.go("/#/rules:variants")
    expect(keeper.page.locator("#variants")).to_be_in_viewport()
    keeper.go()
    keeper.page.get_by_role("radio", name="2", exact=True).check(force=True)
    keeper.page.get_by_label("Bot level").select_option("chancellor")  # who thinks elsewhere
    keeper.button("Play now").click()
    keeper.at_table()
    keeper.finish_turn()
    assert keeper.wait()
    keeper.page.reload()
    keeper.at_table()


def test_a_host_that_has_enough_is_asked_again(keeper: Person, host: PlainHost) -> None:
    host.tired_of.add("/QrCode")  # which no page asks for
    keeper.go()
    wait_until_kept(keeper)
    assert not host.tired_of


@ANYWHERE
def test_it_can_be_installed(keeper: Person, host: PlainHost) -> None:
    keeper.go()
    check_installable(keeper, host.address + "/")


def test_its_policy_is_the_servers(
    browser: Browser, host: PlainHost, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, host.address, faults)
    person.go()
    answer = person.context.request.get(small_server.address)
    rules = answer.headers[POLICY.lower()].split("; ")
    own = person.page.locator(f'meta[http-equiv="{POLICY}"]').get_attribute("content")
    # pages cannot say in which frames they may be
    assert own == "; ".join(rule for rule in rules if not rule.startswith("frame-ancestors"))
    person.leave()


def test_it_leads_to_a_server(
    browser: Browser, tmp_path: Path, site_with_server: Path, faults: Faults
) -> None:
    with hosting(tmp_path, site_with_server) as host:
        person = Person(browser, host.address, faults, window=KEEPING)
        asked: list[str] = []
        person.page.on("request", lambda request: asked.append(request.url))
        person.go()
        for link in person.page.get_by_role("link", name="Play online").all():
            expect(link).to_have_attribute("href", SERVER)
        way = person.page.get_by_role("main").get_by_role("link", name="Play online")
        expect(way).to_contain_text("han.example.org")
        wait_until_kept(person)
        assert [url for url in asked if not url.startswith(host.address)] == []
        person.leave()
