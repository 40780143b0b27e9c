"""Games to look at again: finished ones, records from elsewhere, and moments of running ones."""

import asyncio
import json
from typing import Annotated, Any

from fastapi import Body, Path, Request, Response

from han.engine.encoding import encode
from han.maps.load import map_ids
from han.records.errors import RecordError
from han.records.parse import parse_record
from han.records.record import Record
from han.records.replay_json import Replay, replay_json
from han.server.api.access import RequestedBy, Server, check_history_rate
from han.server.api.packing import packed_answer
from han.server.api.refusals import refusals
from han.server.api.structs import JSON, StructRouter, answers
from han.server.api.tables import SeatQuery, TableId, viewer_of
from han.table.errors import TableError
from han.table.shapes import MomentShape
from han.table.telling import history_cost

router = StructRouter(prefix="/api", responses=refusals(403, 404, 409, 422))


REPLAY_COST = 5
"""A replay takes the server so many times as long as a history."""
MOMENT_COST = 0.2
"""The cost of a moment, low because stepping through a game asks for many."""


@router.get("/tables/{table}/replay", responses={200: answers(Replay)})
async def replay_table(
    table: TableId, requester: RequestedBy, server: Server, request: Request
) -> Response:
    """A finished game, position by position, with all cards open."""
    played = (await server.hub.live_table(table)).table
    if played.status != "over" or played.timeline is None:
        raise TableError("table.not_over")
    check_history_rate(server, requester, REPLAY_COST)
    timeline, meta = played.timeline, played.record_meta()
    return await asyncio.to_thread(lambda: _replay(timeline.record(meta), request))


@router.post("/replay", responses={200: answers(Replay)})
async def replay_record(
    body: Annotated[dict[str, Any], Body()],
    requester: RequestedBy,
    server: Server,
    request: Request,
) -> Response:
    """A record that the requester has, position by position. Nothing is kept."""
    check_history_rate(server, requester, REPLAY_COST)
    return await asyncio.to_thread(lambda: _replay(read_record(body), request))


def _replay(record: Record, request: Request) -> Response:
    """The answer as it goes over the network: nobody else waits while it is written."""
    return packed_answer(encode(replay_json(record)), JSON, request)


def read_record(body: dict[str, Any]) -> Record:
    """The record in a request, on one of our boards."""
    try:
        text = json.dumps(body, ensure_ascii=False).encode().decode()
    except (RecursionError, ValueError):  # very deep, or with half a character in it
        raise RecordError("records.not_json_at_all") from None
    record = parse_record(text)
    if record.map not in map_ids():
        raise RecordError("table.no_such_map", known=", ".join(map_ids()))
    return record


@router.get("/tables/{table}/moments/{seq}")
async def get_moment(
    table: TableId,
    seq: Annotated[int, Path(ge=0, le=2**31)],
    requester: RequestedBy,
    server: Server,
    seat: SeatQuery = None,
) -> MomentShape | None:
    """The game as it stood after an entry of the log, from one of the requester's seats."""
    live = await server.hub.live_table(table)
    viewer = viewer_of(live, requester, seat)
    entries = min(seq, live.table.seq) + 1
    check_history_rate(server, requester, MOMENT_COST * history_cost(entries))
    return await server.hub.moment(live, viewer, seq)
