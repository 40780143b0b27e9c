"""Other sites' pages in somebody's browser, and what people write that other pages show."""

import json
from collections.abc import Callable

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from han.server.middleware import is_cross_site
from server.guests import Guest, Json, live
from server.hostile.targets import FRIEND
from server.running import Server
from waiting import HUNG_S

EVIL: dict[str, Json] = {
    "another site": {"Origin": "https://evil.example"},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "a longer name": {"Origin": "http://{host}.evil.example"},
    "a page without a name": {"Origin": "null"},
    "a file": {"Origin": "file://"},
    "nothing": {"Origin": ""},
    "nonsense": {"Origin": "http://["},
    "another scheme": {"Origin": "javascript://{host}"},
    "a browser that tells no more": {"Sec-Fetch-Site": "cross-site"},
}


def told_from(server: Server, headers: Json) -> Json:
    host = server.address.removeprefix("http://")
    return {name: value.format(host=host) for name, value in headers.items()}


@pytest.mark.parametrize("headers", EVIL.values(), ids=EVIL)
@live
async def test_no_other_site_changes_anything(target: Server, headers: Json) -> None:
    host = Guest(target)
    table = await host.create("me", "open", "peasant")
    path = f"/api/tables/{table['id']}"
    requests: list[tuple[str, str, Json | None]] = [
        ("POST", "/api/play-now", {"name": "Host"}),
        ("POST", "/api/resume", {"token": (await host.get("/api/me"))["resume"]}),
        ("POST", f"{path}/close", None),
        ("POST", f"/api/invites/{table['invite']}/seat", {"name": "Other"}),
        ("PUT", f"{path}/seats/1", {"kind": "bot", "bot": "peasant"}),
        ("DELETE", f"{path}/seats/0", None),
    ]
    for method, place, body in requests:
        answer = await host.request(method, place, body, headers=told_from(target, headers))
        assert (answer.status_code, answer.json()["key"]) == (403, "server.other_site")
        assert "set-cookie" not in answer.headers
    assert await host.get(path) == table
    assert len(await host.get("/api/me/tables")) == 1


@pytest.mark.parametrize("headers", EVIL.values(), ids=EVIL)
@live
async def test_no_other_site_opens_a_websocket(target: Server, headers: Json) -> None:
    host = Guest(target)
    table = await host.create("me", "open", "peasant")
    with pytest.raises(InvalidStatus, match="403"):
        await host.open(table["id"], told_from(target, headers), seat=0)


@pytest.mark.parametrize("scheme", ["http", "https"])
@live
async def test_the_own_pages_may_do_everything(target: Server, scheme: str) -> None:
    own = told_from(target, {"Origin": f"{scheme}://{{host}}", "Sec-Fetch-Site": "same-origin"})
    host = Guest(target)
    made = await host.request("POST", "/api/play-now", {"name": "Host"}, headers=own)
    assert made.status_code == 201
    wire = await host.open(made.json()["id"], own, seat=0)
    await wire.expect("welcome")


@live
async def test_a_site_that_is_named_in_the_settings_may_too(strict: Server) -> None:
    host = Guest(strict)
    home = {"X-Forwarded-For": "192.0.2.2"}
    body = {"name": "Host"}
    friend, foe = ({**home, "Origin": origin} for origin in (FRIEND, f"{FRIEND}.evil"))
    made = await host.request("POST", "/api/play-now", body, headers=friend)
    assert made.status_code == 201
    assert (await host.request("POST", "/api/play-now", body, headers=foe)).status_code == 403
    await (await host.open(made.json()["id"], friend, seat=0)).expect("welcome")
    with pytest.raises(InvalidStatus, match="403"):
        await host.open(made.json()["id"], foe, seat=0)


LATIN = st.text(st.characters(max_codepoint=255))  # what a header can hold


