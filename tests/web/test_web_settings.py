"""Each setting does what it says, and the language can change in the middle of a game."""

import pytest
from playwright.sync_api import Browser, Route, expect

from han.maps.load import load_map
from han.messages import message
from server.running import Server
from web.browser import Faults
from web.pairs import pair
from web.visitors import CALM, Visitor

MOVE = """board => {
  getComputedStyle(board).transform;
  board.style.transform = "translate(7px, 0px)";
  return getComputedStyle(board).transform;
}"""
"""Moves the board, and tells where it is seen in the same moment."""
LIVELY = {"reduced_motion": "no-preference"}
LISTEN = """
    window.tones = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
        window.tones += 1;
        return create.call(this);
    };
"""
WATCH_FOR_SKIP = """
    window.skips = 0;
    new MutationObserver(() => {
        window.skips += [...document.querySelectorAll(".over button")].length;
    }).observe(document, {childList: true, subtree: true});
"""


def choose(visitor: Visitor, what: str, how: str | bool) -> None:
    """Change something on the page of settings."""
    visitor.go("/settings")
    if isinstance(how, bool):
        visitor.page.get_by_label(what, exact=True).set_checked(how)
    else:
        group = visitor.page.get_by_role("group", name=what, exact=True)
        group.get_by_role("radio", name=how, exact=True).check(force=True)


def ground(visitor: Visitor) -> str:
    """The colour of the paper."""
    found: str = visitor.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return found


@pytest.mark.parametrize("system", ["light", "dark"])
def test_a_chosen_theme_is_there_from_the_first_paint(
    browser: Browser, small_server: Server, faults: Faults, system: str
) -> None:
    window = {"color_scheme": system, "service_workers": "block"}  # they would help the client out
    visitor = Visitor(browser, small_server.address, faults, window=window)
    visitor.go()
    by_system = ground(visitor)
    other = {"light": "Dark", "dark": "Light"}[system]
    choose(visitor, "Theme", other)
    visitor.until(lambda: ground(visitor) != by_system)
    chosen = ground(visitor)

    faults.expected = ("ERR_FAILED",)
    visitor.page.route("**/assets/index-*.js", lambda route: route.abort())
    visitor.go()
    assert visitor.page.get_by_role("heading").count() == 0
    assert ground(visitor) == chosen, "even before the client itself is there"
    visitor.page.unroute_all()
    choose(visitor, "Theme", "Automatic")
    visitor.until(lambda: ground(visitor) == by_system)
    visitor.leave()


@pytest.mark.parametrize("speed", ["Normal", "Off"])
def test_animation_shows_what_others_do_or_only_the_outcome(
    browser: Browser, small_server: Server, faults: Faults, speed: str
) -> None:
    visitor = Visitor(browser, small_server.address, faults, window=LIVELY)
    visitor.context.add_init_script(WATCH_FOR_SKIP)
    choose(visitor, "Animation", speed)
    visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    visitor.finish_turn()
    visitor.wait()
    assert bool(visitor.page.evaluate("window.skips")) == (speed == "Normal")
    visitor.leave()


def test_nobody_who_wants_less_motion_sees_any(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults, animation="slow")
    visitor.context.add_init_script(WATCH_FOR_SKIP)
    visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    visitor.finish_turn()
    visitor.wait()
    assert visitor.page.evaluate("window.skips") == 0
    visitor.leave()


def test_who_wants_less_motion_sees_changes_at_once(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults, animation="slow")
    visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    seen = visitor.page.locator("div.silk").evaluate(MOVE)
    assert seen == "matrix(1, 0, 0, 1, 7, 0)"
    visitor.leave()


