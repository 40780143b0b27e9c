"""What happened, as values to tell, to animate and to count.

Places are ids, seats are numbers, points are one number for each seat. An event shows
what everybody may know once `seen_by` has been applied.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from han.engine.action import Action, action_of
from han.notation.cards import LETTERS
from han.notation.position import REASONS
from han.rules import tape as kinds
from han.rules.tape import KIND, POINTS, SEAT, WHAT, Tape

if TYPE_CHECKING:
    from han.engine.game import Game


@dataclass(frozen=True)
class Event:
    """Something that happened."""

    def seen_by(self, seat: int | None) -> "Event":
        """The event as ``seat``, or an onlooker, may know it."""
        return self


@dataclass(frozen=True)
class PiecePlaced(Event):
    """A seat placed a piece and paid for it."""

    seat: int
    action: Action


@dataclass(frozen=True)
class ProvinceScored(Event):
    """A province's houses were scored, and it got its disk (H)."""

    province: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class PlacingStopped(Event):
    """A seat is done placing."""

    seat: int


@dataclass(frozen=True)
class CardDiscarded(Event):
    """A seat discarded a card instead of placing (T13)."""

    seat: int
    card: str


@dataclass(frozen=True)
class CardTaken(Event):
    """A seat took a card from the display, for all to see (D1)."""

    seat: int
    card: str


@dataclass(frozen=True)
class CardDrawn(Event):
    """A seat drew a card from the pile; others see ``?``."""

    seat: int
    card: str

    def seen_by(self, seat: int | None) -> Event:
        """Hide the card from everybody else."""
        return self if seat == self.seat else replace(self, card="?")


@dataclass(frozen=True)
class DisplayRefilled(Event):
    """A card was turned up for the display (D2)."""

    card: str


@dataclass(frozen=True)
class PileReshuffled(Event):
    """The discards became the new pile (D3)."""

    cards: int


@dataclass(frozen=True)
class LastRoundBegun(Event):
    """A seat used the pile up for the second time (D4)."""

    seat: int


@dataclass(frozen=True)
class TurnBegun(Event):
    """The next seat's turn began."""

    seat: int


@dataclass(frozen=True)
class GameEnded(Event):
    """The game ended; the final scoring follows."""

    reason: str


@dataclass(frozen=True)
class EmissariesJoined(Event):
    """Emissaries on market places joined their dragon space (V6)."""

    province: str
    emissaries: tuple[int, ...]


@dataclass(frozen=True)
class AllianceScored(Event):
    """The Emperor came to an alliance (F2); the points may be nought."""

    number: int
    provinces: tuple[str, str]
    points: tuple[int, ...]


@dataclass(frozen=True)
class RowScored(Event):
    """A row of houses along a road was scored (F3)."""

    seat: int
    spaces: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class PortsScored(Event):
    """The ports were scored (F4)."""

    points: tuple[int, ...]


def read_tape(game: "Game", tape: Tape) -> tuple[Event, ...]:
    """The events on a tape."""
    rows = tape["rows"][: tape.length].tolist()
    return tuple(_READERS[row[KIND]](game, row) for row in rows)


def _numbers(game: "Game", row: list[int]) -> tuple[int, ...]:
    return tuple(row[POINTS : POINTS + game.players])


def _province(game: "Game", row: list[int]) -> str:
    return game.book.provinces[row[WHAT]]


def _alliance(game: "Game", row: list[int]) -> Event:
    index = row[WHAT]
    return AllianceScored(index + 1, game.map.alliances[index], _numbers(game, row))


def _row(game: "Game", row: list[int]) -> Event:
    mask = row[WHAT] % (1 << 64)
    spaces = tuple(space for index, space in enumerate(game.book.spaces) if mask >> index & 1)
    return RowScored(row[SEAT], spaces, sum(_numbers(game, row)))


_READERS: dict[Any, Callable[[Any, list[int]], Event]] = {
    kinds.PIECE_PLACED: lambda g, r: PiecePlaced(r[SEAT], action_of(g.book, r[WHAT])),
    kinds.PROVINCE_SCORED: lambda g, r: ProvinceScored(_province(g, r), _numbers(g, r)),
    kinds.PLACING_STOPPED: lambda g, r: PlacingStopped(r[SEAT]),
    kinds.CARD_DISCARDED: lambda g, r: CardDiscarded(r[SEAT], LETTERS[r[WHAT]]),
    kinds.CARD_TAKEN: lambda g, r: CardTaken(r[SEAT], LETTERS[r[WHAT]]),
    kinds.CARD_DRAWN: lambda g, r: CardDrawn(r[SEAT], LETTERS[r[WHAT]]),
    kinds.DISPLAY_REFILLED: lambda g, r: DisplayRefilled(LETTERS[r[WHAT]]),
    kinds.PILE_RESHUFFLED: lambda g, r: PileReshuffled(r[WHAT]),
    kinds.LAST_ROUND_BEGUN: lambda g, r: LastRoundBegun(r[SEAT]),
    kinds.TURN_BEGUN: lambda g, r: TurnBegun(r[SEAT]),
    kinds.GAME_ENDED: lambda g, r: GameEnded(REASONS[r[WHAT]]),
    kinds.EMISSARIES_JOINED: lambda g, r: EmissariesJoined(_province(g, r), _numbers(g, r)),
    kinds.ALLIANCE_SCORED: _alliance,
    kinds.ROW_SCORED: _row,
    kinds.PORTS_SCORED: lambda g, r: PortsScored(_numbers(g, r)),
}
