"""What the rules need to know of a map, as numbers: of this kernels make a board and a set-up.

Spaces and provinces are named by their places in the map file.
"""

from typing import Final

import numpy as np

from han.maps.model import ALLIANCES, COLOURS, MAX_SPACES, PROVINCES, VARIANTS, Map
from han.rules.records import KernelRecord, dtype_of, field, new_record
from han.rules.state import SEATS
from han.rules.types import Grid, Number, Numbers

MAX_ROADS: Final = MAX_SPACES * (MAX_SPACES - 1) // 2


class Plan(KernelRecord):
    """The structure of a map."""

    roads: Grid = field(np.uint8, MAX_ROADS, 2)
    road_count: Number = field(np.uint16)
    # the two provinces of a border space; that of any other, twice
    space_provinces: Grid = field(np.uint8, MAX_SPACES, 2)
    # 1 for a port
    ports: Numbers = field(np.uint8, MAX_SPACES)
    space_count: Number = field(np.uint8)
    province_colour: Numbers = field(np.uint8, PROVINCES)
    alliances: Grid = field(np.uint8, ALLIANCES, 2)
    # cards taken out of each colour, by number of players
    removed: Numbers = field(np.uint8, SEATS + 1)
    display_size: Number = field(np.uint8)
    # the map's variant, counted from 1
    variant: Number = field(np.uint8)


PLAN: Final = dtype_of(Plan)


def plan_of(game_map: Map) -> Plan:
    """The plan of a map."""
    plan = new_record(Plan)
    provinces = {province.id: place for place, province in enumerate(game_map.provinces)}
    spaces = {space.id: place for place, space in enumerate(game_map.spaces)}
    plan.display_size = game_map.display
    plan.variant = 1 + VARIANTS.index(game_map.variant)
    plan.space_count = len(spaces)
    plan.road_count = len(game_map.roads)
    for place, province in enumerate(game_map.provinces):
        plan.province_colour[place] = COLOURS.index(province.colour)
    for place, space in enumerate(game_map.spaces):
        plan.ports[place] = space.port
        plan["space_provinces"][place] = [provinces[one] for one in space.provinces]
    for place, (start, end) in enumerate(game_map.roads):
        plan["roads"][place] = spaces[start], spaces[end]
    for place, (one, other) in enumerate(game_map.alliances):
        plan["alliances"][place] = provinces[one], provinces[other]
    for players, cards in game_map.removed.items():
        plan.removed[players] = cards
    return plan
