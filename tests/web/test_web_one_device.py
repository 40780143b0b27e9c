"""Several players around one device: who sees what when it is handed on."""

import pytest
from playwright.sync_api import Browser, Locator, expect

from server.running import Server
from web.browser import Faults
from web.people import Person


@pytest.fixture
def device(browser: Browser, small_server: Server, faults: Faults) -> Person:
    """The device of Ada and Ben; Ben begins."""
    person = Person(browser, small_server.address, faults)
    seats = [{"kind": "me"}, {"kind": "here", "name": "Ben"}]
    body = {"map": "ways-of-diplomacy", "seats": seats, "name": "Ada", "start": 1}
    made = person.post("/api/tables", **body)
    person.post(f"/api/tables/{made['id']}/start")
    person.go(f"/t/{made['id']}")
    return person


def hold(person: Person, key: str) -> None:
    """Let a key that is held down repeat."""
    for _ in range(3):
        person.page.keyboard.down(key)


def draw_last_card(person: Person) -> None:
    """Play the turn that one has, draw from the pile, and keep the key pressed at the last card."""
    while not person.play_area.wait_for_turn().cards:
        person.play_by_mouse()
    while (before := person.play_area.wait_for_rest()).state == "yours":
        person.page.keyboard.up("Enter")
        person.page.locator(".pile button").focus()
        person.page.keyboard.down("Enter")
        person.play_area.wait_for_change(before)


def test_the_last_card_is_seen_and_no_held_key_opens_the_next_curtain(device: Person) -> None:
    page = device.page
    curtain = page.locator(".curtain")
    drawn: Locator = page.get_by_role("dialog", name="You drew")
    curtain.get_by_role("button").click()
    device.at_table()
    draw_last_card(device)
    expect(drawn).to_contain_text("card from the pile")
    hold(device, "Enter")
    expect(drawn).to_be_visible()
    expect(curtain).to_have_count(0)
    page.keyboard.up("Enter")
    page.keyboard.down("Enter")
    expect(curtain).to_contain_text("Ada")
    expect(drawn).to_have_count(0)
    assert "draws" not in page.locator("body").inner_text(), "that is Ben's secret"
    hold(device, "Enter")
    page.keyboard.up("Enter")
    curtain.get_by_role("button").dispatch_event("click", {"detail": 2})
    expect(curtain).to_contain_text("Ada")
    page.keyboard.press("Enter")
    expect(curtain).to_have_count(0)
    device.at_table()
    assert device.is_my_turn
    expect(page.locator('.marks [data-seat="1"]')).not_to_have_count(0)
    device.leave()
