"""Every page: languages, sizes, themes, access."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from han.messages import message
from server.running import Server
from waiting import wait_until
from web.browser import Faults
from web.overflow import check_fit
from web.people import Person

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = {
    "/": "nav a[href='/replay']",
    "/new": ".maps img >> nth=-1",
    "/lobby": "section h2 >> nth=0",
    "/settings": "input[readonly]",
    "/rules": "#variants",
    "/replay": "input[type=file]",
    "/open": "p[role=status] >> nth=-1",
    "/t": ".play-area[data-state=yours] .backdrop svg",
}
"""All pages, and what comes last on each; ``/open`` is a table that waits, ``/t`` a game."""
SIZES = ((360, 640), (2560, 1440), (1280, 800))  # the last has room for the choice of language
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
THEME_IS_SHOWN = """async theme => {
  const frame = () => new Promise(requestAnimationFrame)
  while (!matchMedia(`(prefers-color-scheme: ${theme})`).matches) await frame()
  await frame()
  await Promise.all(document.getAnimations().map(one => one.finished.catch(() => {})))
  await frame()
}"""
LANGUAGES = ("en", "de", "fr", "it")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
MESSAGE_KEY = re.compile(r"\b(web|game|board|narration|terms|replay|guide)\.[a-z_]+\b")


PANELS = ("game.provinces", "narration.final_alliances", "narration.final_roads", "game.words")


def visit(person: Person, path: str) -> None:
    """Go to a page, and wait until all of it is there."""
    if path == "/open":
        person.make_table("me", "open", "scribe", begin=False, name="W" * 24)
    elif path == "/t":
        made = person.post("/api/play-now", name="W" * 24, bot="peasant")
        person.go(f"/t/{made['id']}")
    else:
        person.go(path)
    expect(person.page.locator(PAGES[path])).to_be_attached()


def speak(person: Person, path: str, language: str) -> None:
    """Change the language of a page: in its header, or in the menu of a game."""
    menu = person.page.locator(".top button[aria-haspopup]")
    if path == "/t":
        menu.click()
    person.choose_language(language)
    if path == "/t":
        person.page.keyboard.press("Escape")
        expect(person.page.get_by_role("dialog")).to_have_count(0)


def show_in(page: Page, theme: Literal["light", "dark"]) -> None:
    """Change the theme, and wait until all colours are those of the new one."""
    page.emulate_media(color_scheme=theme)
    page.evaluate(THEME_IS_SHOWN, theme)


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
    overhang = "document.documentElement.scrollWidth - window.innerWidth"
    wait_until(
        lambda: page.evaluate(overhang) <= 0,
        lambda: f"that {page.url} is not {page.evaluate(overhang)} px too wide",
    )
    assert not MESSAGE_KEY.search(page.locator("body").inner_text())
    check_fit(page)


def check_panels(person: Person, language: str) -> None:
    """The panels of a game fit on a phone, and so does its menu."""
    person.resize(*SIZES[0])
    for key in PANELS:
        person.open_tab(message(key, language))
        check_text(person.page)
    person.page.keyboard.press("Escape")
    person.button(message("web.menu", language)).click()
    check_text(person.page)
    person.page.keyboard.press("Escape")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_read_by_everybody_in_all_languages_and_sizes(
    browser: Browser, small_server: Server, faults: Faults, path: str
) -> None:
    person = Person(browser, small_server.address, faults)
    visit(person, path)
    for theme in THEMES:
        show_in(person.page, theme)
        check_access(person.page)
    for language in LANGUAGES:
        speak(person, path, language)
        for width, height in SIZES:
            person.resize(width, height)
            check_text(person.page)
        if path == "/t":
            check_panels(person, language)
            person.resize(width, height)
    person.leave()


def test_an_address_that_leads_nowhere(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    faults.expected = ("404",)
    person.go("/nowhere")
    expect(person.page.get_by_role("heading", name="Page not found")).to_be_visible()
    check_access(person.page)
    person.leave()


def test_a_page_that_cannot_be_opened_says_why(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    faults.expected = ("Lobby-", "ERR_FAILED")
    window = {"service_workers": "block"}  # they would find the page
    person = Person(browser, small_server.address, faults, window=window)
    person.page.route("**/assets/Lobby-*.js", lambda route: route.abort())
    person.go("/lobby")
    expect(person.page.get_by_role("heading", name="couldn\u2019t be loaded")).to_be_visible()
    expect(person.page.get_by_role("alert")).to_contain_text("Lobby-")
    person.page.unroute_all()
    person.button("Reload").click()
    expect(person.page.get_by_role("heading", name="Lobby")).to_be_visible()
    person.leave()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_opens_in_the_language_that_was_chosen_before(
    browser: Browser, small_server: Server, faults: Faults, language: str
) -> None:
    person = Person(browser, small_server.address, faults, language=language)
    person.go("/rules")
    expect(person.page.locator("h1")).to_have_text(message("web.rules", language))
    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.locator("#contents")).to_have_text(message("guide.contents", language))
    person.leave()


@pytest.mark.parametrize(
    ("map_id", "players", "variant"),
    [("border-disputes", 5, True), ("ways-of-diplomacy", 2, True), ("border-disputes", 3, False)],
)
def test_tables_of_every_kind_can_be_played(
    browser: Browser, small_server: Server, faults: Faults, map_id: str, players: int, variant: bool
) -> None:
    person = Person(browser, small_server.address, faults)
    body: dict[str, object] = {
        "name": "Ada",
        "bot": "peasant",
        "map": map_id,
        "players": players,
        "variant": variant,
    }
    made = person.post("/api/play-now", **body)
    person.go(f"/t/{made['id']}")
    person.at_table()
    for _ in range(10):
        if person.wait():
            person.play_by_mouse()
    assert person.page.locator(".players li").count() == players
    person.leave()


def test_a_game_around_one_device_has_a_curtain(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
    body = {"map": "ways-of-diplomacy", "seats": seats, "name": "Ada", "start": 1}
    made = person.post("/api/tables", **body)
    person.post(f"/api/tables/{made['id']}/start")
    person.go(f"/t/{made['id']}")
    curtain = person.page.get_by_role("dialog")
    expect(curtain).to_contain_text("Ben")
    assert person.page.locator(".own").count() == 0
    curtain.get_by_role("button").click()
    person.at_table()
    assert person.is_my_turn
    person.leave()


def test_replay_of_a_record(browser: Browser, small_server: Server, faults: Faults) -> None:
    record = sorted((Path(__file__).parents[1] / "records" / "games").glob("*.json"))[0]
    person = Person(browser, small_server.address, faults)
    person.go("/replay")
    person.page.get_by_label("Game record").set_input_files(record)
    where = person.page.locator(".where")
    expect(where).to_contain_text("0 of")
    person.page.locator("body").press("ArrowRight")
    expect(where).to_contain_text("1 of")
    person.page.locator("body").press("End")
    expect(where).to_have_text(re.compile(r"(\d+) of \1$"))
    person.page.get_by_label("View as").select_option(index=1)
    check_text(person.page)
    person.leave()
