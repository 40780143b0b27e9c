"""A newer build takes the place of an older one, while pages of the older one are open."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from server.running import Server
from web.browser import Faults
from web.installing import wait_until_kept
from web.people import KEEPING, Person
from web.plain_host import hosting

LOADED = "() => performance.getEntriesByType('resource').map(({ name }) => name)"
READY = "A new version is ready"
BUILD_OF_WORKER = """() => new Promise((resolve) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => resolve(data);
  navigator.serviceWorker.controller.postMessage("build", [channel.port2]);
})"""
MISSING = "Part of this page couldn\u2019t be loaded."
KEPT = "async () => (await caches.keys()).map((name) => name.split(' ').at(-1))"
NEWER_DATABASE = """() => new Promise((resolve, reject) => {
  const asked = indexedDB.open("han", 99);
  asked.onupgradeneeded = () => asked.result.createObjectStore("new");
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("entries").objectStore("entries").count();
    all.onsuccess = () => {
      asked.result.close();
      resolve(all.result);
    };
  };
})"""
"""What a build does whose database has another shape: it answers how many entries there are."""


def test_an_update_breaks_no_game(
    browser: Browser, tmp_path: Path, site: Path, site_with_server: Path, faults: Faults
) -> None:
    """A game goes on with all of its own build while a newer one takes its place."""
    with hosting(tmp_path, site, "/han/") as host:
        person = Person(browser, host.address, faults, window=KEEPING)
        page = person.page
        person.play_now()
        wait_until_kept(person)
        old = build_of(person)
        before = set(page.evaluate(LOADED))
        gone = {path.name for path in (site / "assets").iterdir()}
        gone -= {path.name for path in (site_with_server / "assets").iterdir()}

        host.show(site_with_server)
        other = Person(person.context, host.address, faults)
        other.go()  # for whose visit the browser looks for another build
        expect(other.page.get_by_text(READY)).to_be_visible()
        assert set(page.evaluate(KEPT)) >= {old}
        new = person.page.evaluate(BUILD_OF_WORKER)
        assert new != old

        person.finish_turn()
        person.button("Menu").click()
        page.get_by_role("link", name="Rules").click()
        expect(page.get_by_role("complementary").locator("p").first).to_be_visible()
        page.get_by_role("complementary").get_by_role("button", name="Close").click()
        late = {name.rsplit("/", 1)[1] for name in set(page.evaluate(LOADED)) - before}
        assert late & gone, "nothing was loaded that the host does not have any more"
        assert build_of(person) == old
        expect(page.get_by_text(READY)).to_have_count(0)  # not in a game

        person.leave_to_a_bot()
        expect(page.get_by_role("tab", name="Result")).to_be_visible()
        expect(page.get_by_text(READY)).to_be_visible()
        person.button("Reload").click()
        expect(page.get_by_role("tab", name="Result")).to_be_visible()
        person.until(lambda: build_of(person) == new, "the new build")
        other.page.close()
        person.go()
        person.until(lambda: page.evaluate(KEPT) == [new], "forgetting the old build")
        person.leave()


def build_of(person: Person) -> str:
    """The build that a page is of."""
    found = person.page.locator('meta[name="han-build"]').get_attribute("content")
    assert found
    return found


def test_a_page_without_its_build_says_so_and_lets_the_game_go_on(
    browser: Browser, tmp_path: Path, site: Path, site_with_server: Path, faults: Faults
) -> None:
    """Where nothing can be kept, an update takes parts away; nothing reloads during a game."""
    with hosting(tmp_path, site) as host:
        person = Person(browser, host.address, faults)
        person.play_now()
        here = person.page.url
        host.show(site_with_server)
        faults.expected = ("404", "Failed to fetch dynamically imported module", "preload")
        person.button("Menu").click()
        person.page.get_by_role("link", name="Rules").click()
        expect(
            person.page.get_by_text("Part of this page couldn\u2019t be loaded.")
        ).to_be_visible()
        person.finish_turn()
        assert person.page.url == here
        person.button("Reload").click()
        person.at_table()
        person.button("Menu").click()
        person.page.get_by_role("link", name="Rules").click()
        expect(person.page.get_by_role("complementary").locator("p").first).to_be_visible()
        person.leave()


def test_a_newer_database_loses_nothing(
    browser: Browser, small_server: Server, faults: Faults
) -> None:
    person = Person(browser, small_server.address, faults)
    person.play_now()
    person.wait()
    other = Person(person.context, small_server.address, faults)
    other.go("/rules")
    before = other.page.evaluate(NEWER_DATABASE)
    assert before > 0
    for key in ("h", "Enter", "x"):  # discard the first card
        person.page.keyboard.press(key)
    expect(person.page.get_by_text("A newer version of the game")).to_be_visible()
    assert person.is_my_turn
    assert other.page.evaluate(NEWER_DATABASE) == before
    person.leave()
