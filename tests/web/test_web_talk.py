"""Talk at the table."""

import re

from playwright.sync_api import Browser, Locator, expect

from han.messages import message
from server.running import Server
from web.browser import Faults
from web.pairs import pair
from web.people import Person


def test_what_one_says_the_other_reads_as_it_was_typed(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        talk = ben.open_tab("Chat")
        anna.open_tab("Chat")
        said = "<b>Hi</b> <img src=x onerror=alert(1)>"
        anna.page.get_by_label("Write a message").fill(said)
        anna.page.get_by_label("Write a message").press("Enter")
        expect(talk.get_by_role("list", name="Chat")).to_contain_text(f"Anna {said}")
        assert talk.locator("b, img").count() == 0
        expect(anna.page.get_by_label("Write a message")).to_have_value("")


def test_a_phrase_is_read_in_the_own_language(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, {"language": "de"}) as (anna, ben):
        talk = ben.open_tab(message("game.chat", "de"))
        anna.open_tab("Chat")
        anna.button("Well played!").click()
        expect(talk).to_contain_text(f"Anna {message('game.say_well_played', 'de')}")


HEAR_SOUNDS = """() => {
  window.sounds = 0;
  const resume = AudioContext.prototype.resume;
  AudioContext.prototype.resume = async function () {
    await resume.call(this);
    window.canSound = true;
  };
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    window.sounds += 1;
    return create.call(this);
  };
}"""
"""Counts the notes that a page plays."""
PHONE = {"size": (390, 740), "sound": True}


def test_a_line_is_noticed_wherever_one_looks_and_the_newest_stays_in_view(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, PHONE) as (anna, ben):
        ben.page.evaluate(HEAR_SOUNDS)
        ben.page.keyboard.press("Home")  # browsers let no page sound that nobody has used
        ben.until(lambda: ben.page.evaluate("window.canSound"), "the right to sound")
        tab = ben.page.get_by_role("tab", name="Chat")
        anna.open_tab("Chat")
        anna.button("Hello!").click()
        expect(ben.page.get_by_text("Anna: Hello!")).to_be_visible()
        expect(tab).to_have_text(re.compile(r"Chat\s*1"))
        ben.until(lambda: ben.page.evaluate("window.sounds") == 1, "one sound")
        assert anna.page.get_by_text("Anna: Hello!").count() == 0, "one's own lines are no news"

        talk = open_chat(ben)
        expect(tab).to_have_text("Chat")
        for _ in range(15):
            anna.button("Hello!").click()
        newest = talk.get_by_role("listitem").nth(15)
        expect(newest).to_be_in_viewport()
        expect(ben.page.get_by_label("Write a message")).to_be_in_viewport()
        expect(tab).to_have_text("Chat")
        assert ben.page.evaluate("window.sounds") == 1, "who reads along is not called"

        talk.get_by_role("listitem").first.scroll_into_view_if_needed()
        oldest = talk.get_by_role("listitem").first
        expect(oldest).to_be_in_viewport()
        anna.button("Oops!").click()
        expect(talk).to_contain_text("Oops!")
        expect(oldest).to_be_in_viewport()
        ben.page.reload()
        ben.at_table()
        expect(ben.page.get_by_role("tab", name="Chat")).to_have_text("Chat")


def open_chat(person: Person) -> Locator:
    """Look at the chat, which says how much is new there."""
    person.page.get_by_role("tab", name="Chat").click()
    return person.page.get_by_role("tabpanel", name="Chat")


def test_whoever_is_muted_is_not_heard(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        talk = ben.open_tab("Chat")
        heard = anna.open_tab("Chat")
        ben.button("Mute Anna").click()
        expect(ben.button("Unmute Anna")).to_be_visible()
        anna.button("Oops!").click()
        expect(heard).to_contain_text("Oops!")
        ben.button("Hello!").click()
        expect(talk).to_contain_text("Ben Hello!")
        assert "Anna Oops!" not in talk.inner_text()

        ben.button("Unmute Anna").click()
        expect(talk).to_contain_text(re.compile("Anna Oops!.*Ben Hello!", re.DOTALL))
        anna.button("Thanks!").click()
        expect(talk).to_contain_text("Anna Thanks!")


def test_a_spectator_hears_and_cannot_speak(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        anna.open_tab("Chat")
        anna.button("Hello!").click()
        ben.context.clear_cookies()  # now Ben is somebody else
        ben.page.reload()
        ben.at_table()
        talk = ben.open_tab("Chat")
        expect(talk).to_contain_text("Anna Hello!")
        assert ben.page.get_by_label("Write a message").count() == 0
