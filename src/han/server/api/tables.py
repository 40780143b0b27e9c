"""Tables over HTTP: set up, sit down, begin, look, fetch the record."""

import asyncio
from collections.abc import Sequence
from typing import Annotated

import msgspec
from fastapi import Path, Query, Response

from han.records.record import format_record
from han.server.api.access import (
    Language,
    RequestedBy,
    Requester,
    Server,
    TooManyError,
    check_history_rate,
)
from han.server.api.bodies import (
    FillBody,
    PlaceBody,
    PlayNowBody,
    SaltBody,
    SeatBody,
    SitBody,
    TableBody,
)
from han.server.api.refusals import RefusedError, refusals
from han.server.api.structs import StructRouter
from han.server.hub import UnknownTableError
from han.server.live_table import LiveTable
from han.server.reply import Reply
from han.server.services import Services
from han.server.summary import Summary, read_summary
from han.server.table_factory import check_bot_name, new_command_id
from han.table import command as commands
from han.table.command import Command, SentCommand
from han.table.entry import Seat
from han.table.errors import TableError
from han.table.options import Options
from han.table.shapes import MomentShape, TableShape, ToldEntry
from han.table.telling import Viewer, history_cost, moment_json, table_json

router = StructRouter(prefix="/api", responses=refusals(403, 404, 409, 422))

NAME = "^[A-Za-z0-9_-]+$"
"""What our ids look like; anything else never reaches the database."""
TableId = Annotated[str, Path(max_length=40, pattern=NAME)]
Invite = Annotated[str, Path(max_length=60, pattern=NAME)]
SeatPath = Annotated[int, Path(ge=0, le=4)]
SeatQuery = Annotated[int | None, Query(ge=0, le=4)]
LISTED = 100


@router.post("/tables", status_code=201)
async def create_table(body: TableBody, requester: RequestedBy, server: Server) -> TableShape:
    """Set a table up. Seats: `me`, `here` (someone else on this device), `bot`, `open`."""
    maker = await check_table_limit(server, requester)
    options = msgspec.convert(body, Options, from_attributes=True)
    seats = seats_of(body.seats, requester, body.name)
    live = await server.table_factory.set_up(options, seats, requester.id, maker=maker)
    return table_json(live.table, requester.id)


@router.post("/play-now", status_code=201)
async def play_now(body: PlayNowBody, requester: RequestedBy, server: Server) -> TableShape:
    """Set a table up against bots; it begins when the requester's salt is in."""
    maker = await check_table_limit(server, requester)
    me = Seat("person", body.name, requester.id)
    bots = [Seat("bot", bot=body.bot)] * (body.players - 1)
    options = Options(body.map, body.players, body.variant)
    live = await server.table_factory.set_up(
        options, [me, *bots], requester.id, maker=maker, start=True
    )
    return table_json(live.table, requester.id)


async def check_table_limit(server: Services, requester: Requester) -> str:
    """Refuse an address that has set up too many tables; return what the database calls it."""
    if not server.new_tables.take(requester.client):
        raise TooManyError("server.too_many_requests")
    limits, maker = server.config.limits, server.guest_tokens.mask_address(requester.client)
    if await server.store.count_unfinished(maker, limits.open_tables_s) >= limits.open_tables:
        raise TooManyError("server.too_many_tables", most=limits.open_tables)
    return maker


def seats_of(bodies: Sequence[SeatBody], requester: Requester, name: str) -> list[Seat]:
    """Who shall sit where, as a request says it."""
    if sum(body.kind == "me" for body in bodies) > 1:
        raise TableError("server.one_me")
    made = {
        "me": lambda body: Seat("person", name, requester.id),
        "here": lambda body: Seat("person", body.name, requester.id),
        "bot": lambda body: Seat("bot", bot=check_bot_name(body.bot)),
        "open": lambda body: Seat(),
    }
    return [made[body.kind](body) for body in bodies]


@router.get("/lobby")
async def lobby(server: Server) -> list[Summary]:
    """Public tables that wait for players or are being played."""
    found = await server.store.lobby(LISTED, server.config.lobby_s)
    return [read_summary(text) for text in found]


@router.get("/tables/{table}")
async def get_table(table: TableId, requester: RequestedBy, server: Server) -> TableShape:
    """A table, as the requester may know it."""
    return table_json((await server.hub.live_table(table)).table, requester.id)


@router.get("/tables/{table}/game")
async def get_game(
    table: TableId, requester: RequestedBy, server: Server, seat: SeatQuery = None
) -> MomentShape | None:
    """The game as it stands, from one of the requester's seats or as a spectator."""
    live = await server.hub.live_table(table)
    return moment_json(live.table, viewer_of(live, requester, seat))


@router.get("/tables/{table}/history")
async def get_history(
    table: TableId,
    requester: RequestedBy,
    server: Server,
    seat: SeatQuery = None,
    seen: Annotated[int, Query(ge=-1, le=2**31)] = -1,
) -> list[ToldEntry]:
    """What happened after entry `seen`; everything when the game is over."""
    live = await server.hub.live_table(table)
    viewer = viewer_of(live, requester, seat)
    check_history_rate(server, requester, history_cost(live.table.seq + 1))
    return await server.hub.history(live, viewer, seen)


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}},
)
async def get_record(table: TableId, requester: RequestedBy, server: Server) -> Response:
    """The record of a finished game, with the seed that its cards follow from."""
    played = (await server.hub.live_table(table)).table
    if played.status != "over" or played.timeline is None:
        raise TableError("table.not_over")
    check_history_rate(server, requester)
    name = f'attachment; filename="han-{table}.json"'
    record = await asyncio.to_thread(played.timeline.record, played.record_meta())
    text = format_record(record)
    return Response(text, media_type="application/json", headers={"Content-Disposition": name})


