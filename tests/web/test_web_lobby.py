"""Finding tables: the lobby, invitations, tables before their games."""

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.people import Person


def test_the_lobby_lists_public_tables_only(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Person(browser, small_server.address, faults, name="Anna")
    private = host.make_table("me", "open", "open", begin=False)
    public = host.make_table("me", "open", "open", begin=False, public=True)
    guest = Person(browser, small_server.address, faults, name="Ben")
    guest.go("/lobby")
    card = guest.page.locator(f'a[href="/t/{public["id"]}"]')
    expect(card).to_contain_text("2 open seats")
    assert guest.page.locator(f'a[href="/t/{private["id"]}"]').count() == 0

    card.click()
    guest.button("Join").click()
    expect(host.page.get_by_text("Ben", exact=True)).to_be_visible()
    guest.go(f"/t/{private['id']}")
    expect(guest.page.get_by_text("You need an invitation")).to_be_visible()
    assert guest.button("Join").count() == 0
    guest.leave()
    host.leave()


def test_a_table_is_set_up_by_hand(browser: Browser, small_server: Server, faults: Faults) -> None:
    host = Person(browser, small_server.address, faults, name="Anna")
    host.go("/new")
    page = host.page
    page.get_by_role("radio", name="Ways of Diplomacy").check(force=True)
    page.get_by_role("group", name="How many players?").get_by_role("radio", name="2").check(
        force=True
    )
    page.get_by_label("Public table", exact=True).check()
    host.button("Create table").click()
    expect(page.get_by_role("heading", name="Waiting room")).to_be_visible()
    host.button("QR code").click()
    expect(page.get_by_role("img", name="QR code for the invitation link")).to_be_visible()
    expect(host.button("Start game")).to_be_disabled()
    page.get_by_label("Green seat").select_option(label="Bot: Peasant")
    host.button("Start game").click()
    host.at_table()
    host.leave()


def test_lists_and_invitations_follow_what_happens(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Person(browser, small_server.address, faults, name="Anna")
    clock = {"kind": "turn", "seconds": 86_400}
    guest = Person(browser, small_server.address, faults, name="Ben")
    guest.go("/lobby")
    made = host.make_table("me", "open", begin=False, public=True, clock=clock, **CHINA)
    timeless = host.make_table("me", "open", "open", begin=False, public=True)
    card = guest.page.locator(f'a[href="/t/{made["id"]}"]')
    other = guest.page.locator(f'a[href="/t/{timeless["id"]}"]')
    expect(card).to_contain_text("Join")
    expect(other).to_be_visible()

    guest.page.get_by_text("Filter and sort").click()
    guest.page.get_by_label("Clock").select_option(label="With clock")
    expect(other).to_have_count(0)
    guest.page.get_by_label("Map").select_option(label="Ways of Diplomacy")
    expect(card).to_be_visible()
    guest.page.get_by_label("Clock").select_option(label="None")
    expect(card).to_have_count(0)
    guest.page.get_by_label("Clock").select_option(label="Any")

    late = Person(browser, small_server.address, faults, name="Cleo")
    late.go(f"/j/{made['invite']}")
    expect(late.button("Join")).to_be_visible()
    host.go(f"/t/{made['id']}")
    guest.post(f"/api/invites/{made['invite']}/seat", name="Ben")
    expect(card).to_contain_text("Open")
    expect(late.page.get_by_text("All seats are taken")).to_be_visible()
    host.button("Start game").click()
    expect(late.page.get_by_text("The game has already started")).to_be_visible()
    expect(card).to_contain_text("Continue")
    expect(card).to_contain_text("23 hours left")
    guest.leave()
    late.leave()
    host.leave()


CHINA = {"map": "ways-of-diplomacy"}


def test_whoever_waits_sees_who_comes_and_goes_and_when_they_are_sent_away(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    host = Person(browser, small_server.address, faults, name="Anna")
    made = host.make_table("me", "open", begin=False, **CHINA)
    guest = Person(browser, small_server.address, faults, name="Ben")
    guest.go(f"/j/{made['invite']}")
    guest.button("Join").click()
    expect(host.page.locator(".notices")).to_contain_text("Ben has joined.")
    bens = host.page.get_by_role("listitem").filter(has_text="Ben")
    expect(bens.get_by_role("img", name="connected", exact=True)).to_be_visible()
    host.button("Free this seat").click()
    expect(guest.page.locator(".notices")).to_contain_text("The host has freed your seat.")
    expect(host.page.get_by_text("1 watching")).to_be_visible()
    guest.leave()
    host.leave()
