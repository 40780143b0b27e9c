"""Every page: languages, sizes, themes, access."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.running import Server
from web.browser import Faults
from web.visitors import Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = ("/", "/new", "/lobby", "/settings", "/rules", "/replay")
SIZES = ((360, 640), (1280, 800), (2560, 1440))
LANGUAGES = ("en", "de", "fr", "it")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
MESSAGE_KEY = re.compile(r"\b(web|game|board|narration|terms|replay|guide)\.[a-z_]+\b")


def settle(page: Page) -> None:
    """Wait until a page has its heading."""
    expect(page.locator("h1").first).to_be_attached()
    page.wait_for_timeout(150)


def check_access(page: Page) -> None:
    """Axe finds nothing."""
    page.evaluate(AXE.read_text("utf-8"))  # a script tag of ours would break the page's policy
    found = page.evaluate(
        "rules => axe.run(document, {runOnly: {type: 'tag', values: rules}})", RULES
    )
    faults = [(v["id"], [node["html"][:200] for node in v["nodes"]]) for v in found["violations"]]
    assert faults == []


def check_text(page: Page) -> None:
    """Nothing is wider than the window, and nothing is a key without its message."""
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, f"{page.url} is {width} px too wide"
    assert not MESSAGE_KEY.search(page.locator("body").inner_text())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(
    browser: Browser, small_server: Server, faults: Faults, theme: str
) -> None:
    visitor = Visitor(browser, small_server.address, faults, theme=theme)
    for path in PAGES:
        visitor.go(path)
        settle(visitor.page)
        check_access(visitor.page)
    visitor.play_now()
    visitor.wait()
    check_access(visitor.page)
    visitor.leave()


def test_an_address_that_leads_nowhere(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    faults.expected = ("404",)
    visitor.go("/nowhere")
    expect(visitor.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    check_access(visitor.page)
    visitor.leave()


def test_a_page_that_cannot_be_opened_says_why(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    faults.expected = ("Lobby-", "ERR_FAILED")
    window = {"service_workers": "block"}  # they would find the page
    visitor = Visitor(browser, small_server.address, faults, window=window)
    visitor.page.route("**/assets/Lobby-*.js", lambda route: route.abort())
    visitor.go("/lobby")
    expect(visitor.page.get_by_role("heading", name="could not be opened")).to_be_visible()
    expect(visitor.page.get_by_role("alert")).to_contain_text("Lobby-")
    visitor.page.unroute_all()
    visitor.button("Reload").click()
    expect(visitor.page.get_by_role("heading", name="Lobby")).to_be_visible()
    visitor.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_in_every_language_and_size(
    browser: Browser, small_server: Server, faults: Faults, language: str
) -> None:
    visitor = Visitor(browser, small_server.address, faults, language=language)
    made = visitor.context.request.post(
        f"{small_server.address}/api/play-now", data={"name": "Ada", "bot": "peasant"}
    ).json()
    for path in (*PAGES, f"/t/{made['id']}"):
        visitor.go(path)
        settle(visitor.page)
        assert visitor.page.locator("html").get_attribute("lang") == language
        for width, height in SIZES:
            visitor.page.set_viewport_size({"width": width, "height": height})
            visitor.page.wait_for_timeout(60)
            check_text(visitor.page)
    visitor.leave()


@pytest.mark.parametrize(
    ("map_id", "players", "variant"),
    [("border-disputes", 5, True), ("ways-of-diplomacy", 2, True), ("border-disputes", 3, False)],
)
def test_tables_of_every_kind_can_be_played(
    browser: Browser, small_server: Server, faults: Faults, map_id: str, players: int, variant: bool
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    body = {"name": "Ada", "bot": "peasant", "map": map_id, "players": players, "variant": variant}
    made = visitor.context.request.post(f"{small_server.address}/api/play-now", data=body).json()
    visitor.go(f"/t/{made['id']}")
    visitor.at_table()
    for _ in range(20):
        if visitor.wait():
            visitor.play_by_mouse()
    assert visitor.page.locator(".players li").count() == players
    visitor.leave()


def test_a_game_around_one_device_has_a_curtain(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
    body = {"map": "ways-of-diplomacy", "seats": seats, "name": "Ada", "start": 1}
    url = f"{small_server.address}/api/tables"
    made = visitor.context.request.post(url, data=body).json()
    visitor.context.request.post(f"{url}/{made['id']}/start", data={})
    visitor.go(f"/t/{made['id']}")
    curtain = visitor.page.get_by_role("dialog")
    expect(curtain).to_contain_text("Ben")
    assert visitor.page.locator(".own").count() == 0
    curtain.get_by_role("button").click()
    visitor.at_table()
    assert visitor.is_my_turn
    visitor.leave()


def test_replay_of_a_record(browser: Browser, small_server: Server, faults: Faults) -> None:
    record = sorted((Path(__file__).parents[1] / "records" / "games").glob("*.json"))[0]
    visitor = Visitor(browser, small_server.address, faults)
    visitor.go("/replay")
    visitor.page.get_by_label("Record of a game").set_input_files(record)
    where = visitor.page.locator(".where")
    expect(where).to_contain_text("0 of")
    visitor.page.locator("body").press("ArrowRight")
    expect(where).to_contain_text("1 of")
    visitor.page.locator("body").press("End")
    last = where.inner_text()
    assert last.split()[0] == last.split()[-1]
    visitor.page.get_by_label("Seen by").select_option(index=1)
    check_text(visitor.page)
    visitor.leave()
