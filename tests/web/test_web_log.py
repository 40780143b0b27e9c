"""The log of a game: told turn by turn, each line a way back to its moment."""

from playwright.sync_api import Browser, Locator, expect

from server.running import Server
from web.browser import Faults
from web.people import Person

TALL = (1280, 1000)
"""A window with a place for the log, whatever the players' sheets need."""
PAST = "You\u2019re viewing an earlier position."


def turns_of(log: Locator) -> Locator:
    return log.get_by_role("listitem")


def test_the_log_goes_turn_by_turn_and_strikes_out_what_was_undone(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=TALL, confirm=True)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    person.place_piece()
    person.button("Undo").click()
    log = person.open_tab("Log")
    gone = log.locator(".gone")
    expect(gone).to_have_count(1)
    expect(gone).to_contain_text("Taken back: Ada plays")
    assert gone.locator(".glyphs use").count() >= 2, "a card and a piece"
    expect(log.locator(".head")).to_contain_text(["Table", "Ada"])

    for _ in range(3):
        person.finish_turn()
        person.wait()
    log = person.open_tab("Log")
    heads = [" ".join(text.split()) for text in log.locator(".head").all_inner_texts()]
    assert heads[1:4] == ["Ada Round 1", "Peasant (green) Round 1", "Peasant (violet) Round 1"]
    assert heads[4] == "Ada Round 2"
    expect(gone).to_have_count(1)
    expect(turns_of(log).last).to_be_in_viewport()  # the newest, without scrolling

    assert log.evaluate("one => one.scrollHeight > one.clientHeight")
    log.evaluate("one => (one.scrollTop = 0)")
    first = turns_of(log).first
    expect(first).to_be_in_viewport()
    person.finish_turn()
    person.wait()
    assert turns_of(log).count() > len(heads)
    expect(first).to_be_in_viewport()  # its reader has scrolled up
    person.leave()


def test_a_line_of_the_log_leads_to_its_moment_by_mouse_and_keys(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=TALL)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    for _ in range(2):
        person.finish_turn()
        person.wait()
    log = person.open_tab("Log")
    turn = turns_of(log).nth(1)
    turn.get_by_role("button").nth(1).click()
    expect(person.page.get_by_text(PAST)).to_be_visible()
    expect(turn.locator(".head")).to_have_attribute("aria-current", "step")
    expect(turn.locator(".current")).to_have_count(1)
    person.button("Back to the current position").click()
    expect(person.page.get_by_text(PAST)).to_have_count(0)

    stops = log.locator('button[tabindex="0"]')
    expect(stops).to_have_count(1)  # one stop for the Tab key, however long the game
    stops.focus()
    for key in ("Home", "ArrowDown", "ArrowDown", "Enter"):
        person.page.keyboard.press(key)
    expect(person.page.get_by_text(PAST)).to_be_visible()
    expect(turn.locator(".head")).to_have_attribute("aria-current", "step")
    person.leave()
