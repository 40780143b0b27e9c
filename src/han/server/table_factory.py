"""Creates tables: as somebody asks for, at once against bots, or for a rematch."""

import secrets
from collections.abc import Sequence

from han.bots.levels import LEVELS
from han.records.fair import commitment, new_seed
from han.server.hub import Hub
from han.server.live_table import LiveTable
from han.server.now import now_ms
from han.server.reply import Reply, refuse
from han.table import opening
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


def new_command_id() -> str:
    """An id for a command that comes without one: it may be forwarded twice."""
    return secrets.token_hex(8)


class TableFactory:
    """Creates tables and stores them."""

    def __init__(self, hub: Hub) -> None:
        """Create tables at a hub."""
        self._hub = hub

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
        check_bot_name(options.stand_in)
        for seat in seats:
            if seat.kind == "bot":
                check_bot_name(seat.bot)
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
