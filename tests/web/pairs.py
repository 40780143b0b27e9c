"""Two people, each with a browser of their own, at one table."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser

from server.running import Server
from web.browser import Faults
from web.visitors import Visitor


@contextmanager
def pair(
    browser: Browser,
    server: Server,
    faults: Faults,
    guest_settings: dict[str, Any] | None = None,
    **options: object,
) -> Iterator[tuple[Visitor, Visitor]]:
    """Anna, who set the table up and begins, and Ben; their game has begun."""
    anna = Visitor(browser, server.address, faults, name="Anna")
    ben = Visitor(browser, server.address, faults, **{"name": "Ben"} | (guest_settings or {}))
    table = anna.make_table("me", "open", begin=False, map="ways-of-diplomacy", **options)
    ben.post(f"/api/invites/{table['invite']}/seat", name="Ben")
    anna.post(f"/api/tables/{table['id']}/start")
    ben.go(f"/t/{table['id']}")
    for visitor in (anna, ben):
        visitor.at_table()
    yield anna, ben
    for visitor in (anna, ben):
        visitor.leave()
