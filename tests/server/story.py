"""A short game in which every message and every entry occurs, for the page that explains them.

The server draws the same seed for every table, so the same cards come each time, and people
may nudge one another at once.
"""

import asyncio
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any

from pages import block, pretty
from server.guests import Guest, Json, Wire
from server.running import Server
from table.building import record_of
from table.devices import carried, device

FIXED_SEED = """
import os, secrets
from han.table import absence
absence.NUDGE_AFTER_MS = 0
secrets.token_bytes = lambda n=32: bytes(range(n)) if n == 32 else os.urandom(n)
from han.cli.main import run; run()
"""
COMMAND = (sys.executable, "-c", FIXED_SEED)

NOON = 1_800_000_000_000
TURN_MS = 300_000
CLOCK = {"kind": "turn", "seconds": TURN_MS // 1000}

KEPT = {
    "table": ("id", "status"),
    "game": ("moment", "to_move", "take_back"),
    "view": ("seat", "turn", "hand"),
    "overview": (),
}
"""What the page shows of long parts."""
WHOLE = {"welcome": "table", "start": "game"}
"""The examples that show one of them whole."""


class Story:
    """What was said, and the parts of it that the page shows."""

    def __init__(self, server: Server) -> None:
        """Begin with two people who have not met."""
        self.server = server
        self.ann, self.ben = Guest(server), Guest(server)
        self.examples: dict[str, list[Json]] = {}
        self._names: dict[str, str] = {}
        self._numbers = count(1)

    @property
    def wires(self) -> list[Wire]:
        """All connections that there were."""
        return self.ann.wires + self.ben.wires

    async def tell(self) -> None:
        """Play it."""
        await self._begin()
        await self._be_there()
        await self._play()
        await self._talk()
        await self._go_back()
        await self._be_away()
        await self._catch_up()
        await self._call()
        await self._bring()
        await self._end()
        await self._come_again()

    def text(self, name: str) -> str:
        """An example as the page shows it."""
        whole = WHOLE.get(name, "")
        said = [shorten(message, self._began, whole) for message in self.examples[name]]
        text = block(*map(pretty, said))
        for value, called in self._names.items():
            text = text.replace(value, called)
        return text

    async def _begin(self) -> None:
        choices = {"map": "ways-of-diplomacy", "start": 0, "clock": CLOCK, "stand_in": "peasant"}
        table = await self.ann.create("me", "open", name="Ann", salt=None, **choices)
        self._names[table["id"]] = "q7Xl0vBGk2Nd"
        self._names[table["invite"]] = "3nJ5uT0cWmE8yRk1oZs9Qg"
        self._began: int = table["created"]
        self._hers = await self.ann.connect(table, 0)
        self.examples["welcome"] = [self._hers.heard[-1]]
        await self.ben.sit(table, "Ben", salt=None)
        self.examples["sit"] = [await self._hers.expect("update")]
        self._his = await self.ben.connect(table, 1)
        await self.ann.start(table)
        await self._hers.expect("update")
        await self.ann.add_salt(table, "pepper")
        self.examples["salted"] = [await self._hers.expect("update")]
        await self.ben.add_salt(table, "paprika")
        await self._hers.expect("update")
        self.examples["start"] = [await self._hers.expect("update")]

    async def _be_there(self) -> None:
        """Everybody hears who is connected."""
        await self._hers.until(lambda: self._hers.presence.get("seats") == ["here", "here"])
        self.examples["presence"] = [self._hers.presence]

    async def _play(self) -> None:
        hers = self._hers
        house = hers.legal[0]
        await self._question("why", hers, "why", id="why 1", action="E palace OO")
        await self._exchange("play", hers, moment=hers.moment, action=house)
        await self._exchange("refused", hers, "play", moment=hers.moment, action="+R")
        await self._exchange("late", hers, "play", moment=hers.moment - 1, action=".")
        await self._exchange("undo", hers, moment=hers.moment)
        for action in (house, ".", "*"):
            await hers.play(action)
        await self._agree()
        drawn = [wire.heard[-1 - (wire is hers)] for wire in (hers, self._his)]
        self.examples["drawn"] = [update["entries"][-1] for update in drawn]
        while hers.legal:
            await hers.play("*")

    async def _talk(self) -> None:
        await self._exchange("say", self._hers, phrase="hello")
        await self._his.ask("say", text="Hi there")
        await self._exchange("mute", self._hers, seat=1, muted=True)

    async def _go_back(self) -> None:
        await self._exchange("take_back", self._hers, moment=self._hers.moment)
        await self._exchange("answer", self._his, agreed=False)

    async def _be_away(self) -> None:
        await self._exchange("leave", self._hers)
        await self._exchange("back", self._hers)

    async def _catch_up(self) -> None:
        wire = self._hers
        before = len(wire.heard)
        await wire.look(None)
        self.examples["look"] = [wire.sent[-1], *wire.heard[before:]]
        await wire.look(0)
        await self._question("resync", wire, "history", seen=wire.seq - 2)
        await self._question("ping", wire, "pong")

    async def _call(self) -> None:
        """Ann nudges Ben, who is there."""
        await self._exchange("nudge", self._hers, seat=1)
        await self._exchange("stand_in", self._his, seat=1, agreed=False)

    async def _bring(self) -> None:
        """Ann goes on with a game of her own device."""
        table = await self.ann.post(
            "/api/imports",
            record=carried(record_of(device(12).table)),
            seats=[{"kind": "me"}, *[{"kind": "bot", "bot": "peasant"}] * 2],
            name="Ann",
        )
        wire = await self.ann.connect(table, 0)
        await self.ann.add_salt(table)
        await self.ann.start(table)
        await wire.until(lambda: wire.game)
        await wire.say({"type": "resync", "seen": -1})
        await wire.expect("history")

    async def _end(self) -> None:
        """Bots play to the end; then there is another game, which is given up."""
        for wire in (self._his, self._hers):
            await wire.ask("leave")
        await self._hers.until(lambda: self._hers.is_over)
        again = await self.ann.post(f"/api/tables/{self._hers.table['id']}/rematch")
        await self._hers.until(lambda: self._hers.table["next_game"])
        await self.ben.post(f"/api/tables/{again['id']}/accept")
        last = await self.ann.connect(again)
        await self.ann.post(f"/api/tables/{again['id']}/close")
        await last.until(lambda: last.table["status"] == "closed")
        await last.say({"type": "resync", "seen": -1})
        await last.expect("history")
        self._table = await self._begin_another()
        await asyncio.to_thread(self.server.end)
        self.examples["bye"] = [await last.expect("bye")]

    async def _begin_another(self) -> Json:
        """A game whose clock runs."""
        table = await self.ann.create("me", "open", map="ways-of-diplomacy", clock=CLOCK)
        await self.ben.sit(table, "Ben")
        return await self.ann.start(table)

    async def _come_again(self) -> None:
        """The server is back: nobody's clock ran meanwhile."""
        await asyncio.to_thread(self.server.start)
        wire = await self.ann.connect(self._table, 0, seen=-1)
        await wire.expect("history")

    async def _exchange(self, name: str, wire: Wire, kind: str = "", **keys: object) -> None:
        """Show a command, and what its sender hears because of it."""
        await self._agree()
        before = len(wire.heard)
        await wire.ask(kind or name, id=str(next(self._numbers)), **keys)
        if name == "late":
            await wire.until(lambda: wire.heard[-1]["type"] == "welcome")
        self.examples[name] = [wire.sent[-1], *wire.heard[before:]]

    async def _question(self, name: str, wire: Wire, answer: str, **keys: object) -> None:
        """Show a message that changes nothing, and its answer."""
        await wire.say({"type": name, **keys})
        self.examples[name] = [wire.sent[-1], await wire.expect(answer)]

    async def _agree(self) -> None:
        """Wait until both have heard the same."""
        for wire, other in ((self._hers, self._his), (self._his, self._hers)):
            await wire.until(lambda wire=wire, other=other: wire.seq >= other.seq)  # type: ignore[misc]


def shorten(value: Any, began: int, whole: str) -> Any:
    """A message as if all had happened at a fixed time, and of its long parts only one whole."""
    if isinstance(value, list):
        return [shorten(inner, began, whole) for inner in value]
    if isinstance(value, dict):
        return {k: shorten(_short(k, inner, whole), began, whole) for k, inner in value.items()}
    if isinstance(value, int) and value > NOON // 2:
        return NOON + round((value - began) / TURN_MS) * TURN_MS
    return value


def _short(key: str, value: Any, whole: str) -> Any:
    if key == "legal" and value:
        return [*value[:2], "…"]
    if key not in KEPT or key == whole or value is None:
        return value
    return {name: value[name] for name in KEPT[key] if value[name] is not None} | {"…": "…"}


def keys_of(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all keys in a value; those of objects by id or by letter are `ID`."""
    if isinstance(value, list):
        for item in value:
            yield from keys_of(item, path + "[]")
    if isinstance(value, dict):
        for key, inner in value.items():
            inside = f"{path}.{key}" if path else key
            if path == "overview.provinces":
                inside = f"{path}.ID"
            yield inside
            yield from keys_of(inner, inside)
