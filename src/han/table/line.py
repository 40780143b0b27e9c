"""The moves of a game in play: where it began, what was done, how far one can go back."""

from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from han.engine.action import Action, action_of
from han.engine.event import Event, TurnBegun
from han.engine.position import Position
from han.records.fair import cards_before
from han.records.record import Record
from han.records.recorder import Recorder
from han.rules.codes import PILE_GIVES, TURN


def is_outcome(code: int) -> bool:
    """Whether chance gave it: a card that somebody learned."""
    return code >> 6 == TURN and code & 63 >= PILE_GIVES


class Line:
    """The actions and outcomes that count, in order, and the position they lead to.

    Only codes are kept, two bytes each: a server holds thousands of lines.
    """

    def __init__(self, first: Position) -> None:
        """Begin with the cards just dealt."""
        self.first = first
        self.position = first
        self.codes = array("H")
        self.turns = array("H", [0])
        """Where each turn began."""
        self._dealt = cards_before(first.game)
        self._tried: tuple[str, Position, tuple[Event, ...]] | None = None

    def __copy__(self) -> "Line":
        """A line that can go on without changing this one."""
        twin = Line(self.first)
        twin.position = self.position
        twin.codes = self.codes[:]
        twin.turns = self.turns[:]
        twin._tried = self._tried
        return twin

    @property
    def cards(self) -> int:
        """How many cards chance has given, the deal included."""
        return self._dealt + sum(map(is_outcome, self.codes))

    @property
    def length(self) -> int:
        """How many actions and outcomes there are."""
        return len(self.codes)

    @property
    def undo_limit(self) -> int:
        """How far the seat whose turn it is can go back alone: not behind a new card."""
        length = self.length
        while length > self.turns[-1] and not is_outcome(self.codes[length - 1]):
            length -= 1
        return length

    def try_out(self, action: Action, seat: int) -> Position:
        """Where a seat's decision leads; `play` need not work it out again."""
        position, events = self.position.play(action, seat=seat)
        self._tried = str(action), position, events
        return position

    def play(self, text: str) -> tuple[Event, ...]:
        """Go one action or outcome on."""
        action = Action(text)
        if self._tried and self._tried[0] == text:
            _, self.position, events = self._tried
        else:
            self.position, events = self.position.play(action)
        self._tried = None
        self.codes.append(self.first.game.book.encode(action.atom))
        if any(isinstance(event, TurnBegun) for event in events):
            self.turns.append(self.length)
        return events

    def cut(self, length: int) -> None:
        """Forget what came after the first ``length`` actions."""
        self._tried = None
        self.codes = self.codes[:length]
        self.turns = array("H", [begin for begin in self.turns if begin <= length])
        self.position = self.first.after(self.codes)

    def last_turn_of(self, seats: Iterable[int]) -> int | None:
        """Where the last turn of one of these seats began in which something was done."""
        wanted = set(seats)
        position = self.first
        found = None
        for begin, end in zip(self.turns, [*self.turns[1:], self.length], strict=True):
            if position.turn in wanted and end > begin:
                found = begin
            position = position.after(self.codes[begin:end])
        return found

    def record(self, meta: Mapping[str, Any]) -> Record:
        """The game as a record."""
        position = self.first
        recorder = Recorder(position, meta)
        for code in self.codes:
            action = action_of(position.game.book, code)
            position, events = position.play(action)
            recorder.add(action, position, events)
        return recorder.record()
