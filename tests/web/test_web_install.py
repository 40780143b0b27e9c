"""The client as an app of its own: what installs it, and what it shows without a network."""

import json
import struct
from pathlib import Path

from playwright.sync_api import Browser, expect

from server.running import Server, running
from web.browser import Faults
from web.visitors import Visitor


def test_it_can_be_installed(browser: Browser, small_server: Server, faults: Faults) -> None:
    visitor = Visitor(browser, small_server.address, faults)
    visitor.go()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tools = visitor.context.new_cdp_session(visitor.page)
    errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # every window of a test is a private one, and those install nothing
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == (
        "HAN",
        "standalone",
        "/",
    )
    for icon in manifest["icons"]:
        answer = visitor.context.request.get(small_server.address + icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    visitor.leave()


def test_without_a_server_the_shell_opens_and_says_so(
    browser: Browser, tmp_path: Path, faults: Faults
) -> None:
    server = Server(tmp_path, str(tmp_path / "han.sqlite"), "--processes", "1")
    with running(server):
        visitor = Visitor(browser, server.address, faults)
        visitor.make_table("me", "peasant", "peasant")
        visitor.at_table()
        table = visitor.table
        visitor.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        faults.expected = ("ERR_CONNECTION_REFUSED", "WebSocket", "Failed to fetch")
        server.end()
        banner = visitor.page.get_by_text("Connection lost. Reconnecting…")
        expect(banner).to_be_visible()

        visitor.go()
        expect(visitor.page.get_by_role("heading", name="HAN")).to_be_visible()
        expect(visitor.page.get_by_text("No connection to the server.")).to_be_visible()
        visitor.button("Play now").click()
        expect(visitor.page.get_by_text("The server can\u2019t be reached.")).to_be_visible()
        visitor.go(f"/t/{table}")
        expect(visitor.page.get_by_role("alert")).to_contain_text(
            "The server can\u2019t be reached."
        )
        visitor.leave()
