"""How soon a browser shows what others do: from the server's commit to the frame it is seen in."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import msgspec
from playwright.sync_api import Browser
from websockets.sync.client import ClientConnection, connect

from web.browser import Faults
from web.people import Person

NAMES = ("Anna", "Ben", "Carla")
SETTLED_MS = 250
"""After so long without a change a move is completely shown."""
NOTE_FRAMES = """
    window.seen = [];
    new MutationObserver(() => {
        requestAnimationFrame(() => setTimeout(() => {
            window.seen.push(performance.timeOrigin + performance.now());
        }));
    }).observe(document, {childList: true, subtree: true, attributes: true, characterData: true});
"""


def call(person: Person, table: str, seat: int) -> ClientConnection:
    """A websocket to one of somebody's seats, beside their browser."""
    cookies = person.context.cookies(person.address)
    cookie = "; ".join(f"{one.get('name')}={one.get('value')}" for one in cookies)
    where = f"{person.address.replace('http', 'ws', 1)}/ws/{table}?seat={seat}"
    return connect(where, additional_headers={"Cookie": cookie})


class Player:
    """A seat that is played over a websocket."""

    _ids = count()

    def __init__(self, socket: ClientConnection) -> None:
        """Receive the welcome message."""
        self._socket = socket
        self.game: dict[str, Any] = self._hear("welcome")["game"]

    def _hear(self, kind: str) -> dict[str, Any]:
        while True:
            heard: dict[str, Any] = msgspec.json.decode(self._socket.recv(timeout=60))
            if heard.get("game"):
                self.game = heard["game"]
            if heard["type"] == kind:
                return heard

    def catch_up(self, moment: int) -> None:
        """Receive messages up to a moment."""
        while self.game["moment"] < moment:
            self._hear("update")

    def move(self, chance: random.Random) -> float:
        """Play a random legal action; return the server's time in milliseconds since 1970."""
        action = chance.choice(self.game["legal"])
        command = {"type": "play", "id": f"b{next(self._ids)}", "moment": self.game["moment"]}
        self._socket.send(msgspec.json.encode(command | {"action": action}).decode())
        told = self._hear("update")
        return float(told["entries"][-1]["at"])


def measure_moves(browser: Browser, address: str, moves: int) -> list[float]:
    """Milliseconds from each of others' moves until the browser of the fourth player shows it."""
    host = Person(browser, address, Faults(), name=NAMES[0])
    # with `confirm` the page does nothing by itself
    watcher = Person(browser, address, Faults(), animation="none", confirm=True, name="Dora")
    here = [{"kind": "here", "name": name} for name in NAMES[1:]]
    body = {"map": "border-disputes", "name": NAMES[0], "start": 0}
    table = host.post("/api/tables", **body, seats=[{"kind": "me"}, *here, {"kind": "open"}])
    watcher.post(f"/api/invites/{table['invite']}/seat", name="Dora")
    for person in (host, watcher):
        person.add_salt(table)
    host.post(f"/api/tables/{table['id']}/start")
    watcher.go(f"/t/{table['id']}")
    watcher.at_table()
    watcher.page.evaluate(NOTE_FRAMES)
    people = [host, host, host, watcher]
    with ExitStack() as stack:
        calls = [call(one, table["id"], seat) for seat, one in enumerate(people)]
        players = [Player(stack.enter_context(one)) for one in calls]
        found = [latency for latency in play(watcher, players, moves) if latency is not None]
    host.leave()
    watcher.leave()
    return found


def play(watcher: Person, players: list[Player], moves: int) -> Iterator[float | None]:
    """Move until there are enough moves of others; yields none for a move of the watcher."""
    chance = random.Random(1)
    seen = 0
    while seen < moves and players[0].game["to_move"] is not None:
        seat = players[0].game["to_move"]
        watcher.page.evaluate("window.seen = []")
        at = players[seat].move(chance)
        for player in players:
            player.catch_up(players[seat].game["moment"])
        watcher.until(lambda: bool(watcher.page.evaluate("window.seen.length")))
        time.sleep(SETTLED_MS / 1000)
        seen += seat != 3
        yield watcher.page.evaluate("window.seen.at(-1)") - at if seat != 3 else None
