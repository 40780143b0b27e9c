"""Choosing cards and payments: where one looks, and without a detour."""

from playwright.sync_api import Browser, Locator, expect

from server.running import Server
from web.browser import Faults
from web.people import Person


def box(thing: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of something on the page."""
    found = thing.bounding_box()
    assert found
    return (
        found["x"],
        found["y"],
        found["x"] + found["width"],
        found["y"] + found["height"],
    )


def lies_in(inner: Locator, outer: Locator) -> bool:
    a, b = box(inner), box(outer)
    return a[0] >= b[0] - 1 and a[1] >= b[1] - 1 and a[2] <= b[2] + 1 and a[3] <= b[3] + 1


def overlap(one: Locator, other: Locator) -> bool:
    a, b = box(one), box(other)
    return a[0] < b[2] - 1 and b[0] < a[2] - 1 and a[1] < b[3] - 1 and b[1] < a[3] - 1


def test_a_card_ends_the_placing_and_is_confirmed_where_it_lies(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, confirm=True)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    expect(person.page.locator(".display .card:enabled")).to_have_count(0)
    person.place_piece()
    reason = "A province that was empty takes only one piece this turn"
    expect(person.page.locator(".banner")).to_contain_text(reason)
    expect(person.page.locator(".banner")).to_contain_text("Take a card, or finish placing.")

    hand = person.hand
    cards = person.page.locator(".display .card")
    expect(person.page.locator(".display .card:enabled")).to_have_count(5)
    confirm = person.page.locator('[data-key="confirm"]')
    for width, height in ((1280, 800), (360, 740)):
        person.resize(width, height)
        cards.nth(1).click()
        expect(confirm).to_contain_text("Take ")
        expect(person.page.locator(".display li:has(.card.chosen) .confirm")).to_have_count(1)
        assert not any(overlap(confirm, card) for card in cards.all())
        cards.last.click()
        expect(confirm).to_have_text("Draw from the pile")
        assert not any(overlap(confirm, card) for card in cards.all())
    assert person.hand == hand, "a card that is only chosen ends nothing"
    expect(person.button("Finish placing")).to_be_visible()
    cards.first.click()
    confirm.click()
    person.until(lambda: len(person.hand) > len(hand) or not person.is_my_turn)
    expect(person.button("Finish placing")).to_have_count(0)
    person.leave()


def test_a_payment_is_chosen_beside_its_space(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, confirm=True)
    several = person.page.locator(".target:has(.more)")
    while True:  # about every second hand can pay for some space in two ways
        person.make_table("me", "peasant", "peasant")
        person.at_table()
        if several.count():
            break
    choice = person.page.locator(".payment")
    offers = choice.get_by_role("listitem").get_by_role("button")
    window = person.page.locator(".board .window")
    for width, height in ((1280, 800), (360, 740), (844, 390)):
        person.resize(width, height)
        person.play_area.wait_for_rest()
        target = several.first
        target.focus()
        person.page.keyboard.press("Enter")
        expect(offers.first).to_be_focused()
        assert offers.count() > 1
        assert lies_in(choice, window)
        assert not overlap(choice, target.locator(".hit"))
        person.page.keyboard.press("ArrowDown")
        expect(offers.nth(1)).to_be_focused()
        person.page.keyboard.press("Escape")
        expect(choice).to_have_count(0)
        expect(target).to_be_focused()
    person.page.keyboard.press("Enter")
    assert person.page.locator("dialog[open]").count() == 0
    hand = person.hand
    person.page.keyboard.press("Enter")
    person.until(lambda: len(person.hand) < len(hand))
    expect(choice).to_have_count(0)
    person.leave()
