"""Requests of all kinds that the server's description allows, and many that it does not.

Schemathesis reads the description, thinks of requests, and checks every answer against it:
its status, type, headers and shape, and that wrong requests are refused.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import schemathesis
from schemathesis import engine
from schemathesis.engine import events

from server.guests import Guest, Json, live
from server.running import Server

EVERYTHING: Json = {
    "seed": 4,
    "generation": {"deterministic": True, "max-examples": 8, "database": "none"},
    # a right request may meet a table that is not there, or not in the right state
    "checks": {"positive_data_acceptance": {"enabled": False}},
    "phases": {"stateful": {"max-steps": 8}},
}


def outcome_of(server: Server, config: Json) -> tuple[Counter[int], list[str]]:
    """How often the server answered with which status, and what was wrong with the answers."""
    schema = schemathesis.openapi.from_url(
        f"{server.address}/api/openapi.json", config=schemathesis.Config.from_dict(config)
    )
    statuses: Counter[int] = Counter()
    faults: list[str] = []
    for event in engine.from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            faults.append(repr(event))
        if isinstance(event, events.ScenarioFinished):
            statuses.update(_statuses(event))
            faults += _faults(event)
    return statuses, faults


def _statuses(event: events.ScenarioFinished) -> Iterator[int]:
    for one in event.recorder.interactions.values():
        assert one.response is not None, f"no answer to {one.request}"
        yield one.response.status_code


def _faults(event: events.ScenarioFinished) -> Iterator[str]:
    for checks in event.recorder.checks.values():
        for check in checks:
            if check.failure_info:
                found = check.failure_info
                yield f"{event.recorder.label}: {found.failure}\n{found.code_sample}"


def test_strangers_get_what_the_description_says(target: Server) -> None:
    statuses, faults = outcome_of(target, EVERYTHING)
    assert not faults, "\n\n".join(faults)
    assert statuses.keys() == {200, 201, 403, 404, 405, 409, 422}


def test_a_host_of_tables_of_all_kinds_gets_it_too(target: Server) -> None:
    tables, cookie = tables_of_all_kinds(target)
    words = {
        "path.table": [table["id"] for table in tables],
        "path.invite": [table["invite"] for table in tables],
        "body.map": ["border-disputes", "../border-disputes", "/etc/passwd"],
        "body.bot": ["peasant", "exec:true"],
        "body.stand_in": ["peasant", "mcts:ms=100000"],
        "body.seats[*].bot": ["peasant", "exec:true"],
    }
    config = EVERYTHING | {
        "headers": {"Cookie": cookie},
        "phases": {"coverage": {"enabled": False}, "stateful": {"enabled": False}},
        "dictionaries": {name: {"values": values} for name, values in words.items()},
        "parameters": {name: {"dictionary": name, "probability": 0.8} for name in words},
    }
    statuses, faults = outcome_of(target, config)
    assert not faults, "\n\n".join(faults)
    assert statuses.keys() == {200, 201, 403, 404, 409, 422}


def tables_of_all_kinds(server: Server) -> tuple[list[Json], str]:
    """Tables of one host: open, closed, being played, over; and what proves who that is.

    The last is somebody else's: what only its host may do is refused.
    """
    found: list[Json] = []
    cookies: list[str] = []

    @live
    async def set_up() -> None:
        host = Guest(server)
        here: list[Json] = [{"kind": "here", "name": name} for name in ("Ann", "Bo")]
        found.append(await host.create("me", "open", "peasant"))
        found.extend([await host.create("me", *here) for _ in range(3)])
        await host.post(f"/api/tables/{found[1]['id']}/close")
        for table in found[2:]:
            await host.start(table)
        await (await host.connect(found[3], seat=0)).play_out(Random(4))
        cookies.append(host.cookies["han_guest"])
        found.append(await Guest(server).create("me", "open", "peasant"))

    set_up()
    return found, f"han_guest={cookies[0]}"
