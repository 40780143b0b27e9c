"""What a map file says, as plain values: no rule, no array, no drawing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

COLOURS = ("violet", "yellow", "orange", "green", "red")
"""Card and province colours, in the order of every array and of the letters VYOGR."""

CARDS = (10, 11, 11, 12, 13)
"""Province cards of each colour before any is removed (C1)."""

MAX_SPACES = 64
PROVINCES = 9
ALLIANCES = 15

Variant: TypeAlias = Literal["fortifications", "market-places"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
"""The variants that a map can have (`han.rules.variants`); the first is number 1."""

Point = tuple[float, float]
Names = Mapping[str, str]
"""One name a language."""


@dataclass(frozen=True)
class Province:
    """A province, or a district of the capital."""

    id: str
    colour: str
    name: Names
    dragon: Point
    label: Point
    outline: tuple[Point, ...]
    """Corner points in order; a border is the same points in both neighbours' outlines."""


@dataclass(frozen=True)
class Space:
    """A house space: in one province, or on the border of two."""

    id: str
    at: Point
    provinces: tuple[str, ...]
    port: bool = False


@dataclass(frozen=True)
class Scenery:
    """Something drawn that no rule knows: a river, the wall, a lake, mountains, a street."""

    kind: str
    points: tuple[Point, ...]
    name: Names | None = None


@dataclass(frozen=True)
class Map:
    """One map file."""

    id: str
    name: Names
    about: str
    canvas: tuple[float, float]
    outlines: str
    """``curved`` or ``straight``: how outlines and scenery run between their points."""
    players: tuple[int, int]
    """The least and the greatest number of players."""
    display: int
    removed: Mapping[int, int]
    """Cards taken out of each colour, by number of players (S2)."""
    variant: Variant
    provinces: tuple[Province, ...]
    spaces: tuple[Space, ...]
    roads: tuple[tuple[str, str], ...]
    alliances: tuple[tuple[str, str], ...]
    """In scoring order, alliance 1 first."""
    scenery: tuple[Scenery, ...]
    sha256: str
    """Of the file's bytes: a record names the exact board it was played on."""
    editions: tuple[str, ...] = ()
    """The SHA-256 of earlier files of this board that play alike, with other names or drawings."""

    def __hash__(self) -> int:
        return hash(self.sha256)
