"""The client as an app of its own: what installs it, and what it shows without a network."""

import json
import struct
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Browser, expect

from server.running import Server, running
from web.browser import Faults
from web.people import Person


def test_it_can_be_installed(browser: Browser, small_server: Server, faults: Faults) -> None:
    person = Person(browser, small_server.address, faults)
    person.go()
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tools = person.context.new_cdp_session(person.page)
    errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # every window of a test is a private one, and those install nothing
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["name"], manifest["display"]) == ("HAN", "standalone")
    # from where the client lies, wherever that is
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    for icon in manifest["icons"]:
        answer = person.context.request.get(urljoin(found["url"], icon["src"]))
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    person.leave()


def test_without_a_server_the_shell_opens_and_says_so(
    browser: Browser, tmp_path: Path, faults: Faults
) -> None:
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    with running(server):
        person = Person(browser, server.address, faults)
        person.make_table("me", "peasant", "peasant")
        person.at_table()
        table = person.table
        person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        faults.expected = ("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to fetch")
        server.end()
        banner = person.page.get_by_text("Connection lost. Reconnecting…")
        expect(banner).to_be_visible()

        person.go()
        expect(person.page.get_by_role("heading", name="HAN")).to_be_visible()
        expect(person.page.get_by_text("No connection to the server.")).to_be_visible()
        person.button("Play now").click()
        expect(person.page.get_by_text("The server can\u2019t be reached.")).to_be_visible()
        person.go(f"/t/{table}")
        expect(person.page.get_by_role("alert")).to_contain_text(
            "The server can\u2019t be reached."
        )
        person.leave()
