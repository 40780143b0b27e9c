"""What a browser asks of a page that can be installed as an app."""

import json
import struct
from urllib.parse import urljoin

from web.people import Person


def wait_until_kept(person: Person) -> None:
    """Wait until the whole client is kept in the browser."""
    # the worker takes over when it has everything, not before
    person.page.wait_for_function("() => navigator.serviceWorker.controller")


def check_installable(person: Person, home: str) -> None:
    """The page that somebody looks at can be installed, and opens where the client lies."""
    wait_until_kept(person)
    tools = person.context.new_cdp_session(person.page)
    errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # every window of a test is a private one, and those install nothing
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["name"], manifest["display"]) == ("HAN", "standalone")
    assert urljoin(found["url"], manifest["start_url"]) == home
    assert urljoin(found["url"], manifest["scope"]) == home
    for icon in manifest["icons"]:
        answer = person.context.request.get(urljoin(found["url"], icon["src"]))
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    maskable = [icon for icon in manifest["icons"] if icon.get("purpose") == "maskable"]
    assert [icon["sizes"] for icon in maskable] == ["512x512"]
