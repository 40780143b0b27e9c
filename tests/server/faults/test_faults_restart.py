"""Many unfinished games of a server that is gone: bots go on, and clocks run out in time."""

import asyncio
from collections import defaultdict
from itertools import chain, groupby
from pathlib import Path

from sqlalchemy import delete, func, insert, or_, select

from han.records.fair import commitment
from han.server.chores import AT_ONCE
from han.server.now import now_ms
from han.server.store import LogRow
from han.server.store.schema import games, nodes
from han.server.summary import state_of
from han.table import opening
from han.table.entry import Entry, Played, Seat, StoodIn, decode_entry, encode_entry
from han.table.options import Clock, Options
from han.table.sender import Sender
from han.table.table import Table
from server.faults.clusters import Cluster
from server.guests import live
from server.running import Server, running
from server.store.scenes import connected, opened, whole_log
from waiting import until

SEED = bytes(32)
GUEST, OTHER = "g" * 32, "h" * 32
COUNTS = {"bots": 200, "late": 50, "soon": 50}
"""Games with a bot to move, with a clock that has run out, with one that soon will."""
AGES_MS = 3_600_000
CLOCK_MS = 60_000
SOON_MS = 5_000
"""When the last of the clocks run out that were running when the server went."""


def unfinished(bot: str, at: int) -> list[Entry]:
    """A game that began at some time. Its first seat is a bot's, or a person's with a clock."""
    clock = Clock() if bot else Clock("turn", CLOCK_MS // 1000)
    first = Seat("bot", bot=bot) if bot else Seat("person", "Ann", GUEST)
    options = Options("ways-of-diplomacy", 2, start=0, clock=clock, stand_in="peasant")
    me = Sender(GUEST, at)
    seats = (first, Seat("person", "Ben", OTHER))
    created = opening.create(options, seats, me, commitment(SEED))
    return [created, opening.deal(Table.load("", SEED, [created]), me).entry]


async def leave_behind(url: str, name: str, count: int, entries: list[Entry]) -> None:
    """Store games as a server has left them that is gone."""
    rows = [LogRow(n, entry.at / 1000, encode_entry(entry)) for n, entry in enumerate(entries)]
    await leave_rows(url, name, count, rows, entries)


async def leave_rows(
    url: str, name: str, count: int, rows: list[LogRow], entries: list[Entry]
) -> None:
    """The same, with whatever is in their logs."""
    state = state_of(Table.load("", SEED, entries), seats_changed=True)
    async with opened(url, node=f"gone with {name}") as store:
        let_have_lived(url)
        names = [f"{name}-{number}" for number in range(count)]
        await asyncio.gather(*(store.create(n, f"to {n}", SEED, rows, state) for n in names))


def let_have_lived(url: str) -> None:
    """No time was lost: the server that is gone lived for ages, and others were there at once."""
    life = {"alive_until": 0, "since": 0, "seen": 2**40}
    with connected(url) as connection:
        connection.execute(delete(nodes).where(nodes.c.id == "gone"))
        connection.execute(insert(nodes).values(id="gone", **life))


def logs_by_name(url: str) -> dict[str, list[list[Entry]]]:
    """The logs of all games that were left behind, and can be read."""
    logs = defaultdict(list)
    for game, rows in groupby(whole_log(url), lambda row: str(row[0])):
        name = game.partition("-")[0]
        if name in (*COUNTS, "slow"):
            logs[name].append([decode_entry(data) for *_, data in rows])
    return logs


def is_due(url: str, until_ms: int) -> bool:
    """Whether something should happen by itself in any of these games before a time."""
    ours = or_(*(games.c.id.like(f"{name}-%") for name in COUNTS)), games.c.due_at < until_ms / 1000
    with connected(url) as connection:
        return bool(connection.scalar(select(func.count()).select_from(games).where(*ours)))


async def leave_many(url: str) -> int:
    """Leave 300 games behind: when the last of their clocks runs out."""
    now = now_ms()
    late, soon = now - AGES_MS, now - CLOCK_MS + SOON_MS
    kinds = {"bots": ("scribe", late), "late": ("", late), "soon": ("", soon)}
    for name, count in COUNTS.items():
        await leave_behind(url, name, count, unfinished(*kinds[name]))
    return now + SOON_MS


async def check_many(url: str, deadline: int, ready: int) -> None:
    """All 300 games go on by themselves."""
    await until(lambda: not is_due(url, deadline + CLOCK_MS // 2))
    logs = logs_by_name(url)
    assert {name: len(logs[name]) for name in COUNTS} == COUNTS
    for entries in chain(*(logs[name] for name in COUNTS)):
        table = Table.load("", SEED, entries)
        assert (table.to_move, table.bot_to_move) == (1, None)
    for entries in logs["bots"]:
        assert {type(entry) for entry in entries[2:]} == {Played}
    for entries in logs["late"] + logs["soon"]:
        assert isinstance(entries[2], StoodIn)
        assert {type(entry) for entry in entries[3:]} == {Played}
    stood = [entries[2].at for entries in logs["soon"]]
    assert min(stood) >= deadline
    print(f"clocks run out {(max(stood) - max(deadline, ready)) / 1000:.2f} s late")


@live
async def test_one_process_takes_up_what_it_finds(tmp_path: Path) -> None:
    url = str(tmp_path / "han.sqlite")
    deadline = await leave_many(url)
    with running(Server(tmp_path, url, "--processes", "1")):
        await check_many(url, deadline, now_ms())


@live
async def test_the_processes_of_a_cluster_take_up_what_another_left(cluster: Cluster) -> None:
    ready = now_ms()
    deadline = await leave_many(cluster.url)
    await check_many(cluster.url, deadline, ready)


@live
async def test_clocks_do_not_wait_for_slow_bots_and_broken_logs(tmp_path: Path) -> None:
    url = str(tmp_path / "han.sqlite")
    longest = unfinished("scribe", now_ms() - 2 * AGES_MS)
    await leave_rows(url, "broken", 1, [LogRow(0, 0, b"nonsense")], longest)
    await leave_behind(url, "slow", AT_ONCE, unfinished("chancellor", now_ms() - AGES_MS))
    await leave_behind(url, "late", 10, unfinished("", now_ms() - CLOCK_MS))
    with running(Server(tmp_path, url, "--processes", "1")):
        await until(lambda: all(len(log) > 2 for log in logs_by_name(url)["late"]))
        waiting = [log for log in logs_by_name(url)["slow"] if len(log) == 2]
        assert len(waiting) > AT_ONCE / 2, "most bots have not answered yet"
