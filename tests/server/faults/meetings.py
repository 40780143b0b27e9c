"""One table whose players come by two different servers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from server.guests import Guest
from server.running import Server
from server.wires import Json, Wire


@dataclass
class Meeting:
    """A table that one server looks after: its host is there, everybody else at another."""

    table: Json
    host: Guest
    friend: Guest
    near: Wire
    """The host's, on seat 0."""
    far: Wire
    """The friend's, on seat 1."""
    spectator: Wire

    @property
    def everybody(self) -> Sequence[Wire]:
        """All who look at the table."""
        return (self.near, self.far, self.spectator)

    async def settle(self) -> None:
        """Wait until everybody has heard what anybody has heard, bots' moves meanwhile too."""
        while len({wire.seq for wire in self.everybody}) > 1:
            seq = max(wire.seq for wire in self.everybody)
            for wire in self.everybody:
                await wire.until(lambda w=wire, seq=seq: w.seq >= seq)  # type: ignore[misc]

    async def play_round(self) -> None:
        """Play until every seat has moved, the bots' too."""
        first = self.spectator.seq
        while len(self._movers(first)) < len(self.table["seats"]):
            mover = next((wire for wire in (self.near, self.far) if wire.legal), None)
            if mover is None:
                await next_news(self.spectator)
            else:
                done = await mover.play()
                assert done["type"] == "done", done
            await self.settle()

    def _movers(self, after: int) -> set[int]:
        told = entries_of(self.spectator)
        return {e["seat"] for e in told if e["type"] == "played" and e["seq"] > after}


async def next_news(wire: Wire) -> None:
    """Wait until a client hears of something that has yet to happen."""
    seen = wire.seq
    await wire.until(lambda: wire.seq > seen)


def entries_of(wire: Wire) -> list[Json]:
    """What a client has heard of, entry by entry."""
    return [entry for message in wire.heard for entry in message.get("entries", [])]


async def meet_across(owner: Server, other: Server, *bots: str, **options: Any) -> Meeting:
    """Set a table up at one server; a friend and a spectator come by another."""
    host, friend = Guest(owner), Guest(other)
    table = await host.create("me", "open", *bots, **options)
    spectator = await Guest(other).connect(table)
    await friend.sit(table, "Friend", seat=1)
    near, far = await host.connect(table, 0), await friend.connect(table, 1)
    await host.start(table)
    meeting = Meeting(table, host, friend, near, far, spectator)
    for wire in meeting.everybody:
        await wire.until(lambda wire=wire: wire.game)  # type: ignore[misc]
    return meeting


async def leave_to_bots(owner: Server, other: Server) -> Meeting:
    """A table that both persons have left: slow bots play it, until the friend is back."""
    options = {"start": 2, "stand_in": "minister"}
    meeting = await meet_across(owner, other, "chancellor", "chancellor", **options)
    for wire in (meeting.near, meeting.far):
        assert (await wire.ask("leave"))["type"] == "done"
    return meeting
