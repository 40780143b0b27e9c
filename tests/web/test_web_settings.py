"""Each setting does what it says, and the language can change in the middle of a game."""

import re

import pytest
from playwright.sync_api import Browser, expect

from han.maps.load import load_map
from han.messages import message
from server.running import Server
from web.browser import Faults
from web.device import Device
from web.pairs import pair
from web.people import LIVELY, Person

MOVE = """board => {
  getComputedStyle(board).transform;
  board.style.transform = "translate(7px, 0px)";
  return getComputedStyle(board).transform;
}"""
"""Moves the board, and tells where it is seen in the same moment."""
LISTEN = """
    window.tones = 0;
    window.isUsed = false;
    for (const gesture of ["pointerup", "keydown"])
        addEventListener(gesture, () => (window.isUsed = true), {capture: true});
    window.early = 0;
    window.AudioContext = class extends AudioContext {
        constructor() {
            super();
            if (!window.isUsed) window.early += 1;
        }
    };
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        window.tones += 1;
        return create.call(this);
    };
"""
WATCH_FOR_SKIP = """
    window.skips = 0;
    new MutationObserver(() => {
        window.skips += [...document.querySelectorAll(".board .bar button")].length;
    }).observe(document, {childList: true, subtree: true});
"""


def choose(person: Person, what: str, how: str | bool) -> None:
    """Change something on the page of settings."""
    person.go("/settings")
    if isinstance(how, bool):
        person.page.get_by_label(what, exact=True).set_checked(how)
    else:
        group = person.page.get_by_role("group", name=what, exact=True)
        group.get_by_role("radio", name=how, exact=True).check(force=True)


def ground(person: Person) -> str:
    """The colour of the paper."""
    found: str = person.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return found


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_chosen_theme_is_there_from_the_first_paint(
    browser: Browser, small_server: Server, faults: Faults, system: str
) -> None:
    window = {"color_scheme": system, "service_workers": "block"}  # they would help the client out
    person = Person(browser, small_server.address, faults, window=window)
    person.go()
    by_system = ground(person)
    other = {"light": "Dark", "dark": "Light"}[system]
    choose(person, "Theme", other)
    person.until(lambda: ground(person) != by_system)
    chosen = ground(person)

    faults.expected = ("ERR_FAILED",)
    person.page.route("**/assets/index-*.js", lambda route: route.abort())
    person.go()
    assert person.page.get_by_role("heading").count() == 0
    assert ground(person) == chosen, "even before the client itself is there"
    person.page.unroute_all()
    choose(person, "Theme", "Automatic")
    person.until(lambda: ground(person) == by_system)
    person.leave()


@pytest.mark.parametrize("speed", ["Normal", "Off"])
def test_animation_shows_what_others_do_or_only_the_outcome(
    browser: Browser, small_server: Server, faults: Faults, speed: str
) -> None:
    person = Person(browser, small_server.address, faults, window=LIVELY)
    person.context.add_init_script(WATCH_FOR_SKIP)
    choose(person, "Animation", speed)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    person.finish_turn()
    person.wait()
    assert bool(person.page.evaluate("window.skips")) == (speed == "Normal")
    person.leave()


def test_nobody_who_wants_less_motion_sees_any(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, animation="slow")
    person.context.add_init_script(WATCH_FOR_SKIP)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    person.finish_turn()
    person.wait()
    assert person.page.evaluate("window.skips") == 0
    person.leave()


def test_who_wants_less_motion_sees_changes_at_once(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, animation="slow")
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    seen = person.page.locator("div.silk").evaluate(MOVE)
    assert seen == "matrix(1, 0, 0, 1, 7, 0)"
    person.leave()


@pytest.mark.parametrize("asks", [True, False])
def test_whoever_wants_it_is_asked_before_a_card_is_taken(
    browser: Browser, small_server: Server, faults: Faults, asks: bool
) -> None:
    person = Person(browser, small_server.address, faults)
    choose(person, "Confirm before drawing cards", asks)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    person.place_piece()
    if person.button("Finish placing").count():
        person.button("Finish placing").click()
    short = person.hand
    person.page.locator(".display button:enabled").first.click()
    confirm = person.page.locator('[data-key="confirm"]')
    if asks:
        expect(confirm).to_be_visible()
        assert person.hand == short
        confirm.click()
    person.until(lambda: person.hand != short)
    expect(confirm).to_have_count(0)
    person.leave()


