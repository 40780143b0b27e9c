"""What everything on the board is, and the rules beside the game."""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.running import Server
from web.browser import Faults
from web.people import CALM, Person
from web.test_web_choosing import lies_in, overlap

EXPLAINED = {
    "space:": r"costs one card|both provinces",
    "dragon:wei": r"Dragon space of Wei.*player with the most houses",
    "alliance:12": r"Alliance 12: .*whoever has the most emissaries in both",
    "province:wei": r"Wei, red.*house spaces are free",
    "track:": r"Scoring track.*0 to 49",
}


def spot(person: Person, place: str) -> Locator:
    """A place of the board that explains itself."""
    return person.page.locator(f'[data-help^="{place}"]').first


def place_in_reach(person: Person, places: str) -> tuple[float, float]:
    """The middle of the first of some places that is in view, with no button or bar near it."""
    found: list[tuple[float, float]] = person.page.locator(places).evaluate_all(
        """all => all.map(one => one.getBoundingClientRect())
          .map(({x, y, width, height}) => [x + width / 2, y + height / 2])
          .filter(([x, y]) => [[0, 0], [-8, 0], [8, 0], [0, -8], [0, 8]].every(([dx, dy]) =>
            document.elementFromPoint(x + dx, y + dy)?.closest(".board .window")))"""
    )
    assert found, f"none of {places} can be reached"
    return found[0]


def test_all_of_the_board_explains_itself(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    tip = person.page.locator(".tip")
    mark = person.button("Explain the board")
    assert not overlap(mark, person.page.locator("#legend"))
    assert not overlap(person.page.locator(".zoom"), person.page.locator("#legend"))

    at = person.page.locator('.silk [id="alliance-1"]')
    assert at.count()
    mark.focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".target")).to_have_count(0)
    expect(spot(person, "track:")).to_be_focused()
    for place, words in EXPLAINED.items():
        spot(person, place).focus()
        expect(tip).to_contain_text(re.compile(words, re.DOTALL))
        label = spot(person, place).get_attribute("aria-label")
        assert label
        assert re.search(words, label, re.DOTALL)
        assert lies_in(tip, person.page.locator(".board .window"))
    ports = person.page.locator('[data-help][aria-label*=", port"]')
    expect(ports).to_have_count(7)
    ports.first.focus()
    expect(tip).to_contain_text("once more at the end")
    borders = person.page.locator('[data-help][aria-label*=", border space"]')
    expect(borders).to_have_count(6)
    focused = person.page.locator("[data-help]:focus").get_attribute("data-help")
    person.page.keyboard.press("ArrowLeft")
    assert person.page.locator("[data-help]:focus").get_attribute("data-help") != focused
    person.button("Done").click()
    expect(tip).to_have_count(0)
    expect(person.page.locator(".target").first).to_be_visible()

    dragon = person.page.locator('.silk [id="dragon-wei"], .silk [id="dragons"] > :first-child')
    middle = dragon.first.bounding_box()
    assert middle
    person.wait()
    person.page.mouse.move(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    expect(tip).to_contain_text("Dragon space")
    person.leave()


def test_a_finger_asks_by_resting(browser: Browser, small_server: Server, faults: Faults) -> None:
    window = CALM | {"has_touch": True, "is_mobile": True}
    person = Person(browser, small_server.address, faults, size=(390, 844), window=window)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    tip = person.page.locator(".tip")
    tools = person.context.new_cdp_session(person.page)
    x, y = place_in_reach(person, ".target .hit")
    finger = {"x": x, "y": y}
    tools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    expect(tip).to_be_visible()
    tools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(tip).to_be_visible()
    expect(person.page.locator(".overlay use.house")).to_have_count(0)
    person.button("Explain the board").tap()
    expect(person.button("Done")).to_be_visible()
    expect(tip).to_have_count(0)
    person.page.touchscreen.tap(*place_in_reach(person, '[data-help^="space:"]'))
    expect(tip.get_by_role("link", name="Rules")).to_be_visible()
    expect(person.page.locator(".overlay use.house")).to_have_count(0)
    person.leave()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_the_rules_open_beside_the_game(
    browser: Browser, small_server: Server, faults: Faults, size: tuple[int, int]
) -> None:
    person = Person(browser, small_server.address, faults, size=size)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    address = person.page.url
    rules = person.page.get_by_role("complementary", name="Rules")
    board = person.page.locator(".board .window")

    person.page.evaluate("document.querySelector('.board .window').focus()")
    person.button("Explain the board").click()
    spot(person, "dragon:wei").focus()
    person.page.locator(".tip").get_by_role("link", name="Rules").click()
    expect(rules.get_by_role("heading", name="Emissaries", exact=True)).to_be_visible()
    assert person.page.url == address
    assert len(person.context.pages) == 1
    visible = board.bounding_box()
    beside = rules.bounding_box()
    assert visible
    assert beside
    assert beside["x"] > 0.6 * size[0] or beside["y"] > 0.3 * size[1]
    rules.get_by_label("Chapter").select_option("houses")
    expect(rules.get_by_role("heading", name="Houses", exact=True)).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    person.button("Done").click()

    before = person.hand
    person.button("Menu").click()
    person.page.get_by_role("dialog").get_by_role("link", name="Rules").click()
    expect(rules).to_be_visible()
    rules.get_by_role("button", name="Close").click()
    assert person.hand == before

    person.place_piece()
    taken = person.page.locator(".overlay use.house, .overlay use.emissary").first
    at = taken.bounding_box()
    assert at
    person.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    notice = person.page.locator(".notices li").first
    expect(notice).to_be_visible()
    if size[0] > 900:
        assert not overlap(notice, board), "a notice covers no province"
    notice.get_by_role("link", name="Rules").click()
    expect(rules).to_be_visible()
    assert person.page.url == address
    person.leave()
