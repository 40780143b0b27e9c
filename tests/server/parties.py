"""Tables with people at them, to play at in tests."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from han.engine.game import Game
from han.engine.position import Position
from server.guests import Guest, Json, Wire
from server.running import Server


@dataclass
class Party:
    """A table, its host, everybody's wires by their first seat, and a spectator."""

    table: Json
    host: Guest
    guests: dict[int, Guest]
    wires: dict[int, Wire]
    spectator: Wire

    @property
    def everybody(self) -> list[Wire]:
        """All who look at the table."""
        return [*self.wires.values(), self.spectator]

    @property
    def mover(self) -> Wire:
        """Whoever is to move; only for games in which everybody has heard the latest."""
        game = self.spectator.game
        assert game is not None
        return self.wires[game["to_move"]]

    async def settle(self) -> None:
        """Wait until everybody has heard what anybody has heard."""
        seq = max(wire.seq for wire in self.everybody)
        for wire in self.everybody:
            await wire.until(lambda wire=wire: wire.seq >= seq)  # type: ignore[misc]

    async def play(self, turns: int) -> None:
        """Let people make so many decisions, always the first that is legal."""
        for _ in range(turns):
            done = await self.mover.play()
            assert done["type"] == "done", done
            await self.settle()

    async def play_until_told(self) -> None:
        """Play on until nobody can undo anything, so that everybody knows everything."""
        while self.spectator.moment != self.mover.moment:
            await self.play(1)

    async def play_out(self, seed: int = 0) -> None:
        """Play at random to the end, everybody from their own device."""
        await asyncio.gather(
            *(wire.play_out(Random(f"{seed} {seat}")) for seat, wire in self.wires.items())
        )
        await self.spectator.until(lambda: self.spectator.is_over)

    @property
    def path(self) -> str:
        """Where the table is on HTTP."""
        return f"/api/tables/{self.table['id']}"


async def meet(server: Server, *seats: str, **options: Any) -> Party:
    """Set a table up, let people sit down and begin.

    Seats are `me`, `here`, `open` (somebody comes) or the names of bots.
    """
    host = Guest(server)
    described = [_describe(kind, seat) for seat, kind in enumerate(seats)]
    table = await host.create(*described, salt="Salz 盐", **options)
    guests = {seats.index("me"): host}
    for seat, kind in enumerate(seats):
        if kind == "open":
            guests[seat] = Guest(server)
            await guests[seat].sit(table, f"Guest {seat}", seat=seat, salt=f"salt {seat}")
    wires = {seat: await guest.connect(table, seat) for seat, guest in guests.items()}
    party = Party(table, host, guests, wires, await Guest(server).connect(table))
    await host.start(table)
    for wire in party.everybody:
        await wire.until(lambda wire=wire: wire.game)  # type: ignore[misc]
    return party


def _describe(kind: str, seat: int) -> str | Json:
    return {"kind": "here", "name": f"Here {seat}"} if kind == "here" else kind


async def duel(server: Server, **options: Any) -> Party:
    """Two people, the first of whom begins."""
    return await meet(server, "me", "open", map="ways-of-diplomacy", **{"start": 0} | options)


def replayed(table: Json, history: list[Json]) -> list[tuple[int, Position]]:
    """The positions that an open history leads through, each with its entry's number.

    Only games without a turn taken back.
    """
    options = table["options"]
    game = Game(
        options["map"],
        options["players"],
        variant=options["variant"],
        wild_in_prices=options["wild_in_prices"],
    )
    positions: list[tuple[int, Position]] = []
    for entry in history:
        if entry["type"] == "started":
            first = game.deal_cards(entry["hands"], entry["display"], start=entry["start"])
            positions.append((entry["seq"], first))
        elif entry["type"] == "played":
            position = positions[-1][1]
            for action in entry["actions"]:
                position, _ = position.play(action)
            positions.append((entry["seq"], position))
    return positions
