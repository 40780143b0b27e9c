"""Characters that databases do not like, on both of ours."""

import pytest

from server.guests import Guest, live
from server.running import Server

ODD = ("a\0b", "'; DROP TABLE games; --", "\\", "%_", "\U0001f0a1", "\uffff", "ﬀ" * 20, "\x7f")


@pytest.mark.parametrize("odd", ODD)
@live
async def test_odd_characters_are_kept_or_cleaned(server: Server, odd: str) -> None:
    host, guest = Guest(server), Guest(server)
    table = await host.create("me", "open", "peasant", name=f"H{odd}", salt=odd, public=True)
    await guest.sit(table, f"G{odd}", salt=odd)
    await host.start(table)
    wire = await host.connect(table, 0)
    assert (await wire.ask("say", id=odd, text=f"T{odd}"))["type"] == "done"
    seen = await host.get(f"/api/tables/{table['id']}")
    assert seen["salts"] == [odd, odd, ""]
    names = [seat["name"] for seat in seen["seats"]]
    assert names[:2] == [cleaned(f"H{odd}"), cleaned(f"G{odd}")]
    (mine,) = await host.get("/api/me/tables")
    assert [seat["name"] for seat in mine["table"]["seats"]] == names
    said = await host.get(f"/api/tables/{table['id']}/history", seat=0)
    assert cleaned(f"T{odd}") in [entry.get("text") for entry in said]


def cleaned(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


@pytest.mark.parametrize("odd", ["%00", "a%00", "%ff", "..", "%27", "a" * 41, "%E2%80%AE"])
@live
async def test_odd_ids_are_nowhere(server: Server, odd: str) -> None:
    guest = Guest(server)
    for path in (f"/api/tables/{odd}x", f"/api/tables/{odd}x/history", f"/api/invites/{odd}x"):
        status, key = await guest.refusal("GET", path)
        assert (status, key) in [
            (404, "server.no_such_table"),
            (404, "server.no_such_page"),
            (422, "server.bad_request"),
        ]