@pytest.mark.parametrize("has_aid", [True, False])
def test_the_memory_aid_shows_cards_that_were_taken_openly(
    browser: Browser, small_server: Server, faults: Faults, has_aid: bool
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        choose(ben, "Show known cards", has_aid)
        ben.go(f"/t/{anna.table}")
        ben.at_table()
        anna.place_piece()
        if anna.button("Finish placing").count():
            anna.button("Finish placing").click()
        card = anna.page.locator(".display li:not(.pile) button:enabled").first
        said = re.fullmatch(r"Take an? (\w+) card", card.get_attribute("aria-label") or "")
        assert said
        card.click()
        anna.finish_turn()
        assert ben.wait()
        held = ben.page.locator(".players li").first.get_by_role("img", name="in hand")
        label = held.get_attribute("aria-label") or ""
        assert (said[1] in label) == has_aid
        faces = held.locator('use:not([href="#card-back"])')
        assert (faces.count() > 0) == has_aid, "faces, or only backs"


def plain_cards(person: Person, where: str) -> int:
    """How many cards there have no pattern."""
    return person.page.locator(f'{where} use[href$="-plain"]').count()


@pytest.mark.parametrize("has_patterns", [True, False])
def test_patterns_lie_on_cards_and_provinces(
    browser: Browser, small_server: Server, faults: Faults, has_patterns: bool
) -> None:
    person = Person(browser, small_server.address, faults)
    choose(person, "Patterns for colours", has_patterns)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    assert (plain_cards(person, ".own") == 0) == has_patterns
    assert (plain_cards(person, ".display") == 0) == has_patterns
    drawn = person.page.locator("#stamps .card-pattern")
    assert (drawn.count() > 0) == has_patterns
    lines = person.page.locator('.backdrop pattern[id^="ground-"] path').first
    shown = lines.evaluate("element => getComputedStyle(element).display")
    assert (shown != "none") == has_patterns
    person.leave()


@pytest.mark.parametrize("is_loud", [True, False])
def test_a_sound_calls_whoever_is_to_move(
    browser: Browser, small_server: Server, faults: Faults, is_loud: bool
) -> None:
    person = Person(browser, small_server.address, faults)
    person.context.add_init_script(LISTEN)
    choose(person, "Sounds", is_loud)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    assert person.is_my_turn
    expect(person.page).to_have_title("● Your turn")  # said together with the sound
    assert person.page.evaluate("[early, tones]") == [0, 0], "browsers forbid it before a click"
    person.finish_turn()
    assert person.wait()
    assert (person.page.evaluate("window.tones") > 0) == is_loud
    assert person.page.evaluate("window.early") == 0
    person.leave()


def test_the_language_changes_in_the_middle_of_a_game(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, confirm=True)
    person.make_table("me", "peasant", map="ways-of-diplomacy")
    person.at_table()
    person.place_piece()
    person.page.locator(".own li button").first.click()
    log = person.open_tab("Log")
    expect(log).to_contain_text("Ada plays")
    expect(person.page.locator(".backdrop")).to_contain_text("Barracks")
    count = log.get_by_role("listitem").count()

    person.button("Menu").click()
    person.page.get_by_role("dialog").get_by_label("Language").select_option("de")
    expect(person.page.locator("html")).to_have_attribute("lang", "de")
    person.page.keyboard.press("Escape")
    log = person.open_tab(message("game.log", "de"))
    expect(log).to_contain_text("Ada spielt")
    assert log.get_by_role("listitem").count() == count
    assert "plays" not in log.inner_text()
    expect(person.page.locator(".backdrop")).to_contain_text("Kaserne")
    expect(person.page.locator(".players")).to_contain_text(message("web.level_peasant", "de"))
    picked = person.page.locator('.own li button[aria-pressed="true"]')
    expect(picked).to_have_count(1)  # what was picked stays picked

    person.page.keyboard.press("?")
    keys = person.page.get_by_role("dialog")
    expect(keys).to_contain_text(message("game.key_undo", "de"))
    person.page.keyboard.press("Escape")
    person.page.locator(".window").click(position={"x": 5, "y": 5})
    provinces = person.open_tab(message("game.provinces", "de"))
    expect(provinces).to_contain_text(message("game.provinces_hint", "de"))
    person.button(message("game.undo", "de")).click()
    expect(person.button(message("game.undo", "de"))).to_be_disabled()
    person.page.reload()
    expect(person.page.get_by_text(message("web.your_turn", "de"))).to_be_visible()
    person.leave()


def speak(person: Person, language: str) -> None:
    """Change the language in the game's menu."""
    person.page.locator(".top button[aria-haspopup]").click()
    person.choose_language(language)
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)


def expect_drawing(person: Person, language: str) -> None:
    """Wait for the board in a language: it is fetched after the words, and laid anew."""
    name = load_map("ways-of-diplomacy").name[language]
    expect(person.page.locator(".backdrop svg")).to_have_attribute("aria-label", name)


def refusal(person: Person) -> str:
    """What is said about a dragon space before there is any house."""
    person.page.locator('.backdrop [id^="dragon-"]').first.click()
    notice = person.page.locator(".notices li").last
    expect(notice).to_be_visible()
    expect(notice.get_by_role("link")).to_have_attribute("href", "/rules#emissaries")
    said = notice.locator("span").inner_text()
    notice.get_by_role("button").click()
    return said


def test_refusals_speak_the_language_of_the_moment(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.make_table("me", "peasant", map="ways-of-diplomacy")
    person.at_table()
    said = []
    for language in ("en", "de", "fr"):
        speak(person, language)
        expect_drawing(person, language)
        said.append(refusal(person))
    assert len(set(said)) == 3, said
    person.leave()


def test_a_drawing_that_comes_late_is_not_shown_in_the_wrong_language(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    device = Device(person)
    person.make_table("me", "peasant", map="ways-of-diplomacy")
    person.at_table()
    device.hold("board.svg")
    speak(person, "de")
    device.wait_until_held()
    speak(person, "fr")
    expect_drawing(person, "fr")
    device.release()
    expect_drawing(person, "fr")
    person.leave()
