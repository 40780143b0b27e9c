"""Those who say that they are somebody else."""

import pytest
from itsdangerous import Signer
from websockets.frames import CloseCode

from han.server.identity import COOKIE, GuestTokens
from server.guests import Guest, Json, Wire, live
from server.running import Server

POLICY = CloseCode.POLICY_VIOLATION
NOT_YOURS = "table.not_your_seat"


async def guest_with(server: Server, cookie: str) -> Guest:
    guest = Guest(server)
    guest.cookies.set(COOKIE, cookie)
    return guest


async def resume_token(guest: Guest) -> str:
    token: str = (await guest.get("/api/me"))["resume"]
    return token


def forgeries(cookie: str, token: str) -> list[str]:
    """Cookies that somebody could try who has seen a part of a right one."""
    secret, _, signature = cookie.rpartition(".")
    other = GuestTokens(b"another server's key")
    return [
        token,
        secret,
        f"{secret}.",
        cookie[:-1],
        cookie[1:],
        f"{cookie}A",
        f"{secret}A.{signature}",
        f"{secret}.{signature.swapcase()}",
        f".{signature}",
        other.cookie(other.new_guest()),
        Signer(b"another server's key", salt="han cookie").sign(secret).decode(),
        Signer(b"", salt="han cookie").sign(secret).decode(),
        "null",
        "\\0",
        "a." * 5000,
    ]


@live
async def test_a_forged_cookie_makes_nobody(target: Server) -> None:
    host = Guest(target)
    table = await host.create("me", "peasant", "peasant")
    for cookie in forgeries(host.cookies[COOKIE], await resume_token(host)):
        forger = await guest_with(target, cookie)
        seen = await forger.get(f"/api/tables/{table['id']}")
        assert (seen["mine"], seen["is_host"], seen["invite"]) == ([], False, None), cookie
        assert await forger.refusal("POST", f"/api/tables/{table['id']}/start") == (
            403,
            "table.not_your_seat",
        )
    assert (await host.get(f"/api/tables/{table['id']}"))["status"] == "open"


@live
async def test_a_forged_cookie_opens_no_seat(target: Server) -> None:
    host = Guest(target)
    table = await host.create("me", "peasant", "peasant")
    cookie, token = host.cookies[COOKIE], await resume_token(host)
    for forged in [one for one in forgeries(cookie, token) if len(one) < 1000]:
        wire = await (await guest_with(target, forged)).open(table["id"], seat=0)
        assert (await wire.expect("refused"))["key"] == NOT_YOURS
        assert await wire.until_closed() == POLICY


@live
async def test_a_forged_link_makes_nobody(target: Server) -> None:
    host = Guest(target)
    await host.create("me", "peasant", "peasant")
    cookie, token = host.cookies[COOKIE], await resume_token(host)
    for forged in [cookie, *forgeries(token, cookie)]:
        refused = await Guest(target).refusal("POST", "/api/resume", {"token": forged})
        assert refused in [(409, "server.bad_link"), (422, "server.bad_request")]
    friend = Guest(target)
    assert (await friend.request("POST", "/api/resume", {"token": token})).status_code == 204
    assert await friend.get("/api/me/tables") == await host.get("/api/me/tables") != []


@live
async def test_cookies_are_out_of_the_reach_of_scripts_and_other_sites(strict: Server) -> None:
    home = {"X-Forwarded-For": "192.0.2.1"}
    plain = await Guest(strict).request("GET", "/api/me", headers=home)
    secure = await Guest(strict).request(
        "GET", "/api/me", headers=home | {"X-Forwarded-Proto": "https"}
    )
    for answer, is_secure in ((plain, False), (secure, True)):
        flags = {flag.strip().lower() for flag in answer.headers["set-cookie"].split(";")}
        assert {"httponly", "samesite=lax", "path=/"} <= flags
        assert ("secure" in flags) == is_secure


