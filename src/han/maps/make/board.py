"""Make a whole board: try until everything fits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from han.maps.borders import Borders, trace_borders
from han.maps.layout import SEAL_RADIUS, clearance, place_seals
from han.maps.load import MapError, parse_map
from han.maps.make.alliances import Pair, choose_alliances
from han.maps.make.cells import gap
from han.maps.make.colours import choose_colours
from han.maps.make.dice import Dice
from han.maps.make.furnish import GAP, Filled, Room, fill
from han.maps.make.land import Land, borders, draw_land
from han.maps.make.names import draw_names, draw_title, id_of
from han.maps.make.outlines import Line, draw_outlines
from han.maps.make.paper import CANVAS, draw_sea_points, fits_on_paper, sea_shape
from han.maps.make.roads import Network, build_roads
from han.maps.make.scenery import draw_scenery
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
from han.maps.make.ways import Spot, possible_roads
from han.maps.make.wish import Plan, Wish, check_wish, draw_plan
from han.maps.make.write import write_map
from han.maps.model import PROVINCES, Map, Names, Point, Province, Scenery, Space
from han.maps.plane import is_polygon
from han.messages import HanError

ATTEMPTS = 400
LANDS = 150
"""Lands that are drawn in an attempt, until one is good."""
FILLINGS = 3
"""How often a land is filled anew before it is given up."""
REFILLS = 2
"""How often a single province is."""
NETWORKS = 4
"""How often roads are built anew in a filled land."""
SEAL_GAP = 2.0
"""Around the seal of an alliance."""


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


def make_map(wish: Wish) -> str:
    """The text of the map file of a valid board: the same for equal wishes, everywhere.

    Raises:
        HanError: The wish is impossible, or no board like it was found.
    """
    check_wish(wish)
    for attempt in range(ATTEMPTS):
        dice = Dice("han map make 1", wish.words, attempt)
        board = _attempt(wish, dice)
        if board:
            text = write_map(board, f"Made by: han map make {wish.words}")
            if _is_faultless(text):
                return text
    raise HanError("maps.make_failed", options=wish.words, attempts=ATTEMPTS)


def _attempt(wish: Wish, dice: Dice) -> Map | None:
    """One try: one land, its provinces filled in a few ways."""
    plan = draw_plan(wish, dice)
    land = next((land for _ in range(LANDS) if (land := draw_land(dice))), None)
    country = _settle(land, plan, dice) if land else None
    for _ in range(FILLINGS if country else 0):
        filled = _fill_all(country, dice)
        net = _connect(plan, country, filled, dice) if filled else None
        board = _finish(wish, plan, country, filled, net, dice) if net else None
        if board:
            return board
    return None


def _connect(
    plan: Plan, country: Country, filled: Sequence[Filled], dice: Dice
) -> Network | None:
    """The roads of a filled land; None if some tries find none."""
    spots = _spots(country, filled)
    centres = [province.centre for province in filled]
    possible = possible_roads(spots, centres, country.grounds, country.alliances)
    tries = (
        build_roads(spots, possible, country.alliances, plan.roads, dice) for _ in range(NETWORKS)
    )
    return next((net for net in tries if net), None)


def _settle(land: Land, plan: Plan, dice: Dice) -> Country | None:
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
        sum(gap(*leg) for shore in sea_shores(ground, water) for leg in zip(shore, shore[1:]))
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


def _fill_all(country: Country, dice: Dice) -> list[Filled] | None:
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


def _spots(country: Country, filled: Sequence[Filled]) -> list[Spot]:
    """All spaces: those of each province from north to south, then those on borders."""
    spots = []
    for index, province in enumerate(filled):
        ports = set(province.ports)
        own = sorted([*province.ports, *province.inner], key=lambda at: (at[1] // 70, at[0], at[1]))
        spots += [Spot(at, (index,), at in ports) for at in own]
    return spots + [Spot(at, pair) for pair, at in country.shared.items()]


def _finish(
    wish: Wish, plan: Plan, country: Country, filled: Sequence[Filled], net: Network, dice: Dice
) -> Map | None:
    """The board as a map, with its scenery; None if the alliances' seals have no room."""
    board = _as_map(wish, plan, country, filled, net, dice)
    traced = trace_borders(board)
    seals = place_seals(board, traced)
    if not _seals_fit(board, traced, seals):
        return None
    shapes = [ground.shape for ground in country.grounds]
    waters = (
        Scenery("sea", tuple(country.sea)),
        *(Scenery("lake", tuple(lake)) for lake in country.lakes),
    )
    things = draw_scenery(board, shapes, sea_shape(country.sea), seals, dice)
    return replace(board, scenery=(*waters, *things))


def _as_map(
    wish: Wish, plan: Plan, country: Country, filled: Sequence[Filled], net: Network, dice: Dice
) -> Map:
    ids = [id_of(name) for name in country.names]
    provinces = tuple(
        Province(
            ids[index], country.colours[index], country.names[index], some.centre.dragon,
            some.centre.label, tuple(country.outlines[index]),
        )
        for index, some in enumerate(filled)
    )  # fmt: skip
    numbers: Counter[tuple[int, ...]] = Counter()
    spaces = []
    for spot in net.spots:
        numbers[spot.provinces] += 1
        names = [ids[index] for index in spot.provinces]
        own = "-".join(names) if len(names) == 2 else f"{names[0]}-{numbers[spot.provinces]}"
        spaces.append(Space(own, spot.at, tuple(names), spot.is_port))
    centre = country.names[country.colours.index("violet")]
    return Map(
        id="made-" + wish.words.replace("--", "").replace("seed ", "").replace(" ", "-"),
        name=draw_title(centre, dice),
        about=f"Made by han map make {wish.words}; nobody drew it.",
        canvas=CANVAS,
        outlines="curved",
        players=plan.players,
        display=plan.display,
        removed=plan.removed,
        variant=wish.variant,
        provinces=provinces,
        spaces=tuple(spaces),
        roads=tuple((spaces[one].id, spaces[other].id) for one, other in net.roads),
        alliances=tuple((ids[one], ids[other]) for one, other in country.alliances),
        scenery=(),
        sha256="",
    )


def _seals_fit(board: Map, traced: Borders, seals: Sequence[Point]) -> bool:
    """Whether the seal of each alliance covers nothing."""
    return all(
        clearance(seal, board, [other for other in seals if other != seal])
        >= SEAL_RADIUS + SEAL_GAP
        for seal in seals
    )


def _is_faultless(text: str) -> bool:
    try:
        parse_map(text, "made.toml")
    except MapError:
        return False
    return True
