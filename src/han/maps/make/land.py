"""Where nine provinces lie: sites that push one another apart, in a land with bays and lakes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum

from han.maps.make.cells import Cell, Corner, Site, cell_of, divide, gap, middle_and_area, sides
from han.maps.make.dice import Dice
from han.maps.model import ALLIANCES, PROVINCES, Point

FRAME: tuple[Point, ...] = ((92, 112), (1384, 112), (1384, 898), (92, 898))
"""The corners of the land's frame; title and legend lie outside."""
SEAS = 16
"""Sites around the frame, whose cells are cut from the land."""
ROUNDS = 3
"""How often the sites move to the middles of their cells."""
SHORTEST_BORDER = 104.0
"""A shorter border has no room for a road and a seal."""
MOST_WATERS = 3
LAKES = 0.6
"""How often a land without any lake gets one."""
MOST_WALLS = 3
"""Neighbours without an alliance, at most."""
LEAST_AREA = 52_000
SHORTEST_SHORE = 28.0


@dataclass(frozen=True)
class Land:
    """The provinces' cells, with the neighbours behind each side, and the lakes' cells."""

    cells: tuple[Cell, ...]
    lakes: tuple[tuple[int, Cell], ...]
    """Each lake's index as a neighbour, and its cell."""

    def is_outside(self, neighbour: int) -> bool:
        """Whether a neighbour is the sea or the wilderness."""
        return not 0 <= neighbour < PROVINCES and neighbour not in dict(self.lakes)


def draw_land(dice: Dice) -> Land | None:
    """One land; None if the borders of this one are too short or too few."""
    sites = _relaxed(_scatter(dice), _seas(dice), dice)
    lengths = borders(divide(sites, FRAME, PROVINCES)).values()
    short = sum(length < SHORTEST_BORDER for length in lengths)
    if short > MOST_WATERS or len(lengths) - short < ALLIANCES:
        return None
    sites, lakes = _open_waters(sites)
    land = _divided(sites, lakes)
    if not _is_good(land):
        return None
    if not lakes and dice.unit() < LAKES:
        sites = _dig(sites, land, dice)
        wet = _divided(sites, [len(sites) - 1])
        land = wet if _is_good(wet) else land
    return land


def _divided(sites: Sequence[Site], lakes: Sequence[int]) -> Land:
    cells = divide(sites, FRAME, PROVINCES)
    return Land(tuple(cells), tuple((lake, cell_of(lake, sites, FRAME)) for lake in lakes))


def borders(cells: Sequence[Cell]) -> dict[tuple[int, int], float]:
    """The pairs of provinces that share a border, and its length."""
    return {
        (index, beyond): gap(start, end)
        for index, cell in enumerate(cells)
        for beyond, start, end in sides(cell)
        if index < beyond < PROVINCES
    }


def _scatter(dice: Dice) -> list[Site]:
    """Nine sites: two or three far inland, the others in a ring around them."""
    (left, top), _, (right, bottom), _ = FRAME
    inland, turn = dice.whole(2, 3), dice.unit()
    sites = []
    for number in range(inland):
        x = left + (right - left) * (0.2 + 0.6 * (number + dice.between(0.3, 0.7)) / inland)
        y = top + (bottom - top) * dice.between(0.38, 0.62)
        sites.append(Site(x, y))
    ring = PROVINCES - inland
    for number in range(ring):
        along = (turn + (number + dice.between(-0.2, 0.2)) / ring) % 1.0
        sites.append(Site(*_around(along, -140 + dice.between(-25, 25))))
    return sites


def _seas(dice: Dice) -> list[Site]:
    """Sites around the frame, some of them nearer: their cells are bays."""
    seas = []
    for number in range(SEAS):
        out = dice.between(60, 150) if number % 3 else dice.between(0, 70)
        seas.append(Site(*_around((number + dice.between(0.2, 0.8)) / SEAS, out)))
    return seas


def _around(along: float, out: float) -> Point:
    """A point on the frame, moved outward: ``along`` is its place from 0 to 1, clockwise."""
    (left, top), _, (right, bottom), _ = FRAME
    left, top, right, bottom = left - out, top - out, right + out, bottom + out
    wide, high = right - left, bottom - top
    way = along * 2 * (wide + high)
    if way < wide:
        return left + way, top
    if way < wide + high:
        return right, top + way - wide
    if way < 2 * wide + high:
        return right - (way - wide - high), bottom
    return left, bottom - (way - 2 * wide - high)