@given(origin=LATIN, host=LATIN)
def test_only_the_own_name_is_the_own_name(origin: str, host: str) -> None:
    headers = Headers({"origin": origin, "host": host})
    own = (f"http://{host}", f"https://{host}")
    assert is_cross_site(headers, ()) == (origin not in own)
    assert not is_cross_site(headers, (origin,))


FORMS: dict[str, Callable[[str], Json]] = {
    "text": lambda body: {"content": body, "headers": {"Content-Type": "text/plain"}},
    "form": lambda body: {"data": {body: ""}},
    "files": lambda body: {"files": {"name": ("x.json", body, "application/json")}},
    "nothing": lambda body: {"content": body},
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@live
async def test_a_form_of_another_page_is_no_request(
    target: Server, form: Callable[[str], Json]
) -> None:
    host = Guest(target)
    await host.get("/api/me")
    body = json.dumps({"name": "Host"})
    answer = await host.request("POST", "/api/play-now", **form(body))
    assert (answer.status_code, answer.json()["key"]) == (422, "server.bad_request")
    assert await host.get("/api/me/tables") == []


def answers_of_all_kinds(server: Server) -> list[httpx.Response]:
    def ask(method: str, path: str, **options: object) -> httpx.Response:
        with httpx.Client(base_url=server.address, trust_env=False, timeout=HUNG_S) as client:
            return client.request(method, path, **options)  # type: ignore[arg-type]

    evil = {"Origin": "https://evil.example"}
    return [
        ask("GET", "/api/me", headers=evil),
        ask("GET", "/healthz", headers=evil),
        ask("GET", "/api/tables/none", headers=evil),
        ask("GET", "/nowhere", headers=evil),
        ask("OPTIONS", "/api/tables", headers=evil | {"Access-Control-Request-Method": "POST"}),
        ask("POST", "/api/tables", headers=evil),
        ask("POST", "/api/tables", json={}),
        ask("POST", "/api/tables", content=b"x" * 100_000),
    ]


def test_every_answer_tells_the_browser_to_be_careful(target: Server) -> None:
    answers = answers_of_all_kinds(target)
    assert [answer.status_code for answer in answers] == [200, 200, 404, 404, 405, 403, 422, 413]
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "server" not in answer.headers
        if answer.url.path.startswith("/api/"):
            assert answer.headers["cache-control"] == "no-store"


SCRIPTS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=a()>",
    "'\"><svg/onload=a()>",
    "{{7*7}}${7*7}",
    "%s%n{0}{name}",
)


@pytest.mark.parametrize("script", SCRIPTS)
@live
async def test_names_and_talk_are_data_and_nothing_else(target: Server, script: str) -> None:
    host = Guest(target)
    name = script[:24]
    table = await host.create("me", "peasant", "peasant", name=name, public=True)
    await host.start(table)
    wire = await host.connect(table, 0)
    assert (await wire.ask("say", text=script))["type"] == "done"
    history = await host.request("GET", f"/api/tables/{table['id']}/history")
    assert script in [entry.get("text") for entry in history.json()]
    lobby = await host.request("GET", "/api/lobby")
    assert name in [seat["name"] for one in lobby.json() for seat in one["seats"]]
    for answer in (history, lobby):
        assert answer.headers["content-type"] == "application/json"


@live
async def test_names_and_talk_hide_nothing(target: Server) -> None:
    host = Guest(target)
    hidden = "\u202e\u200b\u0000\u001b[31m\ufeff\u2066"
    table = await host.create("me", "peasant", "peasant", name=f"A{hidden}B")
    assert table["seats"][0]["name"] == "A [31m B"
    assert await host.refusal("POST", "/api/play-now", {"name": hidden.replace("[31m", "")}) == (
        409,
        "table.name_missing",
    )
    wire = await host.connect(table, 0)
    assert (await wire.ask("say", text=f"one\n{hidden}\ttwo"))["type"] == "done"
    said = (await host.get(f"/api/tables/{table['id']}/history"))[-1]
    assert said["text"] == "one [31m two"
