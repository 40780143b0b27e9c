"""A game that stands before a turn worth seeing: a house fills a province, which is scored.

The same cards, moves and turn come up each time; no server is needed to get there.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from han.bots.registry import make_bot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.event import ProvinceScored
from han.engine.position import Position
from han.records.fair import commitment
from han.server.hub import log_row
from han.server.identity import SIGNING_KEY, GuestTokens
from han.server.now import now_ms
from han.server.store import Store
from han.server.summary import state_of
from han.table import moves, opening
from han.table.command import Play
from han.table.entry import Entry, Seat
from han.table.options import Options
from han.table.progress import Progress
from han.table.sender import Sender
from han.table.table import Table

NAMES = ("Anna", "Ben", "Carla", "David")
TABLE = "turn"
SEED = b"a turn that everybody shall see."
FEWEST_PIECES = 22
"""So many pieces lie on the board before the turn, so that it looks like a game."""


@dataclass(frozen=True)
class Staged:
    """A table in a database, and the turn that can be played there."""

    cookie: str
    """Of whoever plays the turn."""
    action: Action
    """Fills a province."""


def stage(database: Path) -> Staged:
    """Put the table into a new database."""
    return asyncio.run(_stage(database))


async def _stage(database: Path) -> Staged:
    store = Store(str(database), node="staging")
    store.migrate()
    tokens = GuestTokens(store.setting(SIGNING_KEY, GuestTokens.new_key))
    guest = tokens.new_guest()
    entries, table, action = _play(guest.id)
    rows = [log_row(seq, entry) for seq, entry in enumerate(entries)]
    await store.beat(60)
    await store.create(TABLE, TABLE, SEED, rows, state_of(table, seats_changed=True))
    await store.resign()
    await store.close(10)
    return Staged(tokens.cookie(guest), action)


def _play(guest: str) -> tuple[list[Entry], Table, Action]:
    """Bots play for all until a turn is worth seeing; the guest sits where it is played."""
    choices, seat, action = _rehearse()
    entries, table = _begin([guest if index == seat else f"guest {index}" for index in range(4)])
    for choice in choices:
        table = _go_on(entries, _decide(table, choice))
    return entries, table, action


def _rehearse() -> tuple[list[Action], int, Action]:
    """What is played until then, whose turn it is, and what fills a province."""
    _, table = _begin(NAMES)
    bot, chance = make_bot("governor"), Chance(1)
    choices: list[Action] = []
    while not (action := _worth_seeing(table.position)):
        seat = table.to_move
        assert seat is not None, "the game is over"
        choices.append(bot.choose(table.position.view(seat), chance))
        table = _decide(table, choices[-1]).after
    return choices, table.position.turn, action


def _begin(guests: list[str] | tuple[str, ...]) -> tuple[list[Entry], Table]:
    options = Options("border-disputes", len(NAMES), start=0)
    host = Sender(guests[0], now_ms())
    pairs = zip(NAMES, guests, strict=True)
    seats = [Seat("person", name, guest) for name, guest in pairs]
    entries: list[Entry] = [opening.create(options, seats, host, commitment(SEED))]
    return entries, _go_on(entries, opening.deal(Table.load(TABLE, SEED, entries, TABLE), host))


def _decide(table: Table, action: Action) -> Progress:
    seat = table.to_move
    assert seat is not None
    sender = Sender(table.seats[seat].guest, now_ms(), seat=seat)
    return moves.play(table, sender, Play(id="", moment=table.moment, action=str(action)))


def _go_on(entries: list[Entry], progress: Progress) -> Table:
    entries.append(progress.entry)
    return progress.after


def _worth_seeing(position: Position) -> Action | None:
    """A house for one card that fills a province, pays well and pays others too."""
    pieces = len(position.houses) + sum(map(sum, position.emissaries.values()))
    if position.phase != "place" or position.state["placed"] or pieces < FEWEST_PIECES:
        return None
    houses = [a for a in position.legal_actions if a.kind == "H" and len(a.cards) == 1]
    return next((house for house in houses if _pays(position, house)), None)


def _pays(position: Position, house: Action) -> bool:
    _, events = position.play(house)
    scored = [event.points for event in events if isinstance(event, ProvinceScored)]
    if len(scored) != 1:
        return False
    own, others = scored[0][position.turn], sorted(scored[0])[:-1]
    return own > others[-1] > 0
