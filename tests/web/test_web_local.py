"""Games that are kept in the browser: no server has them."""

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.people import Person


def test_a_game_begins_here_and_goes_on_after_a_reload(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.play_now()
    assert person.table.startswith("local-")
    person.wait()
    person.play_by_mouse()
    before = person.page.locator(".own li").count()
    person.page.reload()
    person.at_table()
    assert person.is_my_turn
    expect(person.page.locator(".own li")).to_have_count(before)
    person.leave()