async def party_of_two(server: Server) -> tuple[Json, Guest, Guest]:
    """A game that has begun, its host and the other player."""
    host, other = Guest(server), Guest(server)
    table = await host.create("me", "open", "peasant", start=0)
    await other.sit(table, "Other")
    await host.start(table)
    return table, host, other


@pytest.mark.parametrize("page", ["game", "history"])
@live
async def test_nobody_sees_another_seat(target: Server, page: str) -> None:
    table, host, other = await party_of_two(target)
    path = f"/api/tables/{table['id']}/{page}"
    for guest, seat in ((host, 1), (other, 0), (host, 2), (Guest(target), 0)):
        assert await guest.refusal("GET", f"{path}?seat={seat}") == (403, NOT_YOURS)


@live
async def test_nobody_looks_from_another_seat(target: Server) -> None:
    table, host, other = await party_of_two(target)
    for guest, own, seat in ((host, 0, 1), (other, 1, 0), (Guest(target), None, 0)):
        wire = await guest.connect(table, own)
        await wire.say({"type": "look", "seat": seat})
        assert (await wire.expect("refused"))["key"] == NOT_YOURS
        wrong = await guest.open(table["id"], seat=seat)
        assert (await wrong.expect("refused"))["key"] == NOT_YOURS
        assert await wrong.until_closed() == POLICY


@live
async def test_a_spectator_can_do_nothing(target: Server) -> None:
    table, host, other = await party_of_two(target)
    before = await host.get(f"/api/tables/{table['id']}/history")
    for guest in (Guest(target), other):
        wire = await guest.connect(table)  # from no seat, although the other one has one
        for kind, keys in commands(wire).items():
            refused = await wire.ask(kind, **keys)
            assert (refused["type"], refused["key"]) == ("refused", NOT_YOURS), kind
    assert await host.get(f"/api/tables/{table['id']}/history") == before


def commands(wire: Wire) -> dict[str, Json]:
    return {
        "play": {"moment": wire.moment, "action": "."},
        "undo": {"moment": wire.moment},
        "take_back": {"moment": wire.moment},
        "answer": {"agreed": True},
        "leave": {},
        "back": {},
        "nudge": {"seat": 0},
        "stand_in": {"seat": 0, "agreed": True},
        "say": {"text": "hello"},
        "mute": {"seat": 0, "muted": True},
    }


@live
async def test_nobody_learns_by_asking_what_others_could_play(target: Server) -> None:
    table, host, other = await party_of_two(target)
    mover = await host.connect(table, 0)
    for wire in (await other.connect(table, 1), await Guest(target).connect(table)):
        answers = set()
        for action in [*mover.legal, "H wei-1 RR", "X R", "+V", "*", "*R", "=R"]:
            await wire.say({"type": "why", "id": action, "action": action})
            answer = await wire.expect("why", id=action)
            answers.add((answer["rule"], answer["text"]))
        assert len(answers) == 1


@pytest.mark.parametrize("is_sent_away", [False, True])
@live
async def test_who_has_left_a_seat_does_not_see_its_cards(
    target: Server, is_sent_away: bool
) -> None:
    host, spy, victim = Guest(target), Guest(target), Guest(target)
    table = await host.create("me", "open", "peasant", start=0)
    await spy.sit(table, "Spy")
    wire = await spy.connect(table, seat=1)
    path = f"/api/tables/{table['id']}/seats/1"
    if is_sent_away:
        await host.put(path, kind="open")
    else:
        assert (await spy.request("DELETE", path)).is_success
    await victim.sit(table, "Victim", seat=1)
    await host.start(table)
    await wire.until(lambda: wire.game)
    assert wire.game is not None
    assert (wire.game["view"]["seat"], wire.game["view"]["hand"]) == (None, "")
    await wire.say({"type": "resync", "seen": -1})
    entries = (await wire.expect("history"))["entries"]
    assert [entry["hands"] for entry in entries if entry["type"] == "started"] == [[None] * 3]
    assert (await wire.ask("say", text="I am the victim"))["key"] == NOT_YOURS