@pytest.mark.parametrize("asks", [True, False])
def test_whoever_wants_it_is_asked_before_a_card_is_taken(
    browser: Browser, small_server: Server, faults: Faults, asks: bool
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    choose(visitor, "Confirm before drawing cards", asks)
    visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    visitor.place_piece()
    if visitor.button("Finish placing").count():
        visitor.button("Finish placing").click()
    short = visitor.hand
    visitor.page.locator(".display button:enabled").first.click()
    confirm = visitor.page.locator('[data-key="confirm"]')
    if asks:
        expect(confirm).to_be_visible()
        assert visitor.hand == short
        confirm.click()
    visitor.until(lambda: visitor.hand != short)
    expect(confirm).to_have_count(0)
    visitor.leave()


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
        colour = (card.get_attribute("aria-label") or "").removeprefix("Take ")
        card.click()
        anna.finish_turn()
        assert ben.wait()
        held = ben.page.locator(".players li").first.get_by_role("img", name="in hand")
        label = held.get_attribute("aria-label") or ""
        assert (colour in label) == has_aid
        faces = held.locator('use:not([href="#card-back"])')
        assert (faces.count() > 0) == has_aid, "faces, or only backs"


def plain_cards(visitor: Visitor, where: str) -> int:
    """How many cards there have no pattern."""
    return visitor.page.locator(f'{where} use[href$="-plain"]').count()


@pytest.mark.parametrize("has_patterns", [True, False])
def test_patterns_lie_on_cards_and_provinces(
    browser: Browser, small_server: Server, faults: Faults, has_patterns: bool
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    choose(visitor, "Patterns for colours", has_patterns)
    visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    assert (plain_cards(visitor, ".own") == 0) == has_patterns
    assert (plain_cards(visitor, ".display") == 0) == has_patterns
    drawn = visitor.page.locator("#stamps .card-pattern")
    assert (drawn.count() > 0) == has_patterns
    lines = visitor.page.locator('.backdrop pattern[id^="ground-"] path').first
    shown = lines.evaluate("element => getComputedStyle(element).display")
    assert (shown != "none") == has_patterns
    visitor.leave()


@pytest.mark.parametrize("is_loud", [True, False])
def test_a_sound_calls_whoever_is_to_move(
    browser: Browser, small_server: Server, faults: Faults, is_loud: bool
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    visitor.context.add_init_script(LISTEN)
    choose(visitor, "Sounds", is_loud)
    visitor.make_table("me", "peasant", "peasant")
    visitor.at_table()
    assert visitor.is_my_turn
    expect(visitor.page).to_have_title("● Your turn")  # said together with the sound
    assert (visitor.page.evaluate("window.tones") > 0) == is_loud
    visitor.leave()


def test_the_language_changes_in_the_middle_of_a_game(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults, confirm=True)
    visitor.make_table("me", "peasant", map="ways-of-diplomacy")
    visitor.at_table()
    visitor.place_piece()
    visitor.page.locator(".own li button").first.click()
    log = visitor.open_tab("Log")
    expect(log).to_contain_text("Ada plays")
    expect(visitor.page.locator(".backdrop")).to_contain_text("Barracks")
    count = log.get_by_role("listitem").count()

    visitor.button("Menu").click()
    visitor.page.get_by_role("dialog").get_by_label("Language").select_option("de")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    visitor.page.keyboard.press("Escape")
    panel = visitor.page.get_by_role("tabpanel")
    expect(panel).to_contain_text("Ada spielt")
    assert panel.get_by_role("listitem").count() == count
    assert "plays" not in panel.inner_text()
    expect(visitor.page.locator(".backdrop")).to_contain_text("Kaserne")
    expect(visitor.page.locator(".players")).to_contain_text(message("web.level_peasant", "de"))
    picked = visitor.page.locator('.own li button[aria-pressed="true"]')
    expect(picked).to_have_count(1)  # what was picked stays picked

    visitor.page.keyboard.press("?")
    keys = visitor.page.get_by_role("dialog")
    expect(keys).to_contain_text(message("game.key_undo", "de"))
    visitor.page.keyboard.press("Escape")
    visitor.page.locator(".window").click(position={"x": 5, "y": 5})
    visitor.open_tab(message("game.provinces", "de"))
    expect(panel).to_contain_text(message("game.provinces_hint", "de"))
    visitor.button(message("game.undo", "de")).click()
    expect(visitor.button(message("game.undo", "de"))).to_be_disabled()
    visitor.page.reload()
    expect(visitor.page.get_by_text(message("web.your_turn", "de"))).to_be_visible()
    visitor.leave()


def speak(visitor: Visitor, language: str) -> None:
    """Change the language in the game's menu."""
    visitor.page.locator(".top").get_by_role("button").click()
    visitor.choose_language(language)
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)


def expect_drawing(visitor: Visitor, language: str) -> None:
    """Wait for the board in a language: it is fetched after the words, and laid anew."""
    name = load_map("ways-of-diplomacy").name[language]
    expect(visitor.page.locator(".backdrop svg")).to_have_attribute("aria-label", name)


def refusal(visitor: Visitor) -> str:
    """What is said about a dragon space before there is any house."""
    visitor.page.locator('.backdrop [id^="dragon-"]').first.click()
    notice = visitor.page.locator(".notices li").last
    expect(notice).to_be_visible()
    expect(notice.get_by_role("link")).to_have_attribute("href", "/rules#emissaries")
    said = notice.locator("span").inner_text()
    notice.get_by_role("button").click()
    return said


def test_refusals_speak_the_language_of_the_moment(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    visitor.make_table("me", "peasant", map="ways-of-diplomacy")
    visitor.at_table()
    said = []
    for language in ("en", "de", "fr"):
        speak(visitor, language)
        expect_drawing(visitor, language)
        said.append(refusal(visitor))
    assert len(set(said)) == 3, said
    visitor.leave()


def test_a_drawing_that_comes_late_is_not_shown_in_the_wrong_language(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    window = {**CALM, "service_workers": "block"}  # they would fetch past the test
    visitor = Visitor(browser, small_server.address, faults, window=window)
    visitor.make_table("me", "peasant", map="ways-of-diplomacy")
    visitor.at_table()
    held: list[Route] = []
    visitor.page.route("**/board.svg?lang=de", lambda route: held.append(route))
    with visitor.page.expect_request("**/board.svg?lang=de"):
        speak(visitor, "de")
    speak(visitor, "fr")
    expect_drawing(visitor, "fr")
    with visitor.page.expect_request_finished(lambda request: "lang=de" in request.url):
        held[0].continue_()
    visitor.page.evaluate("fetch('/readyz').then(answer => answer.text())")  # later than the above
    expect_drawing(visitor, "fr")
    visitor.leave()
