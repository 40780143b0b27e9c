"""How tables come to be: by wish, at once against bots, or again after a game."""

import secrets
from collections.abc import Sequence

from han.bots.levels import LEVELS
from han.records.fair import commitment, new_seed
from han.server.hub import Hub
from han.server.now import now_ms
from han.server.outcome import Outcome, refuse
from han.server.room import Room
from han.table import opening
from han.table.command import Close, Rematch, Start, decide
from han.table.entry import Entry, Seat
from han.table.errors import TableError
from han.table.options import Options
from han.table.table import Table
from han.table.talk import rotated_seats
from han.table.wish import Wisher


def check_bot_name(name: str) -> str:
    """Only the levels play here: a spec of strangers could start programs."""
    if name not in LEVELS:
        raise TableError("server.no_such_bot", name=name, known=", ".join(LEVELS))
    return name


class Lounge:
    """Sets tables up."""

    def __init__(self, hub: Hub) -> None:
        """Put the tables where they are played."""
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
    ) -> Room:
        """A new table; its seed is fixed before anybody is asked for a salt.

        Args:
            options: What is played.
            seats: Who sits where.
            guest: The host.
            maker: Whose limits it counts for.
            start: Whether to begin as soon as the host's salt is in.
            rematch_of: The table that it follows.
        """
        check_bot_name(options.stand_in)
        for seat in seats:
            if seat.kind == "bot":
                check_bot_name(seat.bot)
        seed = new_seed()
        wisher = Wisher(guest, now_ms())
        created = opening.create(options, seats, wisher, commitment(seed), rematch_of)
        game, invite = secrets.token_urlsafe(9), secrets.token_urlsafe(16)
        entries: list[Entry] = [created]
        table = Table.load(game, seed, entries, invite)
        if start:
            progress = opening.start(table, wisher)
            table = progress.after
            entries.append(progress.entry)
        return await self._hub.create(table, seed, entries, maker)

    async def rematch(self, room: Room, guest: str, seat: int, lang: str, maker: str) -> Outcome:
        """Set the same table up again, everybody one seat on; begin if nobody must come."""
        table = room.table
        seats = rotated_seats(table)
        try:
            decide(table, Rematch(guest=guest, seat=seat, game=""), now_ms())
            after = await self.set_up(table.options, seats, guest, maker=maker, rematch_of=table.id)
        except TableError as error:
            return refuse(error, lang)
        outcome = await self._hub.wish(
            table.id, Rematch(guest=guest, seat=seat, game=after.table.id), lang
        )
        await self._settle(after, guest, wanted=outcome.is_granted, lang=lang)
        return outcome

    async def _settle(self, after: Room, guest: str, *, wanted: bool, lang: str) -> None:
        """Of two who wish for a rematch at once one gets it; the other's table goes again."""
        seats = after.table.seats
        if not wanted:
            await self._hub.wish(after.table.id, Close(guest=guest), lang)
        elif all(one.guest in ("", guest) for one in seats):
            await self._hub.wish(after.table.id, Start(guest=guest), lang)
