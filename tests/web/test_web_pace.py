"""What is shown of what others do, how fast, and that nothing is told before it was shown."""

import re
from itertools import pairwise

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.pairs import pair
from web.people import LIVELY, Person
from web.test_web_choosing import overlap

"""A window of somebody who does not mind motion."""
A_MOMENT_MS = 100
A_WHILE_MS = 20_000
"""Longer than a turn is shown."""


def stop_time(person: Person) -> None:
    """From now on time passes on somebody's page only as the test says."""
    page = person.page
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + A_MOMENT_MS)


def cards_of_first(person: Person) -> int:
    """How many cards the first player is shown to hold."""
    return person.page.locator(".players li").first.locator('[role="img"] svg').count()


def test_nothing_is_told_before_the_board_has_shown_it(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    lively = {"window": LIVELY, "animation": "normal"}
    with pair(browser, small_server, faults, lively, stand_in="peasant") as (anna, ben):
        page = ben.page
        banner = page.locator(".play-area .banner")
        area = page.locator(".play-area")
        stop_time(ben)
        before = ben.play_area.wait_for_rest()
        shown = [banner.inner_text(), page.locator(".display").inner_text(), cards_of_first(ben)]
        anna.finish_turn()
        expect(area).to_have_attribute("data-state", "showing")
        ben.until(lambda: anna.play_area.wait_for_rest().state == "others")
        expect(area).to_have_attribute("data-moment", before.moment)
        expect(page).to_have_title("Table")
        assert shown == [
            banner.inner_text(),
            page.locator(".display").inner_text(),
            cards_of_first(ben),
        ]
        page.keyboard.press("Space")
        first = page.locator(".scene").inner_text()
        page.clock.run_for(A_WHILE_MS)
        expect(area).to_have_attribute("data-moment", before.moment)
        expect(page.locator(".scene")).to_have_text(first)
        ben.button("Next event").click()
        expect(page.locator(".scene")).not_to_have_text(first)
        expect(area).to_have_attribute("data-state", "showing")
        speed = page.locator("details.speed summary")
        assert not overlap(page.locator(".bar"), speed)
        speed.click()
        page.get_by_text("Fast", exact=True).click()
        ben.button("Continue").click()
        page.clock.run_for(A_WHILE_MS)
        expect(page).to_have_title("● Your turn")
        expect(banner).to_contain_text("Your turn")
        for person in (ben, anna):
            person.leave_to_a_bot()
        expect(anna.page.get_by_role("tab", name="Result")).to_be_visible()
        expect(area).to_have_attribute("data-state", "showing")
        expect(page.get_by_role("tab", name="Result")).to_have_count(0)
        assert "won" not in ben.open_tab("Log").inner_text()
        ben.button("Skip").click()
        expect(page.get_by_role("tab", name="Result")).to_be_visible()
        expect(banner).to_contain_text("won")


def test_what_others_did_stays_marked_until_one_acts(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, {"confirm": True}) as (anna, ben):
        anna.place_piece()
        anna.finish_turn()
        assert ben.wait()
        page = ben.page
        annas = page.locator('.marks [data-seat="0"]')
        line = page.locator(".players li", has_text="Anna").locator(".latest p")
        for _ in range(2):
            expect(annas).not_to_have_count(0)
            expect(line).to_contain_text("Plays ")
            expect(line.locator(".cards")).not_to_have_count(0)
            page.reload()
            ben.at_table()
        ben.resize(360, 740)
        page.get_by_label("What the others did").click()
        expect(page.locator(".turns p", has_text="Anna")).to_contain_text("Plays ")
        page.keyboard.press("Escape")
        ben.resize(1280, 800)
        ben.place_piece()
        expect(annas).to_have_count(0)
        expect(line).to_have_count(0)
        ben.button("Undo").click()
        expect(annas).not_to_have_count(0)


HEARD = """() => {
  window.heard = [];
  const region = document.querySelector('[role="log"]');
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.textContent) window.heard.push(node.textContent);
  }).observe(region, { childList: true, subtree: true });
}"""


LEVELS = "all => all.map(one => Number(one.tagName[1]))"


GOES_WITHOUT_SAYING = re.compile("^It.s .* turn|finishes placing")
"""What the log's headings say, and what is plain from what follows."""


def log_lines(person: Person) -> list[str]:
    """What the log tells, the newest last."""
    texts = person.open_tab("Log").locator(".told").all_text_contents()
    return [" ".join(text.split()) for text in texts]


def test_every_line_reaches_a_screen_reader(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.make_table("me", "peasant", "peasant", "peasant")
    person.at_table()
    person.page.evaluate(HEARD)
    known = len(log_lines(person))
    for _ in range(2):
        person.wait()
        person.finish_turn()
    person.wait()
    new = log_lines(person)[known:]
    assert len(new) > 20
    heard = person.page.evaluate("window.heard")
    assert sorted(line for line in heard if not GOES_WITHOUT_SAYING.search(line)) == sorted(new)
    assert len(heard) > len(new)
    person.resize(360, 740)
    display = person.page.get_by_role("list", name="Display")
    assert display.get_by_role("button").count() > 1
    person.resize(1280, 800)
    for tab in person.page.get_by_role("tab").all_inner_texts():
        person.open_tab(tab)
        levels = person.page.locator("h1, h2, h3, h4").evaluate_all(LEVELS)
        assert levels[0] == 1
        assert all(b <= a + 1 for a, b in pairwise(levels)), (tab, levels)
    person.leave()


NOBODY_ASKED = "() => void Object.defineProperty(Notification, 'permission', {value: 'default'})"
"""As in a browser with a user interface, before it has asked about notices."""


def test_onlookers_are_offered_nothing_that_only_players_can_do(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    player = Person(browser, small_server.address, faults)
    player.make_table("me", "peasant", map="ways-of-diplomacy")
    player.at_table()
    onlooker = Person(browser, small_server.address, faults, name="Eve")
    onlooker.go(f"/t/{player.table}")
    onlooker.at_table()
    expect(player.button("Undo")).to_be_visible()
    expect(onlooker.button("Undo")).to_have_count(0)
    for person, has_notices in ((player, True), (onlooker, False)):
        person.page.evaluate(NOBODY_ASKED)
        person.button("Menu").click()
        offer = person.page.get_by_role("button", name="Notify me when")
        assert (offer.count() > 0) == has_notices
        person.leave()
