"""The moves of a game in play: where it began, what was done, how far one can go back."""

from array import array
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from han.engine.action import Action, action_of
from han.engine.event import Event, TurnBegun
from han.engine.position import Position
from han.records.fair import cards_before
from han.records.record import Record
from han.records.recorder import Recorder
from han.rules.codes import PILE_GIVES, TURN
from han.rules.state import STATE

EVERY = 4
"""Of every so many turns one start is kept; the others are worked out again when needed."""
NO_PERSON = -1


def is_outcome(code: int) -> bool:
    """Whether chance gave it: a card that somebody learned."""
    return code >> 6 == TURN and code & 63 >= PILE_GIVES


class Step(NamedTuple):
    """An action or a chance outcome, and what it led to."""

    action: Action
    position: Position
    events: tuple[Event, ...]


def take_step(position: Position, action: Action, seat: int | None = None) -> Step:
    """Play an action or a chance outcome; ``position`` stays as it is.

    Args:
        position: Where it is played.
        action: What is played.
        seat: Who asks, if anybody: refused unless that seat is to move.
    """
    return Step(action, *position.play(action, seat=seat))


def replay(position: Position, actions: Sequence[str]) -> list[Step]:
    """The steps of actions and outcomes that have been stored."""
    steps: list[Step] = []
    for text in actions:
        steps.append(take_step(position, Action(text)))
        position = steps[-1].position
    return steps


class Timeline:
    """The actions and outcomes that count, in order, and the position they lead to.

    A server holds thousands of these. So codes are kept, two bytes each, and of positions only
    what makes going back cheap: all of the present turn, and a few starts of earlier ones.
    """

    def __init__(self, first: Position) -> None:
        """Begin with the cards just dealt."""
        self.first = first
        self.position = first
        self.codes = array("H")
        self.turns = array("H", [0])
        """Where each turn began."""
        self._seats = array("b", [first.turn])
        """Whose turn each was."""
        self._people = array("b")
        """Of each code the seat whose person decided it; else `NO_PERSON`."""
        self._states = {0: first.state.tobytes()}
        """Some states, by how many codes led there."""
        self.redraws: tuple[int, ...] = ()
        """For each take-back that put cards back onto the pile, the first card drawn anew."""
        self._dealt = cards_before(first.game)
        self._settled = 0
        """How many actions nobody can undo alone any more, whatever they were."""

    def __copy__(self) -> "Timeline":
        """A timeline that can go on without changing this one."""
        twin = Timeline(self.first)
        twin.position = self.position
        twin.codes = self.codes[:]
        twin.turns = self.turns[:]
        twin._seats = self._seats[:]
        twin._people = self._people[:]
        twin._states = dict(self._states)
        twin.redraws = self.redraws
        twin._settled = self._settled
        return twin

    @property
    def cards(self) -> int:
        """How many cards chance has given, the deal included."""
        return self._dealt + self.cards_after(0)

    def cards_after(self, length: int) -> int:
        """How many cards chance has given after the first ``length`` actions."""
        return sum(map(is_outcome, self.codes[length:]))

    @property
    def length(self) -> int:
        """How many actions and outcomes there are."""
        return len(self.codes)

    @property
    def undo_limit(self) -> int:
        """How far the seat whose turn it is can go back alone: not behind a new card."""
        length, least = self.length, max(self.turns[-1], self._settled)
        while length > least and not is_outcome(self.codes[length - 1]):
            length -= 1
        return length

    def add(self, step: Step, person: int = NO_PERSON) -> None:
        """Go one action or outcome on, which was played at the present position.

        Args:
            step: What was done.
            person: The seat, if its person decided; not for bots, stand-ins and chance.
        """
        self.position = step.position
        self.codes.append(step.action.code_on(self.first.game.book))
        self._people.append(person)
        self._states[self.length] = self.position.state.tobytes()
        if any(isinstance(event, TurnBegun) for event in step.events):
            self._begin_turn()

    def _begin_turn(self) -> None:
        self.turns.append(self.length)
        self._seats.append(self.position.turn)
        wanted = {*self.turns[::EVERY], self.length}
        self._states = {length: self._states[length] for length in wanted & self._states.keys()}

    def settle(self, redraws: tuple[int, ...]) -> None:
        """Let all that was done be known to everybody, and draw the cards to come anew.

        Args:
            redraws: Those of take-backs so far.
        """
        self._settled = self.length
        self.redraws = (*redraws, self.cards)

    def cut(self, length: int, *, redraw: bool = False) -> None:
        """Forget what came after the first ``length`` actions.

        Args:
            length: How many remain.
            redraw: Whether cards that go back onto the pile are drawn anew.
        """
        puts_cards_back = self.cards_after(length) > 0
        self.position = self.at(length)
        self.codes = self.codes[:length]
        self._people = self._people[:length]
        self.turns = array("H", [begin for begin in self.turns if begin <= length])
        self._seats = self._seats[: len(self.turns)]
        self._states = {at: state for at, state in self._states.items() if at <= length}
        self._states[length] = self.position.state.tobytes()
        self._settled = min(self._settled, length)
        if redraw and puts_cards_back:
            self.redraws = (*self.redraws, self.cards)

    def at(self, length: int) -> Position:
        """The position after so many actions."""
        begin = length - self.steps_to_replay(length)
        position = Position(self.first.game, np.frombuffer(self._states[begin], STATE)[0])
        return position.after(self.codes[begin:length])

    def steps_to_replay(self, length: int) -> int:
        """How many actions are played again to see the game after ``length`` of them."""
        return length - max(at for at in self._states if at <= length)

    @property
    def kept_states(self) -> int:
        """How many states are kept to go back to."""
        return len(self._states)

    def round_of(self, step: int) -> int:
        """The round, counted from 1, in which an action was done; actions are counted from 0."""
        return self.first.game.round_of(bisect_right(self.turns, step) - 1)

    def last_turn_of(self, seat: int) -> int | None:
        """Where the last turn of a seat began in which something was done."""
        turns = zip(self.turns, self._seats, strict=True)
        done = [begin for begin, mover in turns if mover == seat and begin < self.length]
        return done[-1] if done else None

    def last_decision_of(self, seats: Collection[int]) -> int:
        """How many actions there were when one of these persons had last decided; 0 if never."""
        own = [number for number, seat in enumerate(self._people, start=1) if seat in seats]
        return own[-1] if own else 0

    def record(self, meta: Mapping[str, Any]) -> Record:
        """The game as a record."""
        position = self.first
        recorder = Recorder(position, meta)
        for code in self.codes:
            action = action_of(position.game.book, code)
            position, events = position.play(action)
            recorder.add(action, position, events)
        return recorder.record()
