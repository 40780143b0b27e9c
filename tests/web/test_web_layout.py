"""A game on a phone, upright and on its side, and on large screens."""

import re

from playwright.sync_api import Browser, FloatRect, Locator, expect

from server.running import Server
from web.browser import Faults
from web.overflow import check_fit
from web.pairs import pair
from web.people import Person

PHONE = (360, 740)
LYING = (844, 390)
LEAST_BOARD = 120
"""What can be made out of a board above a sheet, in pixels."""


def box(what: Locator) -> FloatRect:
    """Where something is."""
    found = what.bounding_box()
    assert found, f"{what} is not shown"
    return found


def board(person: Person) -> FloatRect:
    """Where the board is."""
    return box(person.page.locator(".play-area .board").first)


def middle(what: Locator) -> tuple[float, float]:
    """The middle of something."""
    found = box(what)
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def check_page_stays(person: Person) -> None:
    """The page itself has nothing to scroll to."""
    assert person.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def check_scores(person: Person, count: int) -> None:
    """Everybody's points are in sight, and whose turn it is."""
    strip = person.page.get_by_role("button", name=re.compile("^Players"))
    expect(strip).to_be_in_viewport(ratio=1)
    expect(strip.locator("strong")).to_have_count(count)
    expect(strip.locator(".turn")).to_have_count(1)


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes cover each other."""
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def check_nothing_is_covered(person: Person) -> None:
    """A card that is picked is lifted, but covers no button."""
    card = person.page.locator('.own li button[aria-pressed="true"]')
    buttons = person.page.locator(".cards .row button:visible, .display button:visible")
    lifted = box(card)
    assert buttons.count()
    for button in buttons.all():
        assert not overlap(lifted, box(button)), button.inner_text()


def test_the_board_stays_as_high_while_the_display_lacks_a_card(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.make_table("me", "peasant", map="ways-of-diplomacy", start=0)
    person.at_table()
    first, cards = board(person), person.page.locator(".display .card")
    places = cards.count()
    while cards.count() == places:
        assert person.wait(), "the display never lacked a card"
        person.play_by_mouse()
    assert board(person) == first


def test_on_a_phone_the_board_stays_as_high_in_the_whole_turn(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=PHONE, confirm=True)
    person.make_table("me", "peasant", "peasant", "peasant", "peasant", start=0)
    person.at_table()
    first = board(person)
    assert first["height"] > PHONE[1] / 3
    person.page.locator(".own li button").first.click()
    check_nothing_is_covered(person)
    assert board(person) == first, "with a card that is picked"
    person.page.locator(".own li button").first.click()
    person.place_piece()
    assert board(person) == first, "with a piece that was placed"
    has_drawn = False
    while (sight := person.play_area.wait_for_rest()).state == "yours":
        if has_drawn and not sight.cards:
            break
        has_drawn = sight.cards > 0
        person.play_by_mouse()
        check_page_stays(person)
        check_scores(person, 5)
        assert board(person) == first, sight
    person.leave()


def test_a_place_near_the_edge_stays_under_the_finger_that_presses_it(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=PHONE)
    person.make_table("me", "peasant", "peasant", start=0)
    person.at_table()
    window = person.page.locator(".board .window")
    window.focus()
    for _ in range(4):
        person.page.keyboard.press("+")  # now every place can be drawn to the edge
    edge = box(window)
    target = person.page.locator(".target").first
    target.focus()  # brings it into sight
    expect(target.locator(".hit")).to_be_in_viewport(ratio=1)
    place, mouse = target.locator(".hit"), person.page.mouse
    x, y = middle(place)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, edge["y"] + 24, steps=4)
    mouse.up()
    window.focus()
    x, y = middle(place)
    assert y < edge["y"] + 30
    before = person.play_area.wait_for_turn()
    mouse.move(x, y)
    mouse.down()
    assert middle(place) == (x, y)
    mouse.up()
    person.play_area.wait_for_change(before)  # it is placed, or asks how to pay
    person.leave()


def test_panels_of_a_phone_lie_on_a_sheet(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=PHONE)
    person.make_table("me", "peasant", "peasant", start=0)
    person.at_table()
    before = board(person)
    tab = person.page.get_by_role("tab", name="Alliances")
    person.open_tab("Alliances")
    sheet = person.page.get_by_role("region", name="Alliances")
    assert box(sheet)["y"] - before["y"] > LEAST_BOARD, "the board is seen above"
    assert board(person) == before
    for name in ("Provinces", "Log", "Chat"):
        expect(person.open_tab(name)).to_be_visible()
    check_scores(person, 3)
    check_page_stays(person)

    person.open_tab("Alliances")
    edge = sheet.get_by_role("separator")
    at, height = box(edge), box(sheet)["height"]
    person.page.mouse.move(at["x"] + 100, at["y"] + 10)
    person.page.mouse.down()
    person.page.mouse.move(at["x"] + 100, at["y"] - 90, steps=4)
    person.page.mouse.up()
    person.until(lambda: box(sheet)["height"] > height + 60, "that it is higher")
    edge.focus()
    person.page.keyboard.press("ArrowDown")
    assert int(edge.get_attribute("aria-valuenow") or 0) < 88
    person.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(tab).to_be_focused()
    expect(tab).to_have_attribute("aria-selected", "false")

    tab.click()
    expect(sheet).to_be_visible()
    tab.click()
    expect(sheet).to_have_count(0)
    tab.click()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_have_count(0)
    person.page.get_by_role("button", name=re.compile("^Players")).click()
    players = person.page.get_by_role("region", name="Players")
    expect(players.get_by_role("listitem")).to_have_count(3)
    person.page.keyboard.press("Escape")

    person.resize(*LYING)
    check_scores(person, 3)
    check_page_stays(person)
    assert board(person)["height"] > 0.8 * LYING[1]
    tab.click()
    assert box(sheet)["x"] > LYING[0] / 3, "the sheet lies beside the board"
    expect(sheet).to_be_in_viewport(ratio=1)
    person.leave()


def test_a_large_screen_shows_several_panels_at_once(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=(1440, 900))
    person.make_table("me", "peasant", "peasant", "peasant", start=0)
    person.at_table()
    panels = person.page.get_by_role("tabpanel")
    expect(panels).to_have_count(2)
    log = person.open_tab("Log")
    alliances = person.open_tab("Alliances")
    for panel in (log, alliances):
        expect(panel).to_be_in_viewport(ratio=1)
    assert board(person)["width"] > 0.6 * 1440
    person.open_tab("Chat")
    expect(alliances).to_be_visible()

    person.resize(2560, 1440)
    expect(panels).to_have_count(4)
    for name in ("Provinces", "Alliances", "Log", "Chat"):
        shown = person.page.get_by_role("tabpanel", name=name, exact=True)
        expect(shown).to_be_in_viewport(ratio=1)
    assert board(person)["width"] > 0.6 * 2560
    check_page_stays(person)
    check_fit(person.page)

    person.resize(1024, 768)
    expect(panels).to_have_count(1)
    check_page_stays(person)
    person.leave()


def test_the_menu_has_groups_and_arrow_keys(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.make_table("me", "peasant", start=0, map="ways-of-diplomacy")
    person.at_table()
    person.button("Menu").click()
    menu = person.page.get_by_role("dialog", name="Menu")
    for group in ("Table", "Display and sound", "Help", "Leave"):
        expect(menu.get_by_role("region", name=group)).to_be_visible()
    leave = menu.get_by_role("region", name="Leave")
    leave.get_by_role("link", name="Back to home").focus()
    person.page.keyboard.press("ArrowDown")
    expect(leave.get_by_role("button")).to_be_focused()
    person.page.keyboard.press("Home")
    expect(menu.get_by_role("button", name="Copy")).to_be_focused()  # nothing to take back yet
    person.page.keyboard.press("ArrowUp")
    expect(leave.get_by_role("button")).to_be_focused()
    person.leave()


def test_long_names_are_cut_where_they_are_shown_and_nobody_loses_letters_unasked(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    long = "W" * 24
    with pair(browser, small_server, faults, {"name": "Ben"}) as (anna, _):
        anna.go("/new")
        name = anna.page.get_by_label("Your name")
        name.fill(long + "xyz")
        expect(name).to_have_value(long)
        expect(anna.page.get_by_text("at most 24 characters")).to_be_visible()
        name.fill("🐉" * 20)
        expect(name).to_have_value("🐉" * 20)
        expect(anna.page.get_by_text("at most 24 characters")).to_have_count(0)
    person = Person(browser, small_server.address, faults, size=PHONE, name=long)
    table = person.make_table("me", "open", begin=False, map="ways-of-diplomacy")
    check_fit(person.page)
    expect(person.page.get_by_title(long)).to_be_visible()
    guest = Person(browser, small_server.address, faults, size=PHONE, name="M" * 24)
    guest.post(f"/api/invites/{table['invite']}/seat", name=guest.name)
    person.post(f"/api/tables/{table['id']}/start")
    person.go(f"/t/{table['id']}")
    guest.go(f"/t/{table['id']}")
    person.at_table()
    check_fit(person.page)
    person.page.get_by_role("button", name=re.compile("^Players")).click()
    for one in (long, guest.name):
        expect(person.page.get_by_role("region").get_by_title(one)).to_be_visible()
    check_fit(person.page)
    person.leave()
    guest.leave()