def _relaxed(sites: list[Site], seas: list[Site], dice: Dice) -> list[Site]:
    """The sites moved to the middles of their cells, with weights that bring different areas."""
    shares = [dice.between(0.78, 1.28) for _ in sites]
    for _ in range(ROUNDS):
        found = [middle_and_area(cell) for cell in divide([*sites, *seas], FRAME, PROVINCES)]
        mean = fsum(area for _, area in found) / fsum(shares)
        sites = [
            replace(site, x=x, y=y, weight=site.weight + 0.3 * (share * mean - area))
            if area
            else site
            for site, share, ((x, y), area) in zip(sites, shares, found, strict=True)
        ]
    return [*sites, *seas]


def _open_waters(sites: list[Site]) -> tuple[list[Site], list[int]]:
    """Water instead of each border that is too short: a lake inland, a bay at the coast."""
    lakes: list[int] = []
    for _ in range(MOST_WATERS):
        cells = divide(sites, FRAME, PROVINCES)
        lengths = borders(cells)
        pair = min(lengths, key=lengths.__getitem__, default=None)
        if pair is None or lengths[pair] >= SHORTEST_BORDER:
            break
        sites, is_lake = _flood(sites, cells, pair)
        if is_lake:
            lakes.append(len(sites) - 1)
    return sites, lakes


def _flood(sites: list[Site], cells: list[Cell], pair: tuple[int, int]) -> tuple[list[Site], bool]:
    """A site of water in the middle of a border, large enough to cover it."""
    one, other = pair
    side = next(place for place, corner in enumerate(cells[one]) if corner.beyond == other)
    start, end = cells[one][side].at, cells[one][(side + 1) % len(cells[one])].at
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    radius = max(42.0, gap(start, end) / 2 + 14)
    away = gap(middle, (sites[one].x, sites[one].y))
    weight = radius * radius - (away - radius) * (away - radius) + sites[one].weight
    before, after = cells[one][side - 1], cells[one][(side + 1) % len(cells[one])]
    is_lake = all(0 <= corner.beyond < PROVINCES for corner in (before, after))
    return [*sites, Site(*middle, weight)], is_lake


def _dig(sites: list[Site], land: Land, dice: Dice) -> list[Site]:
    """A site of water where three provinces meet."""
    junctions = [
        (index, corner.at)
        for index, cell in enumerate(land.cells)
        for key, corner in zip(corner_keys(index, cell), cell, strict=True)
        if max(key) < PROVINCES and min(key) >= 0
    ]
    index, at = dice.pick(junctions)
    radius = dice.between(26, 34)
    away = gap(at, (sites[index].x, sites[index].y)) - radius
    return [*sites, Site(*at, radius * radius - away * away + sites[index].weight)]


def _is_good(land: Land) -> bool:
    """Whether all borders are long enough, and all corners are seen alike from all sides."""
    lengths = borders(land.cells)
    areas = [middle_and_area(cell)[1] for cell in land.cells]
    return (
        ALLIANCES <= len(lengths) <= ALLIANCES + MOST_WALLS
        and min(lengths.values()) >= SHORTEST_BORDER
        and min(areas) >= LEAST_AREA
        and all(len(_partners(lengths, index)) >= 2 for index in range(PROVINCES))
        and all(_is_lake(cell) for _, cell in land.lakes)
        and _is_consistent(land)
    )


def _partners(lengths: dict[tuple[int, int], float], index: int) -> list[tuple[int, int]]:
    return [pair for pair in lengths if index in pair]


def _is_lake(cell: Cell) -> bool:
    """Whether a lake lies among provinces only, with shores that can be seen."""
    return len(cell) >= 3 and all(
        0 <= beyond < PROVINCES and gap(start, end) >= SHORTEST_SHORE
        for beyond, start, end in sides(cell)
    )


def _is_consistent(land: Land) -> bool:
    """Whether every corner is a corner of all cells that meet there, and each pair meets once."""
    seen: dict[frozenset[int], int] = {}
    for index, cell in [*enumerate(land.cells), *land.lakes]:
        behind = [corner.beyond for corner in cell]
        if len(set(behind)) < len(behind):
            return False
        for key in corner_keys(index, cell):
            seen[key] = seen.get(key, 0) + 1
    inside = {*range(PROVINCES), *(lake for lake, _ in land.lakes)}
    return all(len(key & inside) == count for key, count in seen.items())


def corner_keys(index: int, cell: Cell) -> list[frozenset[int]]:
    """For each corner of a cell the three that meet there."""
    befores: list[Corner] = [*cell[-1:], *cell[:-1]]
    return [
        frozenset((index, before.beyond, corner.beyond))
        for before, corner in zip(befores, cell, strict=True)
    ]
