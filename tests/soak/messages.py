"""A server under hostile messages, beside an honest game that must go on to its end.

A round is one honest game with attackers at its table and at another, where the first player
thinks for long. After it the honest game's record is verified, every message of the game is
compared with what its reader may know, nothing has changed at the other table, and the server's
log is free of errors.
"""

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

from han.records.parse import parse_record
from han.records.replay import verify
from server.guests import Guest, Wire, visiting
from server.hostile.messages import commands_out_of_place, wrong_messages
from server.hostile.targets import HIGH_LIMITS
from server.hostile.test_hostile_messages import Scene, set_up
from server.parties import Party, meet
from server.running import Server, running
from server.test_server_secrecy import Truth
from soak.attackers import (
    Evidence,
    attack_wire,
    break_frames,
    read_slowly,
    send_bytes,
    send_requests,
)
from soak.part import Part
from soak.server_logs import LogReader
from waiting import Runner

ROUND_LIMIT_S = 900.0
SEATS = (
    (("me", "open", "scribe"), "border-disputes", True),
    (("open", "me"), "ways-of-diplomacy", False),
    (("here", "open", "me", "peasant"), "ways-of-diplomacy", True),
)
"""Honest tables: who sits there, the map, whether its variant is played."""
MALFORMED = {("refused", "server.malformed"), ("why", ""), ("welcome", ""), ("update", "")}
"""All that is answered to messages without sense, and heard at a table besides."""
LEAST_WORLDS = 20
"""So often at least a hidden card must have been another one, or nothing was shown."""
CLIENTS = 6
"""So many send requests at a time, of each kind."""
PLANTED = '{"level": "error", "error": "planted by the test of the soak"}'

Attack = Coroutine[Any, Any, set[tuple[str, str]] | None]


class Round:
    """One honest game, and all that is done beside it."""

    def __init__(self, part: Part, server: Server, seed: int, kept: Evidence) -> None:
        """Nothing has begun."""
        self._part = part
        self._server = server
        self._chance = Random(seed)
        self._kept = kept
        self._is_over = False

    async def play(self) -> None:
        """Play, attack and check."""
        async with visiting():
            seats, map_id, variant = self._chance.choice(SEATS)
            party = await meet(self._server, *seats, map=map_id, variant=variant)
            scene = await set_up(self._server)
            before = await scene.everything()
            listeners = [await Guest(self._server).connect(party.table) for _ in range(2)]
            attacks = await self._attacks(party, scene, listeners)
            await self._run_all(party, attacks)
            assert await scene.everything() == before, "the other table has changed"
            await self._check_game(party, listeners)

    async def _run_all(self, party: Party, attacks: list[Attack]) -> None:
        """The honest game, until it is over and enough was sent; then the attackers end."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(attack) for attack in attacks]
            try:
                await party.play_out(self._chance.getrandbits(32))
            finally:
                self._is_over = True
        answers = [task.result() for task in tasks]
        for heard in answers[:3]:
            assert heard is not None
            assert heard <= MALFORMED, f"other answers: {heard - MALFORMED}"

    def _stop(self) -> bool:
        return self._is_over or self._part.is_over

    async def _attacks(self, party: Party, scene: Scene, listeners: list[Wire]) -> list[Attack]:
        """Everybody who attacks; the first three send only what has no sense."""
        part, kept, stop = self._part, self._kept, self._stop
        device = await scene.people[0].connect(scene.table, 0)
        rivals = [await scene.people[n].connect(scene.table, n) for n in (1, 2)]
        senseless = [
            attack_wire(part, wire, wrong_messages(self._fork()), kept, stop)
            for wire in (device, *listeners)
        ]
        commands = [
            attack_wire(part, wire, commands_out_of_place(self._fork(), wire.moment, 3), kept, stop)
            for wire in rivals
        ]
        table = party.table["id"]
        ids = [table, party.table["invite"], scene.table["id"], "0", "4"]
        paths = (await Guest(self._server).get("/api/openapi.json"))["paths"]
        others = [
            break_frames(part, Guest(self._server), table, self._fork(), stop),
            read_slowly(part, Guest(self._server), table, self._fork(), stop),
        ]
        for _ in range(CLIENTS):
            guest = Guest(self._server)
            others += [
                send_bytes(part, self._server, self._fork(), kept, stop),
                send_requests(part, guest, paths, ids, self._fork(), kept, stop),
            ]
        return [*senseless, *commands, *others]

    def _fork(self) -> Random:
        return Random(self._chance.getrandbits(32))

    async def _check_game(self, party: Party, listeners: list[Wire]) -> None:
        """Nobody was told too much, and the game's record is right."""
        truth = Truth(party, await party.host.get(f"{party.path}/history"))
        for wire in (*party.everybody, *listeners):
            truth.check(wire)
        assert truth.worlds >= LEAST_WORLDS, "too few hidden cards to show anything"
        verify(parse_record(await party.host.record(party.table)))
        self._part.count("honest games verified")
        self._part.count("positions with hidden cards compared", truth.worlds)


def run_messages(part: Part, planted: str) -> None:
    """Attack one server until the time is up."""
    with tempfile.TemporaryDirectory(prefix="han-soak-") as name:
        folder = Path(name)
        server = Server(folder, str(folder / "han.sqlite"), "--processes", "1", limits=HIGH_LIMITS)
        with running(server):
            part.figures["server's memory at the start (MiB)"] = memory_of(server)
            part.begin()
            if planted:
                with server.log.open("a", encoding="utf-8") as log:
                    log.write(PLANTED + "\n")
            _attack(part, server)
            if server.is_running:
                part.figures["server's memory at the end (MiB)"] = memory_of(server)
                part.figures["server's exit status"] = server.end()


def _attack(part: Part, server: Server) -> None:
    chance = part.chance
    logs = LogReader()
    while not part.is_over:
        seed, kept = chance.getrandbits(32), Evidence()

        def evidence(kept: Evidence = kept) -> dict[str, str | bytes]:
            return {"messages": kept.text(), "server": server.log.read_bytes()}

        with part.watched(f"round {seed}", evidence), Runner() as runner:
            runner.run(Round(part, server, seed, kept).play(), ROUND_LIMIT_S)
        if complaints := logs.new_complaints([server]):
            part.fault(f"errors in the server's log: {complaints[0][:200]}", **evidence())
        if not server.is_running:
            part.fault("the server is dead", **evidence())
            return


def memory_of(server: Server) -> int:
    """How much memory a server uses now, in MiB; 0 where the system does not say."""
    status = Path(f"/proc/{server.pid}/status")
    if not status.exists():
        return 0
    (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) // 1024
