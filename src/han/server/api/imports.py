"""Games that were begun on somebody's device and go on here."""

import asyncio
from dataclasses import replace
from typing import Any

from han.records.record import Record, format_record
from han.server.api.access import RequestedBy, Server, check_history_rate
from han.server.api.bodies import ImportBody
from han.server.api.refusals import refusals
from han.server.api.replays import REPLAY_COST, read_record
from han.server.api.structs import StructRouter
from han.server.api.tables import check_table_limit, seats_of
from han.table.bringing import Bringing, check_brought
from han.table.options import Options
from han.table.shapes import TableShape
from han.table.telling import table_json

router = StructRouter(prefix="/api", responses=refusals(403, 404, 409, 422))


@router.post("/imports", status_code=201)
async def import_table(body: ImportBody, requester: RequestedBy, server: Server) -> TableShape:
    """Go on here with a game of one's device. The same game leads to the same table again.

    New cards come from a seed of this table, after people have added [salts](fair-cards.md) to it.
    """
    check_history_rate(server, requester, REPLAY_COST)
    record = await asyncio.to_thread(_checked, body.record)
    table_id = server.guest_tokens.import_id(requester.guest, _name_of(record))
    if await server.store.find(table_id) is not None:
        return table_json((await server.hub.live_table(table_id)).table, requester.id)
    maker = await check_table_limit(server, requester)
    options = Options(
        record.map,
        record.players,
        casual=body.casual,
        memory_aid=body.memory_aid,
        stand_in=body.stand_in,
    )
    seats = seats_of(body.seats, requester, body.name)
    game = Bringing(record, options, seats, body.name)
    live = await server.table_factory.bring(table_id, game, requester.id, maker=maker)
    return table_json(live.table, requester.id)


def _checked(body: dict[str, Any]) -> Record:
    record = read_record(body)
    check_brought(record)
    return record


def _name_of(record: Record) -> str:
    """What tells one game, as far as it was played, from all others: not how people are called."""
    return format_record(replace(record, meta={"fair": record.meta["fair"]}))
