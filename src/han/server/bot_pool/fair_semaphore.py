"""Which table may have a bot think next: those where somebody waits first, and makers take turns.

Anybody may set up many tables at which only bots play. They must not take the bots away from
everybody else.
"""

import asyncio
from collections import Counter, OrderedDict, deque

EVERY = 4
"""Of so many places one goes to a table where nobody waits, so that these too come to an end."""


class Ticket:
    """A place that somebody has, or waits for."""

    def __init__(self, maker: str, *, is_awaited: bool) -> None:
        """Name who has set the table up, and say whether somebody waits there."""
        self.maker = maker
        self.is_awaited = is_awaited
        self.called: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class MakerQueues:
    """A queue of tickets for each maker. Makers take turns."""

    def __init__(self, most: int) -> None:
        """Let every maker have so many places at a time."""
        self._most = most
        self._waiting: OrderedDict[str, deque[Ticket]] = OrderedDict()
        self._placed: Counter[str] = Counter()

    def add(self, ticket: Ticket) -> None:
        """Queue a ticket behind the others of the same maker."""
        self._waiting.setdefault(ticket.maker, deque()).append(ticket)

    def call(self) -> Ticket | None:
        """Give a place to the next ticket whose maker may have one."""
        for maker, tickets in self._waiting.items():
            # a cancelled ticket stays in its queue until its task runs again
            there = (ticket for ticket in tickets if not ticket.called.cancelled())
            ticket = next(there, None) if self._placed[maker] < self._most else None
            if ticket is not None:
                self._waiting.move_to_end(maker)
                self.drop(ticket)
                self._placed[maker] += 1
                return ticket
        return None

    def drop(self, ticket: Ticket) -> None:
        """Take a ticket out of its queue."""
        tickets = self._waiting[ticket.maker]
        tickets.remove(ticket)
        if not tickets:
            del self._waiting[ticket.maker]

    def release(self, ticket: Ticket) -> None:
        """Give a place back."""
        self._placed[ticket.maker] -= 1
        if not self._placed[ticket.maker]:
            del self._placed[ticket.maker]

    def cancel(self) -> None:
        """Cancel all tickets that wait."""
        for tickets in list(self._waiting.values()):
            for ticket in tickets:
                ticket.called.cancel()


class FairSemaphore:
    """A number of places, which makers get in turn."""

    def __init__(self, places: int, *, awaited: int, unawaited: int) -> None:
        """Say how many places there are, and how many of each kind one maker may have."""
        self._free = places
        self._awaited, self._unawaited = MakerQueues(awaited), MakerQueues(unawaited)
        self._calls = 0

    async def acquire(self, maker: str, *, is_awaited: bool) -> Ticket:
        """Wait for a place, to be given back with `release`."""
        ticket = Ticket(maker, is_awaited=is_awaited)
        self._queues_of(ticket).add(ticket)
        self._call()
        try:
            await ticket.called
        except asyncio.CancelledError:
            if ticket.called.cancelled():
                self._queues_of(ticket).drop(ticket)
            else:  # cancelled and called at the same moment
                self.release(ticket)
            raise
        return ticket

    def release(self, ticket: Ticket) -> None:
        """Give a place back; the next ticket gets it."""
        self._queues_of(ticket).release(ticket)
        self._free += 1
        self._call()

    def close(self) -> None:
        """Cancel everybody who waits."""
        self._awaited.cancel()
        self._unawaited.cancel()

    def _call(self) -> None:
        while self._free and (ticket := self._next()):
            self._free -= 1
            self._calls += 1
            ticket.called.set_result(None)

    def _next(self) -> Ticket | None:
        if self._calls % EVERY == EVERY - 1:
            return self._unawaited.call() or self._awaited.call()
        return self._awaited.call() or self._unawaited.call()

    def _queues_of(self, ticket: Ticket) -> MakerQueues:
        return self._awaited if ticket.is_awaited else self._unawaited
