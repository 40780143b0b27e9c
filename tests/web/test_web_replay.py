"""Games looked at again: found, played, and gone through turn by turn."""

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.people import Person
from web.unseen import play_unseen

A_WHILE_MS = 60_000


def position(person: Person) -> int:
    """The number of the position that is shown."""
    return int(person.page.get_by_role("slider", name="Position").first.input_value())


def test_a_finished_game_is_found_and_played(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=(1280, 640))
    table = person.set_up("me", "peasant", map="ways-of-diplomacy", stand_in="peasant")
    play_unseen(table, person)

    page = person.page
    person.go("/replay")
    own = page.locator("main a[href^='/replay/']")
    expect(own).to_have_count(1)
    page.get_by_label("Link to a table").fill("https://example.org/nowhere")
    person.button("Open").click()
    expect(page.get_by_role("alert")).to_contain_text("doesn\u2019t lead to a game")
    page.get_by_label("Link to a table").fill(f"{person.address}/t/{table['id']}")
    person.button("Open").click()
    expect(page.get_by_role("group", name="Replay")).to_be_visible()
    page.get_by_role("link", name="Other games").click()
    own.click()
    expect(page).to_have_url(f"{person.address}/replay/{table['id']}")

    page.clock.install()
    person.button("Play").click()
    person.button("Pause").wait_for()
    page.clock.run_for(A_WHILE_MS)
    person.button("Pause").click()
    assert position(person) > 10
    expect(person.button("Play")).to_be_visible()
    page.locator("body").press(" ")
    expect(person.button("Pause")).to_be_visible()
    page.locator("body").press("ArrowLeft")
    expect(person.button("Play")).to_be_visible()  # whoever goes somewhere stays there

    turns = page.get_by_role("list", name="Turns").get_by_role("listitem")
    shown = turns.filter(has=page.locator('[aria-current="step"]'))
    page.locator("body").press("End")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Final scoring")
    expect(shown).to_be_in_viewport()
    expect(person.button("Next turn")).to_be_disabled()
    page.locator("body").press("Home")
    expect(page.locator(".where")).to_contain_text("After the deal")
    turns.nth(2).locator(".head").click()
    expect(shown).to_contain_text("Round 2")
    here = position(person)
    person.button("Previous turn").click()
    assert 0 < position(person) < here
    person.open_tab("Points")
    graph = page.get_by_role("img", name="Points over the course of the game")
    expect(graph).to_be_visible()
    person.leave()
