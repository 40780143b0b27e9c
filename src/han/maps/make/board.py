"""Make a whole board: try until everything fits."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from han.maps.borders import Borders, trace_borders
from han.maps.layout import SEAL_RADIUS, clearance, place_seals
from han.maps.load import MapError, parse_map
from han.maps.make.country import Country, fill_all, settle, spots_of
from han.maps.make.dice import Dice
from han.maps.make.furnish import Filled
from han.maps.make.land import draw_land
from han.maps.make.names import draw_title, id_of
from han.maps.make.paper import CANVAS, sea_shape
from han.maps.make.river import draw_river_course
from han.maps.make.roads import Network, build_roads
from han.maps.make.scenery import draw_scenery
from han.maps.make.shapes import rounded
from han.maps.make.ways import possible_roads
from han.maps.make.wish import Plan, Wish, check_wish, draw_plan
from han.maps.make.write import write_map
from han.maps.model import Map, Point, Province, Scenery, Space
from han.messages import HanError

ATTEMPTS = 400
LANDS = 150
"""Lands that are drawn in an attempt, until one is good."""
FILLINGS = 3
"""How often a land is filled anew before it is given up."""
NETWORKS = 4
"""How often roads are built anew in a filled land."""
SEAL_GAP = 2.0
"""Around the seal of an alliance."""


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
    country = settle(land, plan, dice) if land else None
    if country is None:
        return None
    for _ in range(FILLINGS):
        filled = fill_all(country, dice)
        net = _connect(plan, country, filled, dice) if filled else None
        if filled and net and (board := _finish(wish, plan, country, filled, net, dice)):
            return board
    return None


def _connect(plan: Plan, country: Country, filled: Sequence[Filled], dice: Dice) -> Network | None:
    """The roads of a filled land; None if some tries find none."""
    spots = spots_of(country, filled)
    centres = [province.centre for province in filled]
    possible = possible_roads(spots, centres, country.grounds, country.alliances)
    tries = (
        build_roads(spots, possible, country.alliances, plan.roads, dice) for _ in range(NETWORKS)
    )
    return next((net for net in tries if net), None)


def _finish(
    wish: Wish, plan: Plan, country: Country, filled: Sequence[Filled], net: Network, dice: Dice
) -> Map | None:
    """The board as a map, with its scenery; None if the alliances' seals have no room."""
    board = _as_map(wish, plan, country, filled, net, dice)
    traced = trace_borders(board)
    seals = rounded(place_seals(board, traced))
    if not _seals_fit(board, traced, seals):
        return None
    shapes = [ground.shape for ground in country.grounds]
    water = sea_shape(country.sea)
    rivers = draw_river_course(board, country.grounds, water, seals, dice)
    waters = (
        Scenery("sea", tuple(country.sea)),
        *rivers,
        *(Scenery("lake", tuple(lake)) for lake in country.lakes),
    )
    things = draw_scenery(replace(board, scenery=waters), shapes, water, seals, dice)
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
        id=wish.id,
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
