"""Creates tables: as somebody asks for, at once against bots, or for a rematch."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress

from han.bots.levels import LEVELS
from han.records.fair import commitment, new_seed
from han.server.hub import Hub, UnknownTableError
from han.server.live_table import LiveTable
from han.server.now import now_ms
from han.server.reply import Reply, refuse
from han.server.store import GameTakenError
from han.table import opening
from han.table.bringing import Bringing, bring
from han.table.command import Close, Command, Rematch, SentCommand, Start
from han.table.entry import Entry, Seat
from han.table.errors import TableError
from han.table.options import Options
from han.table.sender import Sender
from han.table.table import Table
from han.table.talk import check_rematch, rematch_options


def check_bot_name(name: str) -> str:
    """Only the levels are allowed: any other spec could start programs on this machine."""
    if name not in LEVELS:
        raise TableError("server.no_such_bot", name=name, known=", ".join(LEVELS))
    return name


def check_bots(options: Options, seats: Sequence[Seat]) -> None:
    """The same of all bots of a table."""
    check_bot_name(options.stand_in)
    for seat in seats:
        if seat.kind == "bot":
            check_bot_name(seat.bot)


def new_command_id() -> str:
    """An id for a command that comes without one: it may be forwarded twice."""
    return secrets.token_hex(8)


class TableFactory:
    """Creates tables and stores them."""

    def __init__(self, hub: Hub) -> None:
        """Create tables at a hub."""
        self._hub = hub
        self._bringing = asyncio.Lock()
        """So that a request that comes twice at once finds the table of the first."""

    async def set_up(
        self,
        options: Options,
        seats: Sequence[Seat],
        guest: str,
        *,
        maker: str,
        start: bool = False,
        rematch_of: str = "",
    ) -> LiveTable:
        """A new table; its seed is fixed before anybody is asked for a salt.

        Args:
            options: What is played.
            seats: Who sits where.
            guest: The host.
            maker: Whose limits it counts for.
            start: Whether to begin as soon as the host's salt is in.
            rematch_of: The table that it follows, whose people are invited.
        """
        check_bots(options, seats)
        seed = new_seed()
        sender = Sender(guest, now_ms())
        created = opening.create(
            options, seats, sender, commitment(seed), rematch_of, invites=bool(rematch_of)
        )
        table_id, invite = secrets.token_urlsafe(9), secrets.token_urlsafe(16)
        entries: list[Entry] = [created]
        table = Table.load(table_id, seed, entries, invite)
        if start:
            progress = opening.start(table, sender, Start(id=sender.id))
            table = progress.after
            entries.append(progress.entry)
        return await self._hub.create(table, seed, entries, maker)

    async def bring(self, table_id: str, game: Bringing, guest: str, *, maker: str) -> LiveTable:
        """The table at which a game of somebody's device goes on: a new one, or that of before.

        Args:
            table_id: The id, the same whenever the same guest brings the same game.
            game: What is brought.
            guest: The host.
            maker: Whose limits it counts for.
        """
        check_bots(game.options, game.seats)
        async with self._bringing:
            with suppress(UnknownTableError):
                return await self._hub.live_table(table_id)
            seed, invite = new_seed(), secrets.token_urlsafe(16)
            entries = bring(game, Sender(guest, now_ms()), commitment(seed))
            table = await asyncio.to_thread(Table.load, table_id, seed, entries, invite)
            try:
                return await self._hub.create(table, seed, entries, maker)
            except GameTakenError:  # another process was quicker
                return await self._hub.live_table(table_id)

    async def rematch(self, live: LiveTable, guest: str, seat: int, lang: str, maker: str) -> Reply:
        """Set the same table up again, the next seat begins; start if nobody must accept."""
        table = live.table
        try:
            check_rematch(table, Sender(guest, now_ms(), seat=seat))
            after = await self.set_up(
                rematch_options(table), table.seats, guest, maker=maker, rematch_of=table.id
            )
        except TableError as error:
            return refuse(error, lang)
        command = Rematch(id=new_command_id(), table_id=after.table.id)
        reply = await self._hub.send(table.id, SentCommand(command, guest, seat), lang)
        await self._settle(after, guest, wanted=reply.is_accepted, lang=lang)
        return reply

    async def _settle(self, after: LiveTable, guest: str, *, wanted: bool, lang: str) -> None:
        """Start the new table, or close it if another rematch was quicker."""
        if not wanted:
            await self._send(after, Close(id=new_command_id()), guest, lang)
        elif all(seat.guest in ("", guest) for seat in after.table.seats):
            await self._send(after, Start(id=new_command_id()), guest, lang)

    async def _send(self, live: LiveTable, command: Command, guest: str, lang: str) -> None:
        await self._hub.send(live.table.id, SentCommand(command, guest), lang)
