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
    expect(host.page.get_by_text("Ben")).to_be_visible()
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
    page.get_by_role("combobox").last.select_option(label="Bot: Peasant")
    host.button("Start game").click()
    host.at_table()
    host.leave()
