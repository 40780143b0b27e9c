"""Undoing one's own steps, and taking whole turns back if everybody agrees."""

import re

from playwright.sync_api import Browser, Locator, expect

from han.messages import message
from server.running import Server
from web.browser import Faults
from web.pairs import pair
from web.people import Person

REQUEST = "Anna asks to take back their last turn."


def pieces(person: Person) -> int:
    """How many pieces lie on the board."""
    return sum(
        person.page.locator(f".overlay use.{kind}").count() for kind in ("house", "emissary")
    )


def undo(person: Person) -> Locator:
    return person.button("Undo")


def say(person: Person, text: str) -> None:
    """Write into the chat."""
    person.open_tab("Chat").get_by_role("textbox").fill(text)
    person.button("Send").click()


def why_not(person: Person) -> str:
    """What the menu says below the takeback that cannot be requested."""
    person.button("Menu").click()
    button = person.page.get_by_role("dialog").get_by_role("button", name="Request a takeback")
    expect(button).to_be_disabled()
    why = button.locator("small").inner_text()
    person.page.keyboard.press("Escape")
    return why


def test_pieces_can_be_taken_off_the_board_until_a_card_comes(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, confirm=True)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    hand, lying = person.hand, pieces(person)
    expect(undo(person)).to_be_disabled()

    person.place_piece()
    assert pieces(person) > lying
    undo(person).click()
    person.until(lambda: person.hand == hand)
    assert pieces(person) == lying
    expect(undo(person)).to_be_disabled()

    person.place_piece()
    person.button("Finish placing").click()
    display = person.page.locator(".display button:enabled")
    expect(display.first).to_be_visible()
    undo(person).click()
    expect(person.button("Finish placing")).to_be_visible()
    undo(person).click()
    person.until(lambda: person.hand == hand)
    person.leave()


def test_a_card_that_is_only_chosen_is_not_taken_yet(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults, confirm=True)
    person.make_table("me", "peasant", "peasant")
    person.at_table()
    person.place_piece()
    person.button("Finish placing").click()
    short = person.hand
    take = person.page.locator('[data-key="confirm"]')
    person.page.locator(".display button:enabled").first.click()
    expect(take).to_contain_text("Take ")
    person.page.locator(".display .pile button").click()
    expect(take).to_have_text("Draw from the pile")
    assert person.hand == short
    take.click()
    person.until(lambda: len(person.hand) > len(short) or not person.is_my_turn)
    expect(undo(person)).to_be_disabled()
    person.page.locator("body").press("u")
    assert len(person.hand) > len(short), "nobody forgets a card that was seen"
    person.leave()


def placed(person: Person) -> Locator:
    """The lines of the log that tell of pieces."""
    return person.open_tab("Log").get_by_text(re.compile("builds|sends"))


def test_what_was_only_tried_is_shown_to_nobody(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    """Neither on the board, nor with the cards that paid for it, nor in the log, nor later."""
    with pair(browser, small_server, faults, start=1) as (anna, ben):
        lying, seen = pieces(ben), pieces(anna)
        ben.place_piece()
        assert pieces(ben) > lying
        say(ben, "I am thinking.")
        expect(anna.open_tab("Chat")).to_contain_text("I am thinking.")
        assert pieces(anna) == seen
        while pieces(ben) > lying:
            ben.undo()  # also the end of placing, if there was nothing more to place
        expect(placed(ben)).to_have_count(1)
        anna.page.reload()
        anna.at_table()
        assert pieces(anna) == seen
        expect(placed(anna)).to_have_count(0)

        ben.place_piece()
        ben.finish_turn()
        assert anna.wait()
        assert pieces(anna) == pieces(ben)
        tried_and_placed = placed(ben).count()
        for _ in range(2):
            expect(placed(anna)).to_have_count(tried_and_placed - 1)
            expect(anna.open_tab("Log")).not_to_contain_text("undo")
            for person in (ben, anna):
                person.page.reload()
                person.at_table()
        expect(placed(ben)).to_have_count(tried_and_placed)


def test_a_turn_is_taken_back_when_the_other_agrees(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        hand, lying = anna.hand, pieces(anna)
        anna.place_piece()
        anna.finish_turn()
        assert ben.wait()
        anna.choose_in_menu("Request a takeback")
        for person in (anna, ben):
            request = person.page.get_by_text(REQUEST).first
            expect(request).to_contain_text("the pile is shuffled again")
        ben.button("Accept").click()
        assert anna.wait()
        anna.until(lambda: anna.hand == hand)
        assert pieces(anna) == lying
        ben.wait_for_others()
        expect(ben.button("Accept")).to_have_count(0)


def test_a_turn_stays_when_the_other_declines_or_the_wish_is_withdrawn(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        assert why_not(anna) == message("game.no_take_back_nothing")
        anna.finish_turn()
        for whose, word in ((anna, "Cancel"), (ben, "Decline")):
            anna.choose_in_menu("Request a takeback")
            expect(anna.button("Cancel")).to_be_visible()
            whose.button(word).click()
            expect(ben.button("Decline")).to_have_count(0)
            expect(anna.button("Cancel")).to_have_count(0)
        assert ben.is_my_turn
        assert not anna.is_my_turn
        expect(anna.open_tab("Log")).to_contain_text("Anna withdraws the request.")
        expect(anna.open_tab("Log")).to_contain_text("Ben declines the takeback.")
        once = message("game.no_take_back_declined")
        assert why_not(anna) == once
        anna.page.reload()
        anna.at_table()
        assert why_not(anna) == once
        ben.finish_turn()
        assert anna.wait()
        anna.finish_turn()
        anna.choose_in_menu("Request a takeback")
        expect(ben.button("Decline")).to_be_visible()


def test_where_turns_stay_played_nobody_is_offered_to_take_them_back(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, casual=False) as (anna, _):
        anna.finish_turn()
        anna.button("Menu").click()
        dialog = anna.page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name="Keyboard shortcuts")).to_be_visible()
        assert dialog.get_by_role("button", name="Request a takeback").count() == 0
