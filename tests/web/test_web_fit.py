"""Everything in its place while a game is played, in all windows and in the longest languages."""

import pytest
from playwright.sync_api import Browser, Locator, expect

from han.messages import message
from server.guests import Guest, visiting
from server.running import Server
from waiting import run
from web.browser import Faults
from web.overflow import check_fit
from web.pairs import pair, pair_at_the_end
from web.people import Person
from web.test_web_choosing import overlap

SIZES = ((360, 740), (390, 844), (844, 390), (1024, 768), (1280, 800), (1440, 900), (2560, 1440))
LANGUAGES = ("de", "fr", "it")
WIDE = (1280, 800)
PHONE = (360, 740)
LYING = (844, 390)


def check_sizes(person: Person) -> None:
    """What is shown now fits in all windows."""
    for width, height in SIZES:
        person.resize(width, height)
        check_fit(person.page)


@pytest.fixture(scope="module")
def played(small_server: Server) -> str:
    """A game of five bots that is over."""

    async def play() -> str:
        async with visiting():
            guest = Guest(small_server)
            table = await guest.start(await guest.create(*["peasant"] * 5))
            wire = await guest.connect(table)
            await wire.until(lambda: wire.is_over)
            return str(table["id"])

    return run(play())


@pytest.mark.parametrize("language", LANGUAGES)
def test_results_and_replays_fit(
    browser: Browser, small_server: Server, faults: Faults, played: str, language: str
) -> None:
    person = Person(browser, small_server.address, faults, size=WIDE, language=language)
    person.go(f"/t/{played}")
    person.at_table()
    person.open_tab(message("narration.result", language))
    expect(person.page.locator(".result table").first).to_be_visible()
    check_sizes(person)
    person.go(f"/replay/{played}")
    expect(person.page.locator(".controls")).to_be_visible()
    check_sizes(person)
    person.leave()


def test_who_is_awaited_for_a_rematch_can_be_read(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair_at_the_end(browser, small_server, faults) as (anna, ben):
        anna.page.get_by_role("button", name="Rematch").click()
        expect(anna.page.get_by_text("hasn’t accepted yet")).to_be_visible()
        check_sizes(anna)
        ben.page.get_by_role("button", name="Accept").wait_for()
        expect(ben.page.get_by_role("button", name="Rematch", exact=True)).to_have_count(0)
        check_sizes(ben)


def strip(person: Person) -> Locator:
    """Everybody's points on a phone."""
    return person.page.locator(".strip")


def test_a_notice_on_a_phone_covers_neither_points_nor_cards(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        anna.open_tab("Chat")
        for size in (PHONE, LYING):
            ben.resize(*size)
            anna.button("Hello!").click()
            notice = ben.page.locator(".notices li").first
            expect(notice).to_be_visible()
            for thing in (strip(ben), ben.page.locator(".banner"), ben.page.locator(".cards")):
                assert not overlap(notice, thing), size
            ben.page.get_by_role("button", name="Dismiss").first.click()
            expect(ben.page.locator(".notices li")).to_have_count(0)


def test_the_panels_stay_where_they_are_while_others_play(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        panels = ben.page.locator(".side .places")
        before = panels.bounding_box()
        anna.place_piece()
        anna.finish_turn()
        ben.wait()
        expect(ben.page.locator(".players .latest p")).to_have_count(1)
        assert panels.bounding_box() == before
        ben.place_piece()
        expect(ben.page.locator(".players .latest p")).to_have_count(0)
        assert panels.bounding_box() == before


@pytest.mark.parametrize("board", ["border-disputes", "ways-of-diplomacy"])
def test_no_button_lies_on_the_legend(
    browser: Browser, small_server: Server, faults: Faults, board: str
) -> None:
    person = Person(browser, small_server.address, faults, size=WIDE)
    person.make_table("me", "peasant", "peasant", map=board)
    person.at_table()
    legend = person.page.locator("#legend")
    for size in ((1024, 768), WIDE, (1440, 900), (2560, 1440)):
        person.resize(*size)
        check_fit(person.page)
        assert not overlap(person.page.locator(".zoom"), legend), size
    sheet = person.page.locator("#legend rect").first
    for word in person.page.locator("#legend text").all():
        one, whole = word.bounding_box(), sheet.bounding_box()
        assert one
        assert whole
        assert one["x"] + one["width"] <= whole["x"] + whole["width"], word.text_content()
    person.leave()


def test_what_is_pointed_out_can_be_let_go(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=PHONE)
    person.make_table("me", "peasant", "peasant", start=0)
    person.at_table()
    veil = person.page.locator(".highlights .veil")
    row = person.open_tab("Alliances").get_by_role("button", name="Alliance 3")
    row.click()
    expect(veil).to_have_count(1)
    person.page.keyboard.press("Escape")  # closes the sheet; what was clicked is held
    expect(veil).to_have_count(1)
    person.page.keyboard.press("Escape")
    expect(veil).to_have_count(0)
    person.open_tab("Alliances")
    row.click()
    expect(veil).to_have_count(1)
    row.click()
    person.page.mouse.move(5, 5)
    expect(veil).to_have_count(0)

    person.resize(1440, 900)
    expect(person.page.get_by_role("tabpanel")).to_have_count(2)
    row.click()
    person.page.mouse.move(5, 5)
    expect(veil).to_have_count(1)
    person.place_piece()
    expect(veil).to_have_count(0)
    row.hover()
    expect(veil).to_have_count(1)
    person.resize(*PHONE)  # the list goes away under the mouse
    expect(veil).to_have_count(0)
    person.leave()


def test_the_way_back_from_the_past_is_in_reach(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=WIDE, confirm=True)
    person.make_table("me", "peasant", "peasant", start=0)
    person.at_table()
    chosen = person.page.locator(".display .chosen")
    person.place_piece()
    person.page.locator(".display .card:enabled").first.click()
    expect(chosen).to_have_count(1)
    back = person.button("Back to the current position")
    for size in (WIDE, PHONE, LYING):
        person.resize(*size)
        turns = person.open_tab("Log").get_by_role("button", name="Table")
        turns.first.click()
        expect(back).to_be_in_viewport(ratio=1)
        assert not overlap(back, person.page.locator(".zoom"))
        expect(chosen).to_have_count(0)
        back.click()
        expect(back).to_have_count(0)
        expect(chosen).to_have_count(1)
        person.page.keyboard.press("Escape")
    person.leave()
