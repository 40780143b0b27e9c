"""Games that are kept in the browser: no server has them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Error, expect

from han.messages import message
from han.records.parse import parse_record
from han.records.replay import verify
from server.running import Server, running
from web.browser import ARGUMENTS, Faults, find_browser
from web.device import Device
from web.people import KEEPING, Person
from web.windows import TIMEOUT_MS

PHONE = (390, 844)
ELSEWHERE = "This game is open in another tab or window."


def check_record(person: Person) -> None:
    """The record that the browser saves is true, its cards too."""
    with person.page.expect_download() as saved:
        person.page.get_by_role("link", name="Game record").click()
    assert saved.value.suggested_filename == f"{person.table}.json"
    assert verify(parse_record(saved.value.path().read_text("utf-8"))).is_over


def test_a_whole_game_at_phone_size(browser: Browser, small_server: Server, faults: Faults) -> None:
    person = Person(browser, small_server.address, faults, size=PHONE, players=2)
    person.play_now()
    played = person.table
    assert played.startswith("local-")
    there = httpx.get(f"{small_server.address}/api/tables/{played}", trust_env=False)
    assert there.status_code == 404
    person.play_to_the_end(by_keyboard=True)
    result = person.open_tab("Result")
    expect(result.get_by_role("row", name="Total")).to_be_visible()
    expect(result.get_by_role("img", name="Points over the course of the game")).to_be_visible()
    expect(result.locator("details[data-verdict]")).to_have_attribute("data-verdict", "same")
    check_record(person)
    person.page.get_by_role("link", name="Replay").click()
    expect(person.page.locator(".where")).to_contain_text("0 of")
    person.page.locator("body").press("End")
    expect(person.page.locator(".where")).to_have_text(re.compile(r"(\d+) of \1$"))
    person.page.go_back()
    person.at_table()
    person.open_tab("Result")
    person.button("Rematch").click()
    person.page.wait_for_url(lambda url: played not in url)
    person.at_table()
    assert person.table.startswith("local-")
    person.leave()


def test_what_means_nothing_on_one_device_is_not_shown(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, size=(2560, 1440))
    person.play_now()
    for place in ("Players", "Log"):
        expect(person.page.get_by_role("list", name=place)).to_be_visible()
    assert person.page.get_by_role("tab", name=re.compile("^Chat")).count() == 0
    assert person.page.get_by_role("img", name="Here").count() == 0
    person.button("Menu").click()
    menu = person.page.get_by_role("dialog")
    expect(menu.get_by_role("link", name=message("web.to_start", "en"))).to_be_visible()
    assert menu.get_by_label(message("game.watch_link", "en")).count() == 0
    person.leave()


def test_undo_moments_and_taking_back(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, confirm=True)
    person.play_now()
    cards = person.hand
    person.place_piece()
    person.undo()
    assert person.hand == cards
    person.finish_turn()
    person.wait()
    log = person.open_tab("Log")
    log.get_by_role("listitem").nth(1).get_by_role("button").first.click()
    expect(person.page.get_by_text(message("game.past", "en"))).to_be_visible()
    person.button(message("game.to_now", "en")).click()
    person.choose_in_menu(message("game.take_back", "en"))
    person.wait()
    assert person.hand == cards
    person.leave()


@contextmanager
def profile(browser: Browser, folder: Path) -> Iterator[BrowserContext]:
    """A browser that keeps what it knows in a folder."""
    context = browser.browser_type.launch_persistent_context(
        folder, executable_path=find_browser(), args=ARGUMENTS, reduced_motion="reduce"
    )
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


def test_a_killed_page_comes_back_in_the_middle_of_a_turn(
    browser: Browser, small_server: Server, faults: Faults, tmp_path: Path
) -> None:
    with profile(browser, tmp_path) as context:
        person = Person(context, small_server.address, faults)
        person.play_now()
        person.wait()
        person.place_piece()
        path, hand, moment = f"/t/{person.table}", person.hand, person.play_area.wait_for_rest()
        with suppress(Error):
            person.page.goto("chrome://crash")
    with profile(browser, tmp_path) as context:
        person = Person(context, small_server.address, faults)
        person.go()
        person.page.get_by_role("link", name="Continue").click()
        person.at_table()
        assert person.page.url.endswith(path)
        assert person.play_area.wait_for_rest() == moment
        assert person.hand == hand
        person.undo()
        person.page.reload()
        person.at_table()
        assert person.is_my_turn
        person.play_by_mouse()


def test_players_around_one_device_need_no_server(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, name="Ada")
    page = person.page
    person.go("/new")
    expect(page.get_by_text("This game is kept on the server")).to_be_visible()
    seats = page.get_by_role("group", name="Seats")
    seats.get_by_role("combobox").nth(1).select_option("here")
    seats.get_by_role("textbox").fill("Ben")
    expect(page.get_by_text("This game is kept on this device")).to_be_visible()
    person.button("Start game").click()
    curtain = page.locator(".curtain")
    expect(curtain).to_be_visible()
    assert person.table.startswith("local-")
    first = "Ada" if "Ada" in curtain.inner_text() else "Ben"
    curtain.get_by_role("button").click()
    person.at_table()
    while not curtain.count():
        sight = person.play_area.wait_for_turn()
        if not sight.cards:
            person.play_by_mouse()
            continue
        page.locator(".display .card:enabled").first.click()
        later = page.locator(f'.play-area:not([data-moment="{sight.moment}"])')
        expect(curtain.or_(later)).to_be_visible()
    expect(curtain).to_contain_text("Ben" if first == "Ada" else "Ada")
    page.reload()
    expect(curtain).to_be_visible()
    person.leave()


def test_a_second_tab_says_where_the_game_is_and_can_have_it_then(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.play_now()
    other = Person(person.context, small_server.address, faults)
    other.go(f"/t/{person.table}")
    banner = other.page.get_by_role("status").filter(has_text=ELSEWHERE)
    expect(banner).to_be_visible()
    assert other.page.locator(".play-area").count() == 0
    person.play_by_mouse()
    banner.get_by_role("button").click()
    expect(banner).to_be_visible()
    person.page.close()
    banner.get_by_role("button").click()
    other.at_table()
    expect(banner).to_have_count(0)
    other.play_by_mouse()
    person.leave()


def test_the_page_never_hears_of_hidden_cards(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    device = Device(person)
    person.play_now()
    for _ in range(3):
        person.wait()
        person.finish_turn()
    drawn = 0
    for said in device.told:
        message = said.get("message", {})
        table = message.get("table") or {}
        assert not table.get("seed")
        if game := message.get("game"):
            view = game["view"]
            assert game["hands"] is None
            assert view["seat"] in (0, None)
            assert not {"pile", "hands", "deck"} & view.keys()
            for known, size in zip(view["known"][1:], view["hand_sizes"][1:], strict=True):
                assert len(known) <= size
        for entry in message.get("entries", ()):
            for event in entry.get("events", ()):
                if event["type"] == "card_drawn" and event["seat"] != 0:
                    drawn += 1
                    assert event["card"] == "?", event
    assert drawn > 0
    person.leave()


def test_a_search_that_was_cut_short_is_told_once(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    device = Device(person)
    person.play_now()
    notice = person.page.locator(".notices li").filter(has_text="too slow for the bot")
    (socket,) = {said["socket"] for said in device.told if "socket" in said}
    note = {"socket": socket, "note": "search_cut_short"}
    device.tell(note)
    expect(notice).to_be_visible()
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)
    device.tell(note)
    person.wait()
    person.play_by_mouse()
    expect(notice).to_have_count(0)
    person.leave()


def test_a_worker_that_fails_is_replaced_and_nothing_is_lost(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    device = Device(person)
    person.play_now()
    person.wait()
    person.place_piece()
    before, hand = person.play_area.wait_for_rest(), person.hand
    device.crash()
    banner = person.page.get_by_role("status").filter(has_text="can\u2019t be opened right now")
    banner.get_by_role("button").click()
    expect(banner).to_have_count(0)
    assert person.play_area.wait_for_rest() == before
    assert person.hand == hand
    person.play_by_mouse()
    person.leave()


def test_a_browser_without_workers_plays_on_the_server(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.page.add_init_script("""window.Worker = class {
      postMessage() {}
      terminate() {}
      constructor() { setTimeout(() => this.onerror(new ErrorEvent("error"))) }
    }""")
    person.play_now()
    assert not person.table.startswith("local-")
    person.wait()
    person.play_by_mouse()
    person.leave()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may end."""
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    with running(server):
        yield server


def test_the_game_goes_on_when_the_server_has_ended(
    browser: Browser, own_server: Server, faults: Faults
) -> None:
    person = Person(browser, own_server.address, faults, PHONE, KEEPING, players=2)
    person.play_now()
    for _ in range(8):  # more than a turn: a bot has played, and all is there that it needs
        person.play_by_keyboard()
    faults.expected = ("ERR_CONNECTION_REFUSED", "fetching the script")
    own_server.end()
    played = person.table
    person.play_to_the_end(by_keyboard=True)
    expect(person.open_tab("Result").get_by_role("row", name="Total")).to_be_visible()
    check_record(person)
    person.page.get_by_role("link", name=message("web.to_start", "en")).click()
    mine = person.page.locator("section").filter(has_text="My tables")
    expect(mine.get_by_role("link")).to_have_attribute("href", f"/t/{played}")
    person.leave()
