"""Servers, brokers, workers and databases that are killed again and again under players.

A round is a burst of tables (`server.faults.bursts`) in the middle of which some faults happen,
one after the other. After each one every table must go on; after all of them the log and the
histories must hold what was accepted, once. Then new tables begin.
"""

import asyncio
import tempfile
import time
import traceback
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from server.faults.bursts import PEOPLE, WITH_BOT, Burst, burst
from server.faults.players import IN_TROUBLE, Player
from server.guests import visiting
from soak.deployments import Deployment, Deployments, Many
from soak.part import Part
from soak.report import add_times
from soak.server_logs import LogReader
from waiting import Runner, until

FAULTS = 4
"""So many a round."""
TABLES = 4
BOT_TABLES = 2
BEFORE = 2
"""So many commands are accepted at each table before something breaks."""
ROUND_LIMIT_S = 900.0
SINGLE_SHARE = 0.25
"""How many of the rounds have one process only."""


OLDER = "welcomes older than what was seen (must be 0)"
TOTALS = (
    "kills and other faults",
    "processes killed",
    "rounds checked against the log",
    "tables",
    "commands accepted",
    "connections lost and made again",
    OLDER,
)
"""The figures that come first."""


class Kills:
    """All rounds, and what they have shown."""

    def __init__(self, part: Part, deployments: Deployments) -> None:
        """Begin with nothing killed."""
        self.part = part
        self.chance = part.chance
        self.deployments = deployments
        self.recoveries: list[float] = []
        self.logs = LogReader()
        for name in TOTALS:
            part.count(name, 0)

    def run(self) -> None:
        """Rounds until the time is up."""
        while not self.part.is_over:
            is_single = self.chance.random() < SINGLE_SHARE
            self._run_round(self.deployments.single if is_single else self.deployments.many)

    def _run_round(self, deployment: Deployment) -> None:
        seed = self.chance.getrandbits(32)
        with (
            self.part.watched(f"{deployment.name}, round {seed}", lambda: logs_of(deployment)),
            Runner() as runner,
        ):
            runner.run(self._stoppable(deployment, Random(seed)), ROUND_LIMIT_S)
        self._check_complaints(deployment)

    async def _stoppable(self, deployment: Deployment, chance: Random) -> None:
        """A round that is given up when the part is told to stop."""
        task = asyncio.create_task(self._round(deployment, chance))
        await until(lambda: task.done() or self.part.is_stopped, limit_s=ROUND_LIMIT_S)
        if not task.done():
            task.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.result()

    async def _round(self, deployment: Deployment, chance: Random) -> None:
        await deployment.heal()
        players: list[Player] = []
        async with visiting():
            try:
                await self._play(deployment, chance, players)
            finally:
                self._look_back(players)
        self.part.count("rounds checked against the log")

    async def _play(self, deployment: Deployment, chance: Random, players: list[Player]) -> None:
        kinds = (PEOPLE, WITH_BOT) if isinstance(deployment, Many) else (PEOPLE, PEOPLE)
        async with (
            burst(deployment.url, deployment.servers, *kinds[0], tables=TABLES) as people,
            burst(deployment.url, deployment.servers, *kinds[1], tables=BOT_TABLES) as others,
        ):
            players += [*people.players, *others.players]
            for _ in range(FAULTS):
                await asyncio.gather(people.until_accepted(BEFORE), others.until_accepted(BEFORE))
                await self._break(deployment, chance, people, others)
                if self.part.is_over:
                    return

    async def _break(
        self, deployment: Deployment, chance: Random, people: Burst, others: Burst
    ) -> None:
        """Break something, mend it, and wait until every table goes on."""
        name, fault = chance.choice(sorted(deployment.faults(chance).items()))
        print(f"{deployment.name}: {name}")
        await fault()
        since = time.monotonic()
        healing = asyncio.create_task(deployment.heal())
        await asyncio.gather(people.until_back(), others.until_back())
        self.recoveries.append(time.monotonic() - since)
        await healing
        self.part.count(name)
        self.part.count("processes killed", name.startswith("SIGKILL"))
        self.part.work_done("kills and other faults", 1)
        add_times(self.part.figures, "every table goes on after", self.recoveries)

    def _look_back(self, players: list[Player]) -> None:
        """Count what the players have met with."""
        part = self.part
        part.count("tables", len({player.table for player in players}))
        part.count("commands accepted", sum(len(player.accepted) for player in players))
        part.count("connections lost and made again", sum(len(p.guest.wires) - 1 for p in players))
        stale = [line for player in players for line in older_welcomes(player)]
        part.count(OLDER, len(stale))
        if stale:
            part.fault(f"{len(stale)} welcomes older than what was seen", welcomes="\n".join(stale))
        refusals = Counter(key for player in players for key in player.refusals)
        for key in refusals:
            if key in IN_TROUBLE:
                part.count(f"players told {key}", refusals[key])
            else:
                part.fault(f"a command was refused: {key}")

    def _check_complaints(self, deployment: Deployment) -> None:
        complaints = self.logs.new_complaints(deployment.servers)
        if complaints:
            title = f"{deployment.name}: errors in the logs of servers: {complaints[0][:200]}"
            self.part.fault(title, complaints="\n".join(complaints), **logs_of(deployment))


def older_welcomes(player: Player) -> list[str]:
    """Welcomes that tell less than this player had been told before."""
    found = []
    seen = -1
    for wire in player.guest.wires:
        for message in wire.heard:
            if message["type"] == "welcome" and message["seq"] < seen:
                where = f"table {player.table}, seat {player.seat}"
                found.append(f"{where}: had seen {seen}, was welcomed with {message['seq']}")
            seen = max(seen, message.get("seq", -1) if "game" in message else -1)
    return found


def logs_of(deployment: Deployment) -> dict[str, str | bytes]:
    """The logs of all programs."""
    return {program.log.stem: program.log.read_bytes() for program in deployment.programs}


def run_kills(part: Part) -> None:
    """Start everything, break it until the time is up, and clear it away."""
    with (
        tempfile.TemporaryDirectory(prefix="han-soak-") as folder,
        ExitStack() as ends,
    ):
        deployments = Deployments(Path(folder), ends)
        if not part.work:
            deployments.start_all()
        part.begin()
        try:
            Kills(part, deployments).run()
        except Exception:
            part.fault("the kills broke off", traceback=traceback.format_exc())
