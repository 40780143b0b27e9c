"""The start page and setting a table up: the game to continue, two players first, bots at once."""

import re

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.people import Person


def test_a_running_game_comes_first(browser: Browser, small_server: Server, faults: Faults) -> None:
    person = Person(browser, small_server.address, faults, name="Anna")
    page = person.page
    person.go()
    play_now = person.button("Play now")
    expect(play_now).to_have_class(re.compile(r"\bmain\b"))
    assert page.get_by_role("link", name="Continue").count() == 0

    page.get_by_role("radio", name="2").check(force=True)
    expect(page.get_by_text("You against one bot.")).to_be_visible()
    play_now.click()
    person.at_table()
    assert page.locator(".players li").count() == 2
    first = person.table
    waiting = person.make_table("me", "open", begin=False, map="ways-of-diplomacy")
    # the other player of this one does not move, so it is not my turn
    ben = Person(browser, small_server.address, faults, name="Ben")
    theirs = person.make_table("me", "open", begin=False, map="ways-of-diplomacy", start=1)
    ben.post(f"/api/invites/{theirs['invite']}/seat", name="Ben")
    ben.add_salt(theirs)
    person.post(f"/api/tables/{theirs['id']}/start")

    person.go()
    games = page.get_by_role("region", name="Your games in progress")
    sheet = games.locator(".sheet")
    expect(sheet.get_by_role("heading", name="Your turn")).to_be_visible()
    go_on = sheet.get_by_role("link", name="Continue")
    expect(go_on).to_have_attribute("href", f"/t/{first}")
    expect(go_on).to_have_class(re.compile(r"\bmain\b"))
    expect(play_now).not_to_have_class(re.compile(r"\bmain\b"))
    expect(games.get_by_role("listitem").filter(has_text="Ben\u2019s turn")).to_be_visible()
    assert page.locator(f'a[href="/t/{theirs["id"]}"]').count() == 1
    mine = page.locator("section").filter(has=page.get_by_role("heading", name="My tables"))
    assert mine.locator("a").evaluate_all("all => all.map(one => one.pathname)") == [
        f"/t/{waiting['id']}"
    ]
    go_on_box, play_now_box = go_on.bounding_box(), play_now.bounding_box()
    assert go_on_box
    assert play_now_box
    assert go_on_box["y"] < play_now_box["y"]
    go_on.click()
    person.at_table()
    assert person.table == first
    ben.leave()
    person.leave()


def test_two_players_are_offered_first_and_bots_fill_the_table(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Person(browser, small_server.address, faults, name="Anna")
    page = host.page
    host.go("/new")
    numbers = page.get_by_role("group", name="How many players?").get_by_role("radio")
    expect(numbers).to_have_count(4)
    assert numbers.evaluate_all("all => all.map(one => [one.value, one.checked])") == [
        ["2", True],
        ["3", False],
        ["4", False],
        ["5", False],
    ]
    capital = page.get_by_role("radio", name="Ways of Diplomacy")
    expect(capital).to_be_checked()
    numbers.nth(3).check(force=True)
    expect(page.get_by_role("radio", name="Border Disputes")).to_be_checked()
    fill = host.button("Fill seats with bots")
    page.get_by_label("Bot level").select_option("peasant")
    fill.click()
    expect(fill).to_have_count(0)
    seats = page.get_by_role("group", name="Seats").get_by_role("combobox")
    values = [seats.nth(i).input_value() for i in range(5)]
    assert values == ["me", *["bot:peasant"] * 4]
    seats.nth(1).select_option("open")
    host.button("Create table").click()

    expect(page.get_by_role("heading", name="Waiting room")).to_be_visible()
    expect(host.button("Start game")).to_be_disabled()
    fill.click()
    expect(page.get_by_text("Everyone is here")).to_be_visible()
    assert fill.count() == 0
    host.button("Start game").click()
    host.at_table()
    assert page.locator(".players li").count() == 5
    host.leave()
