"""The client as an app of its own."""

from playwright.sync_api import Browser

from server.running import Server
from web.browser import Faults
from web.installing import check_installable
from web.people import KEEPING, Person


def test_it_can_be_installed(browser: Browser, small_server: Server, faults: Faults) -> None:
    person = Person(browser, small_server.address, faults, window=KEEPING)
    person.go()
    check_installable(person, small_server.address + "/")
    person.leave()
