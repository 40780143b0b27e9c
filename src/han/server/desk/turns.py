"""Who may have a bot think next: those who wait at their tables first, and makers take turns.

Anybody may set up many tables at which only bots play. They shall not take the bots away from
everybody else.
"""

import asyncio
from collections import Counter, OrderedDict, deque

EVERY = 4
"""Of so many turns one is for tables where nobody waits, so that these too come to an end."""


class Ticket:
    """Somebody's place, or the request for one."""

    def __init__(self, maker: str, *, is_awaited: bool) -> None:
        """Name who has set the table up, and say whether somebody waits there."""
        self.maker = maker
        self.is_awaited = is_awaited
        self.called: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class WaitingLine:
    """Tickets of one kind. Makers take turns, and each one's tickets keep their order."""

    def __init__(self, most: int) -> None:
        """Let every maker have so many places at a time."""
        self._most = most
        self._waiting: OrderedDict[str, deque[Ticket]] = OrderedDict()
        self._placed: Counter[str] = Counter()

    def add(self, ticket: Ticket) -> None:
        """Queue up behind the others of the same maker."""
        self._waiting.setdefault(ticket.maker, deque()).append(ticket)

    def call(self) -> Ticket | None:
        """Give a place to whoever is next, if anybody may have one."""
        for maker, tickets in self._waiting.items():
            # whoever has just been called off stays in the line until told
            there = (ticket for ticket in tickets if not ticket.called.cancelled())
            ticket = next(there, None) if self._placed[maker] < self._most else None
            if ticket is not None:
                self._waiting.move_to_end(maker)
                self.drop(ticket)
                self._placed[maker] += 1
                return ticket
        return None

    def drop(self, ticket: Ticket) -> None:
        """Wait no longer."""
        tickets = self._waiting[ticket.maker]
        tickets.remove(ticket)
        if not tickets:
            del self._waiting[ticket.maker]

    def leave(self, ticket: Ticket) -> None:
        """Give a place back."""
        self._placed[ticket.maker] -= 1
        if not self._placed[ticket.maker]:
            del self._placed[ticket.maker]

    def clear(self) -> None:
        """Send everybody away who waits."""
        for tickets in list(self._waiting.values()):
            for ticket in tickets:
                ticket.called.cancel()


class Turns:
    """Some places, and those who wait for one."""

    def __init__(self, places: int, *, awaited: int, unawaited: int) -> None:
        """Say how many places there are, and how many of each kind one maker may have."""
        self._free = places
        self._awaited, self._unawaited = WaitingLine(awaited), WaitingLine(unawaited)
        self._calls = 0

    async def take(self, maker: str, *, is_awaited: bool) -> Ticket:
        """Wait for a place. Whoever has one gives it back with `leave`."""
        ticket = Ticket(maker, is_awaited=is_awaited)
        self._line_of(ticket).add(ticket)
        self._call()
        try:
            await ticket.called
        except asyncio.CancelledError:
            if ticket.called.cancelled():
                self._line_of(ticket).drop(ticket)
            else:  # called off and called up at the same moment
                self.leave(ticket)
            raise
        return ticket

    def leave(self, ticket: Ticket) -> None:
        """Give a place back; somebody else gets it."""
        self._line_of(ticket).leave(ticket)
        self._free += 1
        self._call()

    def close(self) -> None:
        """Call off all waiting."""
        self._awaited.clear()
        self._unawaited.clear()

    def _call(self) -> None:
        while self._free and (ticket := self._next()):
            self._free -= 1
            self._calls += 1
            ticket.called.set_result(None)

    def _next(self) -> Ticket | None:
        if self._calls % EVERY == EVERY - 1:
            return self._unawaited.call() or self._awaited.call()
        return self._awaited.call() or self._unawaited.call()

    def _line_of(self, ticket: Ticket) -> WaitingLine:
        return self._awaited if ticket.is_awaited else self._unawaited
