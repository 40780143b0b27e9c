"""Bursts of moves at many tables, in the middle of which something breaks."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import groupby

from sqlalchemy import select

from han.server.store.schema import games
from han.table.entry import Salted, decode_entry
from han.table.table import Table
from server.faults.players import Player
from server.guests import Guest
from server.running import Server
from server.store.scenes import connected, whole_log
from waiting import until

PEOPLE = ("me", "open", "open")
WITH_BOT = ("me", "scribe", "open")


class Burst:
    """Tables at which people move as quickly as they can."""

    def __init__(self, players: Sequence[Player]) -> None:
        """Let these play."""
        self.players = players

    @property
    def tables(self) -> Mapping[str, Sequence[Player]]:
        """Who plays at each table."""
        return {t: list(those) for t, those in groupby(self.players, lambda p: p.table)}

    def speak_up(self) -> None:
        """Let everybody say something: each table gets a command, whoever is awaited there."""
        for player in self.players:
            player.speak_up()

    async def until_accepted(self, count: int) -> None:
        """Wait until everywhere so many more commands were accepted, or the game is over."""
        goals = {table: _accepted(players) + count for table, players in self.tables.items()}
        await until(
            lambda: all(
                _accepted(players) >= goals[table] or _is_over(players)
                for table, players in self.tables.items()
            )
        )

    async def until_back(self) -> None:
        """Wait until everybody is at a server, and a command sent from now on was accepted."""
        now = time.monotonic()
        await until(
            lambda: all(_goes_on(players, now) for players in self.tables.values()),
            "tables that go on",
        )
        print(f"{len(self.tables)} tables go on after {time.monotonic() - now:.2f} s")

    async def until_refused(self, key: str) -> None:
        """Wait until somebody was refused something for this reason."""
        await until(lambda: key in self.refusals, f"a refusal {key}")

    @property
    def refusals(self) -> set[str]:
        """Why commands were not accepted."""
        return set().union(*(player.refusals for player in self.players))


def _accepted(players: Sequence[Player]) -> int:
    return sum(len(player.accepted) for player in players)


def _is_over(players: Sequence[Player]) -> bool:
    return all(player.is_over for player in players)


def _goes_on(players: Sequence[Player], since: float) -> bool:
    are_there = all(p.wire and p.wire.close_code is None for p in players)
    return _is_over(players) or (are_there and any(p.asked_at > since for p in players))


@asynccontextmanager
async def burst(
    url: str, servers: Sequence[Server], *seats: str, tables: int
) -> AsyncIterator[Burst]:
    """Play at many tables, whose players are spread over the servers; then look into the log.

    Every command that was accepted is in the log once, where the server said it is; nothing else is
    there, and what is there is a game.
    """
    gathered = await asyncio.gather(*(_gather(servers, n, *seats) for n in range(tables)))
    players = [player for table in gathered for player in table]
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(player.play_on()) for player in players]
        yield Burst(players)
        for task in playing:
            task.cancel()
    check_log(url, players)
    await check_histories(players)


async def _gather(servers: Sequence[Server], number: int, *seats: str) -> list[Player]:
    """A table with people who come by different servers; each begins at another."""
    turned = [*servers[number % len(servers) :], *servers[: number % len(servers)]]
    host = Guest(turned[0])
    table = await host.create(*seats)
    guests = {seats.index("me"): host}
    for seat, kind in enumerate(seats):
        if kind == "open":
            guests[seat] = Guest(turned[seat % len(turned)])
            await guests[seat].sit(table, f"Guest {seat}", seat=seat)
    await host.start(table)
    return [
        Player(guest, table, seat, [guest.server, *(s for s in turned if s is not guest.server)])
        for seat, guest in sorted(guests.items())
    ]


def check_log(url: str, players: Sequence[Player]) -> None:
    """The log of each table is one line of legal entries, and holds once what was accepted."""
    with connected(url) as connection:
        seeds = dict(iter(connection.execute(select(games.c.id, games.c.seed))))
    rows_of_all = whole_log(url, {player.table for player in players})
    stored = {game: list(rows) for game, rows in groupby(rows_of_all, lambda row: row[0])}
    for game, those in groupby(players, lambda player: player.table):
        _, seqs, epochs, data = zip(*stored[game], strict=True)
        assert list(seqs) == list(range(len(seqs)))
        assert list(epochs) == sorted(epochs)
        entries = [decode_entry(each) for each in data]
        assert Table.load(game, seeds[game], entries).seq == seqs[-1]
        # each guest's salt has the same name
        names = ["" if isinstance(entry, Salted) else entry.cid for entry in entries]
        _check_names(names, list(those))


def _check_names(names: Sequence[str], players: Sequence[Player]) -> None:
    """Commands are where their players were told, and nowhere else."""
    assert max(Counter(name for name in names if name).values()) == 1
    for player in players:
        assert {name: names[seq] for name, seq in player.accepted.items()} == {
            name: name for name in player.accepted
        }
        assert {name for name in names if name.startswith(player.prefix)} <= player.sent


async def check_histories(players: Sequence[Player]) -> None:
    """Whoever comes anew hears in order of everything that was accepted, but for others' tries."""
    for player in players:
        path = f"/api/tables/{player.table}/history"
        history = await player.guest.get(path, seat=player.seat)
        seqs = [entry["seq"] for entry in history]
        assert seqs == sorted(set(seqs))
        told = {e["seq"] for e in history if e.get("seat") == player.seat}
        assert set(player.accepted.values()) <= told
