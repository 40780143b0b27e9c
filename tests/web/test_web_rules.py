"""The rules: every example can be opened, answered and changed."""

from playwright.sync_api import Browser, Locator, expect

from han.messages import message
from server.running import Server
from web.browser import Faults
from web.visitors import Visitor

EXAMPLES = 10
REFUSED = ("409",)
"""What a browser says when a reader makes a position that cannot be."""


def show_answer(example: Locator) -> None:
    """Ask for the answer if it is not there yet."""
    expect(example).to_be_visible()
    asks = example.get_by_role("button", name="Show the answer")
    if asks.count():
        with example.page.expect_response("**/api/overview*"):
            asks.click()
    expect(example.locator(".answer li").first).to_be_visible()


def choose(case: Locator) -> None:
    """Look at another case; an open answer is asked for anew."""
    if case.is_checked():
        return
    with case.page.expect_response("**/api/overview*"):
        case.check(force=True)


def try_case(example: Locator) -> None:
    """Look at the answer, change the position, and put it back."""
    show_answer(example)
    again = example.get_by_role("button", name="As it was")
    expect(again).to_have_count(0)
    answer = example.locator(".answer").inner_text()
    example.locator(".spot").first.dispatch_event("click")
    expect(again).to_be_visible()
    again.click()
    expect(again).to_have_count(0)
    expect(example.locator(".answer")).to_have_text(answer, use_inner_text=True)


def test_all_examples_can_be_clicked_through(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    faults.expected = REFUSED
    visitor.go("/rules")
    visitor.page.locator("#variants").scroll_into_view_if_needed()  # a board comes when needed
    examples = visitor.page.locator('section[aria-labelledby^="example-"]')
    expect(examples).to_have_count(EXAMPLES)
    for example in examples.all():
        example.scroll_into_view_if_needed()
        cases = example.get_by_role("group", name="Situation").get_by_role("radio")
        for case in cases.all():
            choose(case)
            try_case(example)
        if not cases.count():
            try_case(example)
        why = example.locator("details")
        why.locator("summary").click()
        expect(why.locator("p")).to_be_visible()
    visitor.leave()


def test_a_change_changes_the_answer(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    visitor.go("/rules")
    example = visitor.page.locator('section[aria-labelledby="example-limit"]')
    show_answer(example)
    before = example.locator(".answer").inner_text()
    assert "4" in before
    example.get_by_role("radio", name="Green", exact=True).check(force=True)
    houses = example.get_by_role("button", name="Green: house")
    houses.first.dispatch_event("click")
    expect(example.locator(".answer")).not_to_have_text(before, use_inner_text=True)
    expect(example.locator(".answer")).to_contain_text("3")
    visitor.leave()


def test_a_position_that_cannot_be_is_explained(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    faults.expected = REFUSED
    visitor.go("/rules")
    example = visitor.page.locator('section[aria-labelledby="example-limit"]')
    show_answer(example)
    for _ in range(9):
        example.get_by_role("button", name="emissaries").first.dispatch_event("click")
    reason = message("guide.impossible", "en", reason="").rstrip(" .:")
    expect(example.locator(".answer")).to_contain_text(reason)
    visitor.leave()