@router.put("/tables/{table}/salt")
async def add_salt(
    table: TableId, body: SaltBody, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Add a [salt](fair-cards.md) to the shuffle, or with an empty one say that none will come."""
    # the same salt again is the same command: perhaps its first reply got lost
    command = commands.AddSalt(id=f"salt {body.salt}", commitment=body.commitment, salt=body.salt)
    return await _send(server, table, command, requester, lang)


@router.post("/tables/{table}/start")
async def start(
    table: TableId, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Begin, when all seats are taken and salts are in; for the host and all who sit there."""
    return await _send(server, table, commands.Start(id=new_command_id()), requester, lang)


@router.post("/tables/{table}/close")
async def close(
    table: TableId, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Give a table up that has not begun; for the host."""
    return await _send(server, table, commands.Close(id=new_command_id()), requester, lang)


@router.put("/tables/{table}/seats/{seat}")
async def place(
    table: TableId,
    seat: SeatPath,
    body: PlaceBody,
    requester: RequestedBy,
    server: Server,
    lang: Language,
) -> TableShape:
    """Put a bot on a seat, or free it; for the host."""
    now = Seat("bot", bot=check_bot_name(body.bot)) if body.kind == "bot" else Seat()
    command = commands.Place(id=new_command_id(), where=seat, now=now)
    return await _send(server, table, command, requester, lang)


@router.post("/tables/{table}/bots")
async def fill_with_bots(
    table: TableId, body: FillBody, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Put bots on all open seats; for the host. Whoever sits down meanwhile keeps the seat."""
    now = Seat("bot", bot=check_bot_name(body.bot))
    live = await server.hub.live_table(table)
    for where in [i for i, seat in enumerate(live.table.seats) if seat.kind == "open"]:
        command = commands.Place(id=new_command_id(), where=where, now=now, only_if_open=True)
        reply = await server.hub.send(table, SentCommand(command, requester.id), lang)
        if reply.key != "table.seat_taken":
            _expect_accepted(reply)
    return table_json((await server.hub.live_table(table)).table, requester.id)


@router.delete("/tables/{table}/seats/{seat}")
async def stand_up(
    table: TableId, seat: SeatPath, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Leave one's seat before the game begins."""
    command = commands.StandUp(id=new_command_id())
    return await _send(server, table, command, requester, lang, seat)


@router.post("/tables/{table}/rematch", status_code=201)
async def rematch(
    table: TableId, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Play again with the same people and bots: invite them, or accept if one of them has."""
    live = await server.hub.live_table(table)
    seats = live.table.seats_of(requester.id)
    if not seats:
        raise TableError("table.not_your_seat")
    if not live.table.next_game:
        maker = await check_table_limit(server, requester)
        reply = await server.table_factory.rematch(live, requester.id, seats[0], lang, maker)
        if reply.key != "table.rematch_exists":
            _expect_accepted(reply)
    after = (await server.hub.live_table(live.table.next_game)).table
    if requester.id in after.invited:
        return await accept(after.id, requester, server, lang)
    return table_json(after, requester.id)


@router.post("/tables/{table}/accept")
async def accept(
    table: TableId, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Say that one wants to play a rematch; the last who was invited begins the game."""
    return await _send(server, table, commands.Accept(id=new_command_id()), requester, lang)


@router.get("/invites/{invite}")
async def get_invited(invite: Invite, requester: RequestedBy, server: Server) -> TableShape:
    """The table that an invitation leads to."""
    return table_json((await _invited(server, invite)).table, requester.id)


@router.post("/invites/{invite}/seat")
async def sit_down(
    invite: Invite, body: SitBody, requester: RequestedBy, server: Server, lang: Language
) -> TableShape:
    """Sit down with a name and no account."""
    live = await _invited(server, invite)
    command = commands.Sit(id=new_command_id(), seat=body.seat, name=body.name)
    return await _send(server, live.table.id, command, requester, lang)


async def _invited(server: Services, invite: str) -> LiveTable:
    stored = await server.store.find_invite(invite)
    if stored is None:
        raise UnknownTableError("server.no_such_table")
    return await server.hub.live_table(stored.id)


def viewer_of(live: LiveTable, requester: Requester, seat: int | None) -> Viewer:
    """Who looks: one of the requester's own seats, or a spectator."""
    if seat is not None and seat not in live.table.seats_of(requester.id):
        raise TableError("table.not_your_seat")
    return Viewer(requester.id, seat)


async def _send(
    server: Services,
    table: str,
    command: Command,
    requester: Requester,
    lang: str,
    seat: int | None = None,
) -> TableShape:
    _expect_accepted(await server.hub.send(table, SentCommand(command, requester.id, seat), lang))
    return table_json((await server.hub.live_table(table)).table, requester.id)


def _expect_accepted(reply: Reply) -> None:
    if not reply.is_accepted:
        raise RefusedError(reply)
