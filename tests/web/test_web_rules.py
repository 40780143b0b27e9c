"""The rules: every example can be opened, answered and changed."""

from playwright.sync_api import Browser, Locator, expect

from han.messages import message
from server.running import Server
from web.browser import Faults
from web.device import Device
from web.people import Person

EXAMPLES = 10


def show_answer(example: Locator) -> None:
    """Ask for the answer."""
    example.get_by_role("button", name="Show the answer").click()
    expect(example.locator(".answer li").first).to_be_visible()


def try_case(example: Locator) -> None:
    """Look at the answer, change the position, and put it back."""
    expect(example.locator(".answer li").first).to_be_visible()
    again = example.get_by_role("button", name="Reset")
    expect(again).to_have_count(0)
    answer = example.locator(".answer").inner_text()
    question = example.locator(".question").inner_text()
    example.locator(".spot").first.dispatch_event("click")
    expect(again).to_be_visible()
    expect(example.locator("details")).to_have_count(0)  # it explains the position as it was
    expect(example.locator(".question")).to_have_text(message("guide.ask_changed", "en"))
    again.click()
    expect(example.locator("details")).to_have_count(1)
    expect(example.locator(".question")).to_have_text(question)
    expect(again).to_have_count(0)
    expect(example.locator(".answer")).to_have_text(answer, use_inner_text=True)


def test_all_examples_can_be_clicked_through(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.go("/rules")
    person.page.locator("#variants").scroll_into_view_if_needed()  # a board comes when needed
    examples = person.page.locator('section[aria-labelledby^="example-"]')
    expect(examples).to_have_count(EXAMPLES)
    for example in examples.all():
        show_answer(example)
        cases = example.get_by_role("group", name="Situation").get_by_role("radio").all()
        try_case(example)
        why = example.locator("details")
        why.locator("summary").click()
        expect(why.locator("p")).to_be_visible()
        for case in cases[1:]:  # the first one is shown before any is chosen
            case.check(force=True)
            try_case(example)
    person.leave()


def test_pictures_show_what_the_rules_say_of_them(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.go("/rules")
    picture = person.page.get_by_role("img", name=message("guide.picture_disk", "en"))
    picture.scroll_into_view_if_needed()
    expect(picture.locator('.badges use[href$="disk"]')).to_have_count(1)
    expect(picture.locator(".badges .lead").first).to_be_visible()
    person.leave()


def test_a_change_changes_the_answer(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.go("/rules")
    example = person.page.locator('section[aria-labelledby="example-limit"]')
    show_answer(example)
    before = example.locator(".answer").inner_text()
    assert "4" in before
    example.get_by_role("radio", name="Green", exact=True).check(force=True)
    houses = example.get_by_role("button", name="Green: house")
    houses.first.dispatch_event("click")
    expect(example.locator(".answer")).not_to_have_text(before, use_inner_text=True)
    expect(example.locator(".answer")).to_contain_text("3")
    person.leave()


def test_a_position_that_cannot_be_is_explained(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.go("/rules")
    example = person.page.locator('section[aria-labelledby="example-limit"]')
    show_answer(example)
    for _ in range(9):
        example.get_by_role("button", name="emissaries").first.dispatch_event("click")
    reason = message("guide.impossible", "en", reason="").rstrip(" .:")
    expect(example.locator(".answer")).to_contain_text(reason)
    person.leave()


def test_an_answer_that_comes_late_does_not_replace_the_right_one(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    device = Device(person)
    person.go("/rules")
    example = person.page.locator('section[aria-labelledby="example-limit"]')
    show_answer(example)
    before = example.locator(".answer").inner_text()
    example.get_by_role("radio", name="Green", exact=True).check(force=True)
    house = example.get_by_role("button", name="Green: house").first
    device.hold("/api/overview")
    house.dispatch_event("click")
    device.wait_until_held()
    example.get_by_role("button", name="Reset").click()
    expect(example.locator(".answer")).to_have_text(before, use_inner_text=True)
    device.release()
    expect(example.locator(".answer")).to_have_text(before, use_inner_text=True)
    person.leave()
