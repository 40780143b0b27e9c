"""How somebody who looks elsewhere learns that it is their turn."""

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.pairs import pair
from web.people import KEEPING

LOOK_AWAY = "Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})"
ALLOW = """
window.notices = [];
Object.defineProperty(Notification, "permission", {get: () => "granted"});
ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    window.notices.push([title, options.data]);
};
"""
"""Somebody has allowed notices. A browser without a user interface never does and shows none, so
this keeps what it is asked to show."""
NOTICES = "window.notices"


def test_the_title_says_whose_turn_it_is(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults) as (anna, ben):
        expect(anna.page).to_have_title("● Your turn")
        expect(ben.page).to_have_title("Table")
        anna.finish_turn()
        expect(ben.page).to_have_title("● Your turn")
        expect(anna.page).to_have_title("Table")


def test_a_notice_of_the_system_calls_whoever_looks_elsewhere(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    with pair(browser, small_server, faults, window=KEEPING) as (anna, ben):
        for person in (anna, ben):
            person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            person.page.add_init_script(ALLOW)
            person.page.reload()
            person.at_table()
        ben.page.evaluate(LOOK_AWAY)
        anna.finish_turn()
        expect(ben.page).to_have_title("● Your turn")
        ben.until(lambda: bool(ben.page.evaluate(NOTICES)))
        assert ben.page.evaluate(NOTICES) == [["Your turn", f"{ben.address}/t/{ben.table}"]]
        assert anna.page.evaluate(NOTICES) == [], "nobody is called who is looking"
