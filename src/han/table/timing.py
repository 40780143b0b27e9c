"""Whose time is running, and until when. Times are milliseconds since 1970."""

from han.table.options import Clock

LEAST_ON_RETURN = 10_000
"""What somebody who comes back has at least, so that the first look is not too late.

Only the first return of a turn gives it, and only then is the time away free: else one could
leave and come back for ever instead of deciding."""


class Timing:
    """The clocks of all seats, as far as the log tells."""

    def __init__(self, clock: Clock, players: int, now: int) -> None:
        """Start the first turn's clock."""
        self._clock = clock
        self._left = [1000 * clock.seconds] * players
        """What each seat had when its clock last began to run."""
        self.turn_began = now
        """When the running clock began: with the turn, or when its player came back."""
        self._returned: set[int] = set()
        """Seats that have come back for their present or next turn already."""

    def __copy__(self) -> "Timing":
        """Clocks that can go on without changing these."""
        twin = Timing(self._clock, len(self._left), self.turn_began)
        twin._left = list(self._left)
        twin._returned = set(self._returned)
        return twin

    @property
    def _increment(self) -> int:
        return 1000 * self._clock.increment if self._clock.kind == "fischer" else 0

    def end_turn(self, seat: int, now: int, *, by_person: bool) -> None:
        """Charge a finished turn to its seat and start the next one's clock."""
        if self._clock.kind == "turn":
            self._left[seat] = 1000 * self._clock.seconds
        elif by_person:
            self._charge(seat, now)
            self._left[seat] += self._increment
        self.turn_began = now
        self._returned.discard(seat)

    def pause(self, seat: int, now: int) -> None:
        """A bot takes over from the seat to move, or the game waits: what was spent is spent."""
        self._charge(seat, now)
        self.turn_began = now

    def unpause(self, now: int) -> None:
        """Let the clock of the seat to move run again, with what it had when it was paused."""
        self.turn_began = now

    def _charge(self, seat: int, now: int) -> None:
        self._left[seat] = max(self._left[seat] - (now - self.turn_began), 0)

    def resume(self, seat: int, now: int, *, is_to_move: bool) -> None:
        """Give a returning player at least `LEAST_ON_RETURN`, once for each of their turns."""
        if seat not in self._returned:
            self._ensure_minimum(seat)
        elif is_to_move:
            self._charge(seat, now)
        self._returned.add(seat)
        if is_to_move:
            self.turn_began = now

    def refill(self, seat: int) -> None:
        """After a missed deadline: let the seat have some time for its next turn."""
        if self._clock.kind == "fischer":
            self._ensure_minimum(seat)

    def _ensure_minimum(self, seat: int) -> None:
        self._left[seat] = max(self._left[seat], self._increment, LEAST_ON_RETURN)

    def give_back(self, seat: int, ms: int, now: int) -> None:
        """Let the running clock have begun later, by a time that nobody could use.

        There is enough left to connect again and to look around.
        """
        self.turn_began += ms
        spent = now - self.turn_began
        self._left[seat] = max(self._left[seat], spent + LEAST_ON_RETURN)

    def restart(self, now: int) -> None:
        """Start the clock anew, after moves were taken back."""
        if self._clock.kind == "turn":
            self._left = [1000 * self._clock.seconds] * len(self._left)
        self.turn_began = now
        self._returned.clear()

    def is_up(self, seat: int) -> bool:
        """Whether ``seat``, whose clock does not run, has nothing left for this turn."""
        return self._clock.kind != "none" and self._left[seat] == 0

    def deadline(self, seat: int) -> int | None:
        """When ``seat``, whose turn it is, must be done; none without a clock."""
        return None if self._clock.kind == "none" else self.turn_began + self._left[seat]

    def left(self, seat: int) -> int | None:
        """What ``seat`` had when its clock last began to run."""
        return None if self._clock.kind == "none" else self._left[seat]
