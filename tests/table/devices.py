"""Games that were begun on somebody's device, and tables that they are brought to."""

import json
from dataclasses import replace
from random import Random
from typing import Any

from han.engine.game import Game
from han.records.fair import commitment
from han.records.parse import parse_record
from han.records.record import Record, format_record
from han.table.bringing import Bringing, bring, check_brought
from han.table.entry import Seat
from han.table.options import Options
from han.table.sender import Sender
from han.table.table import Table
from table.building import ANN, INVITE, NOW, Keeper, ann, begun, bot, record_of
from tables import eager_action

DEVICE_SEATS = (ann, bot, bot)
NEW_SEED = b"the seed of the server's own...."
NEW_TABLE = "brought-1"


def device(decisions: int, seed: int = 1, game: Game | None = None) -> Keeper:
    """A table with so many decisions; two turns of Ann's are taken back in between."""
    rng = Random(seed)
    keeper = begun(*DEVICE_SEATS, game=game)
    for number in range(decisions):
        timeline = keeper.table.timeline
        assert timeline is not None
        goal = timeline.last_turn_of(0) or 0
        if len(timeline.redraws) < number // 12 < 3 and goal and timeline.cards_after(goal):
            keeper.ask_take_back(ANN, 0)
        keeper.play(str(eager_action(keeper.table.position, rng)))
    return keeper


def carried(record: Record) -> dict[str, Any]:
    """The record as JSON, as a request carries it."""
    data: dict[str, Any] = json.loads(format_record(record))
    return data


def brought(keeper: Keeper, *seats: Seat) -> Keeper:
    """The table to which Ann brings a game, where people still sit down."""
    record = parse_record(json.dumps(carried(record_of(keeper.table))))
    check_brought(record)
    options = Options(record.map, record.players, casual=False)
    game = Bringing(record, options, seats or DEVICE_SEATS, "Ann")
    entries = bring(game, Sender(ANN, NOW), commitment(NEW_SEED))
    twin = Keeper.__new__(Keeper)
    twin.now = NOW
    twin.entries = entries
    twin.table = Table.load(NEW_TABLE, NEW_SEED, entries, INVITE)
    return twin


def with_fair(record: Record, **parts: Any) -> Record:
    """The record with other values in what it says about its cards; None leaves one out."""
    fair = {**record.meta["fair"], **parts}
    told = {name: value for name, value in fair.items() if value is not None}
    return replace(record, meta={**record.meta, "fair": told})
