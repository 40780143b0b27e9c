"""What happened, as values to tell, to animate and to count.

Places are ids, seats are numbers, points are one number for each seat. An event shows
what everybody may know once `seen_by` has been applied.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from han.engine.action import Action, action_of
from han.engine.sentence import Sentence
from han.notation.cards import LETTERS
from han.notation.position import REASONS, Reason
from han.rules import tape as kinds
from han.rules.tape import KIND, POINTS, SEAT, WHAT, Tape

if TYPE_CHECKING:
    from han.engine.game import Game


def _tag(name: str) -> str:
    """What an event is called in JSON: ``piece_placed``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class _Event(
    Struct, frozen=True, kw_only=True, repr_omit_defaults=True, tag_field="type", tag=_tag
):
    """Something that happened."""

    told: tuple[Sentence, ...] = ()
    """What tells it, as far as it has been told (`han.engine.narrator`)."""

    def seen_by(self, seat: int | None) -> Self:
        """The event as ``seat``, or a spectator, may know it."""
        return self


class PiecePlaced(_Event, frozen=True):
    """A seat placed a piece and paid for it."""

    seat: int
    action: Action


class ProvinceScored(_Event, frozen=True):
    """A province's houses were scored, and it got its disk (H)."""

    province: str
    points: tuple[int, ...]


class PlacingStopped(_Event, frozen=True):
    """A seat is done placing."""

    seat: int


class CardDiscarded(_Event, frozen=True):
    """A seat discarded a card instead of placing (T13)."""

    seat: int
    card: str


class CardTaken(_Event, frozen=True):
    """A seat took a card from the display, for all to see (D1)."""

    seat: int
    card: str


class CardDrawn(_Event, frozen=True):
    """A seat drew a card from the pile; others see ``?``."""

    seat: int
    card: str

    def seen_by(self, seat: int | None) -> Self:
        """Hide the card from everybody else."""
        return self if seat == self.seat else replace(self, card="?")


class DisplayRefilled(_Event, frozen=True):
    """A card was turned up for the display (D2)."""

    card: str


class PileReshuffled(_Event, frozen=True):
    """The discards became the new pile (D3)."""

    cards: int


class LastRoundBegun(_Event, frozen=True):
    """A seat used the pile up for the second time (D4)."""

    seat: int


class TurnBegun(_Event, frozen=True):
    """The next seat's turn began."""

    seat: int


class GameEnded(_Event, frozen=True):
    """The game ended; the final scoring follows."""

    reason: Reason


class EmissariesJoined(_Event, frozen=True):
    """Emissaries on market places joined their dragon space (V6)."""

    province: str
    emissaries: tuple[int, ...]


class AllianceScored(_Event, frozen=True):
    """The Emperor came to an alliance (F2); the points may be nought."""

    number: int
    provinces: tuple[str, str]
    points: tuple[int, ...]


class RowScored(_Event, frozen=True):
    """A row of houses along a road was scored (F3)."""

    seat: int
    spaces: tuple[str, ...]
    points: int


class PortsScored(_Event, frozen=True):
    """The ports were scored (F4)."""

    points: tuple[int, ...]


Event: TypeAlias = (
    PiecePlaced
    | ProvinceScored
    | PlacingStopped
    | CardDiscarded
    | CardTaken
    | CardDrawn
    | DisplayRefilled
    | PileReshuffled
    | LastRoundBegun
    | TurnBegun
    | GameEnded
    | EmissariesJoined
    | AllianceScored
    | RowScored
    | PortsScored
)


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
