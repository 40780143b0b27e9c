"""Views and boards as structs for JSON: what goes to programs and over a wire.

Built by naming what goes in, like a view itself, and from a view alone: a position never
comes near. `docs/reference/bot-protocol.md` explains each key.
"""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import astuple

from han.engine.view import View
from han.maps.model import Variant
from han.notation.position import Phase

if TYPE_CHECKING:
    from han.engine.game import Game

Colour: TypeAlias = Literal["V", "Y", "O", "G", "R"]
"""Violet, yellow, orange, green, red."""
Numbers: TypeAlias = tuple[int, ...]
"""One number for each seat."""


class GameShape(Struct, frozen=True):
    """Which game is played."""

    map: str
    players: int
    variant: Variant | None
    wild_in_prices: bool


class Counts(Struct, frozen=True):
    """Cards, a number for each colour."""

    V: int
    Y: int
    O: int  # noqa: E741
    G: int
    R: int


class BoardProvince(Struct, frozen=True):
    """A province."""

    id: str
    colour: Colour


class BoardSpace(Struct, frozen=True):
    """A space for a house."""

    id: str
    provinces: tuple[str, ...]
    port: bool


class BoardShape(Struct, frozen=True):
    """The board and the deck: all that a program needs to know before the first turn."""

    provinces: list[BoardProvince]
    spaces: list[BoardSpace]
    roads: tuple[tuple[str, str], ...]
    alliances: tuple[tuple[str, str], ...]
    display_size: int
    deck: Counts


class Placed(Struct, frozen=True):
    """The pieces of this turn: how many, and where; the provinces among those that were empty."""

    pieces: int
    provinces: list[str]
    were_empty: list[str]


class PointsBySource(Struct, frozen=True):
    """Points of each seat by where they come from, in the order of a state's rows."""

    houses: Numbers
    alliances: Numbers
    roads: Numbers
    ports: Numbers


class PublicView(Struct, frozen=True):
    """What all viewers of a position know alike."""

    game: GameShape
    turn: int
    start: int
    phase: Phase
    passes: int
    placed: Placed
    hand_sizes: Numbers
    known: tuple[str, ...]
    display: str
    pile_size: int
    discards: Counts
    houses: dict[str, int]
    markers: dict[str, int]
    emissaries: dict[str, Numbers]
    houses_left: Numbers
    emissaries_left: Numbers
    markers_left: Numbers
    disks: tuple[str, ...]
    points: PointsBySource
    scores: Numbers


class ViewShape(PublicView, frozen=True):
    """What one seat, or a spectator, may know: also its own cards, and so how many are hidden."""

    seat: int | None
    hand: str
    unseen: Counts


def game_json(game: "Game") -> GameShape:
    """Which game is played."""
    variant = game.map.variant if game.variant else None
    return GameShape(game.map.id, game.players, variant, game.wild_in_prices)


def board_json(game: "Game") -> BoardShape:
    """The board and the deck."""
    return BoardShape(
        provinces=[BoardProvince(p.id, letter_of(p.colour)) for p in game.map.provinces],
        spaces=[BoardSpace(space.id, space.provinces, space.port) for space in game.map.spaces],
        roads=game.map.roads,
        alliances=game.map.alliances,
        display_size=game.map.display,
        deck=Counts(*game.deck),
    )


def letter_of(colour: str) -> Colour:
    """The letter of a map's colour."""
    return cast("Colour", colour[0].upper())


def view_json(view: View) -> ViewShape:
    """What one seat, or a spectator, may know."""
    return own_json(public_json(view), view)


def own_json(public: PublicView, view: View) -> ViewShape:
    """What a viewer may know, if that much of it is known to all."""
    values: tuple[Any, ...] = (*astuple(public), view.seat, view.hand, Counts(*view.unseen))
    return ViewShape(*values)


def public_json(view: View) -> PublicView:
    """What all viewers of a position know alike."""
    return PublicView(
        game=game_json(view.game),
        turn=view.turn,
        start=view.start,
        phase=view.phase,
        passes=view.passes,
        placed=_placed(view),
        hand_sizes=view.hand_sizes,
        known=view.known_cards,
        display=view.display,
        pile_size=view.pile_size,
        discards=Counts(*view.numbers["discards"]),
        houses=view.houses,
        markers=view.markers,
        emissaries=view.emissaries,
        houses_left=view.houses_left,
        emissaries_left=view.emissaries_left,
        markers_left=view.markers_left,
        disks=view.disks,
        points=_points(view),
        scores=view.scores,
    )


def _placed(view: View) -> Placed:
    touched, settled = view.numbers["touched"], view.numbers["settled"]
    empty = _provinces(view, touched & ~settled)
    return Placed(view.numbers["placed"], _provinces(view, touched), empty)


def _provinces(view: View, mask: int) -> list[str]:
    return [name for index, name in enumerate(view.game.book.provinces) if mask >> index & 1]


def _points(view: View) -> PointsBySource:
    return PointsBySource(*(row[: view.game.players] for row in view.numbers["points"]))
