"""Recording a game while it is played."""

from collections.abc import Iterable, Mapping
from typing import Any

from han.engine.action import Action
from han.engine.event import Event, GameEnded, PileReshuffled, ProvinceScored, TurnBegun
from han.engine.position import Position
from han.notation.atom import PILE, REFILL
from han.records.parse import RESHUFFLED
from han.records.record import Record, Turn


class Recorder:
    """Collects turns from the actions played and the events they caused."""

    def __init__(self, first: Position, meta: Mapping[str, Any] | None = None) -> None:
        """Begin with a position just dealt."""
        self._first = first
        self._last = first
        self._meta = dict(meta or {})
        self._turns: list[Turn] = []
        self._begin_turn(first.turn)

    def _begin_turn(self, seat: int) -> None:
        self._seat = seat
        self._atoms: list[str] = []
        self._scored: dict[str, tuple[int, ...]] = {}

    def add(self, action: Action | str, position: Position, events: Iterable[Event]) -> None:
        """Note that ``action`` led to ``position`` with these ``events``."""
        self._note(str(action))
        self._last = position
        for event in events:
            if isinstance(event, ProvinceScored):
                self._scored[event.province] = event.points
            elif isinstance(event, PileReshuffled):
                self._atoms.append(RESHUFFLED)
            elif isinstance(event, TurnBegun):
                self._end_turn()
                self._begin_turn(event.seat)
            elif isinstance(event, GameEnded):
                self._end_turn()
                break  # the final scoring is part of the result

    def _note(self, atom: str) -> None:
        """Add an atom; omits the choice of the pile, and joins the cards of a refill."""
        if atom == PILE:
            return
        if atom.startswith(REFILL) and self._atoms and self._atoms[-1].startswith(REFILL):
            self._atoms[-1] += atom[1:]
        else:
            self._atoms.append(atom)

    def _end_turn(self) -> None:
        self._turns.append(Turn(self._seat, tuple(self._atoms), dict(self._scored)))
        self._atoms = []

    @property
    def finished_turns(self) -> int:
        """How many turns are complete."""
        return len(self._turns)

    def record(self) -> Record:
        """The game so far; an unfinished turn is included."""
        game = self._first.game
        rest = [Turn(self._seat, tuple(self._atoms), dict(self._scored))] if self._atoms else []
        return Record(
            map=game.map.id,
            map_sha256=game.map.sha256,
            players=game.players,
            start=self._first.start,
            variant=game.variant,
            wild_in_prices=game.wild_in_prices,
            hands=self._first.hands,
            display=self._first.display,
            turns=tuple(self._turns + rest),
            result=self._last.result,
            meta=self._meta,
        )
