"""Who is at a table: told by seat, over all processes, and not when it is brief."""

from typing import Any

import msgspec

from han.server.bus import LocalBus
from han.server.hub import Hub
from han.server.live_table import LiveTable
from han.server.presence import COUNT_S, LOST_S, SETTLE_S
from han.table.telling import Viewer
from server.guests import Guest, live
from server.hubs import ANN, BEN, Ear, ann, beginning, ben, node, set_up
from server.parties import duel
from server.running import Server
from waiting import TimeTravelLoop, let_others_run, run, travel

HERE, AWAY, GONE = "here", "away", "gone"


def presences(ear: Ear) -> list[tuple[Any, int]]:
    """All that somebody was told about presence."""
    heard = map(msgspec.json.decode, ear.heard)
    return [(m["seats"], m["watching"]) for m in heard if m["type"] == "presence"]


class Room:
    """A table, and people who come and go."""

    def __init__(self, hub: Hub, live: LiveTable) -> None:
        self.hub, self.live = hub, live

    def enter(self, guest: str = "", seat: int | None = None) -> Ear:
        ear = Ear(Viewer(guest, seat))
        self.hub.attendance.join(self.live, ear)
        return ear

    def leave(self, ear: Ear) -> None:
        self.hub.attendance.leave(self.live, ear)

    def look(self, ear: Ear, is_in_view: bool) -> None:
        ear.is_in_view = is_in_view
        self.hub.attendance.note(self.live)


async def later(seconds: float) -> None:
    """Let time pass, and timers fire."""
    travel(seconds)
    await let_others_run(5)


def test_who_comes_is_told_at_once_and_who_goes_a_while_after(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            room = Room(hub, await set_up(hub, beginning(ann, ben)))
            anns = room.enter(ANN, 0)
            assert presences(anns) == [([HERE, None], 0)], "Ben may be just connecting"
            bens = room.enter(BEN, 1)
            assert presences(anns)[1:] == [([HERE, HERE], 0)]
            assert presences(bens) == [([HERE, HERE], 0)]

            room.leave(bens)  # a page is loaded again
            await later(SETTLE_S - 0.1)
            bens = room.enter(BEN, 1)
            await later(SETTLE_S)
            assert presences(anns)[2:] == []
            assert presences(bens) == [([HERE, HERE], 0)]

            room.look(bens, is_in_view=False)
            await later(SETTLE_S)
            assert presences(anns)[2:] == [([HERE, AWAY], 0)]
            room.look(bens, is_in_view=True)
            assert presences(anns)[3:] == [([HERE, HERE], 0)]

            room.leave(bens)
            await later(SETTLE_S)
            assert presences(anns)[4:] == [([HERE, GONE], 0)]

    run(scene(), loop_factory=TimeTravelLoop)


def test_one_page_of_several_is_enough(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            room = Room(hub, await set_up(hub, beginning(ann, ben)))
            anns, bens = room.enter(ANN, 0), [room.enter(BEN, 1) for _ in range(2)]
            room.look(bens[0], is_in_view=False)
            await later(SETTLE_S)
            assert presences(anns)[-1] == ([HERE, HERE], 0)
            room.leave(bens[1])
            await later(SETTLE_S)
            assert presences(anns)[-1] == ([HERE, AWAY], 0)

    run(scene(), loop_factory=TimeTravelLoop)


def test_onlookers_are_counted_whoever_they_are(sqlite_url: str) -> None:
    async def scene() -> None:
        async with node(sqlite_url) as (hub, _):
            room = Room(hub, await set_up(hub, beginning(ann, ben)))
            anns = room.enter(ANN, 0)
            eve = [room.enter("guest-eve") for _ in range(2)]  # in two windows
            strangers = [room.enter() for _ in range(30)]
            before = len(presences(anns))
            await later(COUNT_S)
            assert presences(anns)[before:] == [([HERE, None], 31)], "a crowd is told once"
            for ear in (*eve, *strangers[1:]):
                room.leave(ear)
            await later(SETTLE_S)
            assert presences(anns)[-1] == ([HERE, GONE], 1)

    run(scene(), loop_factory=TimeTravelLoop)


def test_all_processes_know_of_each_others_people(postgres_url: str) -> None:
    async def scene() -> None:
        bus = LocalBus()
        async with (
            node(postgres_url, "a", bus) as (one, _),
            node(postgres_url, "b", bus) as (other, _),
        ):
            made = await set_up(one, beginning(ann, ben))
            here = Room(one, made)
            there = Room(other, await other.live_table(made.table.id))
            anns = here.enter(ANN, 0)
            await let_others_run(5)
            bens = there.enter(BEN, 1)
            await let_others_run(5)
            eve = there.enter("guest-eve")
            await let_others_run(5)
            await later(COUNT_S)
            assert presences(anns)[-1] == presences(bens)[-1] == ([HERE, HERE], 1)

            there.leave(eve)
            there.leave(bens)
            await let_others_run(5)
            await later(SETTLE_S)
            assert presences(anns)[-1] == ([HERE, GONE], 0)

    run(scene(), loop_factory=TimeTravelLoop)


def test_people_at_a_process_that_has_died_count_as_gone(postgres_url: str) -> None:
    async def scene() -> None:
        bus = LocalBus()
        async with node(postgres_url, "a", bus) as (one, _):
            made = await set_up(one, beginning(ann, ben))
            anns = Room(one, made).enter(ANN, 0)
            async with node(postgres_url, "b", bus) as (other, _):
                Room(other, await other.live_table(made.table.id)).enter(BEN, 1)
                await let_others_run(5)
                other.attendance.remind()
                await let_others_run(5)
            assert presences(anns)[-1] == ([HERE, HERE], 0)
            one.attendance.note(made)
            await later(LOST_S)
            one.attendance.note(made)
            await later(SETTLE_S)
            assert presences(anns)[-1] == ([HERE, GONE], 0)

    run(scene(), loop_factory=TimeTravelLoop)


@live
async def test_presence_comes_over_the_wire_without_anybodys_id(large_server: Server) -> None:
    party = await duel(large_server)
    anns, looking = party.wires[0], await Guest(large_server).connect(party.table)
    await anns.until(lambda: anns.presence.get("seats") == [HERE, HERE])
    await anns.until(lambda: anns.presence["watching"] == 2)
    await looking.until(lambda: looking.presence == anns.presence)
    assert set(looking.presence) == {"type", "seats", "watching"}
