"""A land and what its provinces are, and the ways to fill them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum

from han.maps.make.alliances import Pair, choose_alliances
from han.maps.make.cells import gap
from han.maps.make.colours import choose_colours
from han.maps.make.dice import Dice
from han.maps.make.furnish import GAP, Filled, Room, fill
from han.maps.make.land import Land, borders
from han.maps.make.names import draw_names
from han.maps.make.outlines import Line, draw_outlines
from han.maps.make.paper import draw_sea_points, fits_on_paper, sea_shape
from han.maps.make.shapes import (
    Ground,
    Shape,
    areas,
    inner_points,
    sea_shores,
    touching,
    trace_grounds,
)
from han.maps.make.sizes import share_borders, share_ports, share_spaces
from han.maps.make.ways import Spot
from han.maps.make.wish import Plan
from han.maps.model import PROVINCES, Names, Point
from han.maps.plane import is_polygon

REFILLS = 2
"""How often a single province is filled anew."""


@dataclass(frozen=True)
class Country:
    """A land with everything that is decided before its provinces are filled."""

    outlines: list[Line]
    lakes: list[Line]
    grounds: list[Ground]
    alliances: list[Pair]
    shared: dict[Pair, Point]
    """The border spaces."""
    own: list[int]
    ports: list[int]
    colours: list[str]
    names: list[Names]
    sea: Shape
    """The points of its drawing."""


def settle(land: Land, plan: Plan, dice: Dice) -> Country | None:
    """Draw a land's outlines, and decide how its provinces are related."""
    outlines, lakes = draw_outlines(land, dice)
    if not (fits_on_paper(outlines) and all(map(is_polygon, [*outlines, *lakes]))):
        return None
    lengths = borders(land.cells)
    grounds = trace_grounds(outlines, lakes)
    sea = draw_sea_points(dice)
    water = sea_shape(sea)
    alliances = choose_alliances(lengths, dice)
    shared = share_borders(alliances or [], lengths, plan.borders, dice)
    own = share_spaces(areas(grounds), shared, plan.spaces) if shared is not None else None
    if alliances is None or shared is None or own is None:
        return None
    halves = Counter(one for pair in shared for one in pair)
    sizes = [own[index] + halves[index] for index in range(PROVINCES)]
    colours = choose_colours(sizes, touching(grounds), dice)
    shores = [
        fsum(gap(*leg) for shore in sea_shores(ground, water) for leg in pairwise(shore))
        for ground in grounds
    ]
    ports = share_ports(shores, own, plan.ports, dice)
    places = _border_places(outlines, shared)
    if colours is None or ports is None or places is None:
        return None
    return Country(
        outlines, lakes, grounds, alliances, places, own, ports, colours, draw_names(dice), sea
    )


def _border_places(outlines: Sequence[Line], shared: Sequence[Pair]) -> dict[Pair, Point] | None:
    """For each shared border the point nearest to its middle."""
    places: dict[Pair, Point] = {}
    for pair in shared:
        inner = inner_points(outlines, pair)
        if not inner:
            return None
        places[pair] = inner[len(inner) // 2]
    ats = list(places.values())
    apart = all(gap(one, other) >= GAP for i, one in enumerate(ats) for other in ats[:i])
    return places if apart else None


def fill_all(country: Country, dice: Dice) -> list[Filled] | None:
    """Every province filled; None if one cannot be."""
    water = sea_shape(country.sea)
    filled = []
    for index, ground in enumerate(country.grounds):
        room = Room(
            ground,
            sea_shores(ground, water),
            country.names[index],
            country.own[index],
            country.ports[index],
            list(country.shared.values()),
        )
        found = next((some for _ in range(REFILLS) if (some := fill(room, dice))), None)
        if found is None:
            return None
        filled.append(found)
    return filled


def spots_of(country: Country, filled: Sequence[Filled]) -> list[Spot]:
    """All spaces: those of each province from north to south, then those on borders."""
    spots = []
    for index, province in enumerate(filled):
        ports = set(province.ports)
        own = sorted([*province.ports, *province.inner], key=lambda at: (at[1] // 70, at[0], at[1]))
        spots += [Spot(at, (index,), at in ports) for at in own]
    return spots + [Spot(at, pair) for pair, at in country.shared.items()]
