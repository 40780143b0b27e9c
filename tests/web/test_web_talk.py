"""Talk at the table."""

from playwright.sync_api import Browser, expect

from han.messages import message
from server.running import Server
from web.browser import Faults
from web.pairs import pair


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
        ben.button("Unmute Anna").click()
        expect(ben.button("Mute Anna")).to_be_visible()
        anna.button("Thanks!").click()
        expect(talk).to_contain_text("Anna Thanks!")
        assert "Anna Oops!" not in talk.inner_text()


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
