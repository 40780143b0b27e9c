"""The board as a graph: nodes with features, and edges of several kinds.

Nodes are the spaces, then the provinces, then the alliances of a map, without padding. Seats are
counted from the observer on; the numbers are those of `han.envs.observation` in another order.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.engine.game import Game
from han.envs.observation import CHANGING, Observation, part
from han.maps.model import ALLIANCES, Map
from han.rules.state import COLOUR_COUNT, PROVINCE_COUNT, SEATS

SPACE_FEATURES: Final = (
    *(f"house of seat {seat}" for seat in range(SEATS)),
    *(f"marker of seat {seat}" for seat in range(SEATS)),
    "border",
    "port",
)
PROVINCE_FEATURES: Final = (
    *(f"emissaries of seat {seat}" for seat in range(SEATS)),
    *(f"colour {colour}" for colour in range(COLOUR_COUNT)),
    "disk",
    "settled",
    "touched",
)
ALLIANCE_FEATURES: Final = ("place in the order of scoring",)

EDGE_KINDS: Final = ("road", "space in province", "alliance of province")
"""Every edge is there in both directions."""
_OF_NODES: Final = {"houses", "markers", "emissaries", "disks", "settled", "touched"}


@dataclass(frozen=True)
class Graph:
    """An observation as a graph."""

    spaces: NDArray[np.uint8]
    """One row of `SPACE_FEATURES` for each space."""
    provinces: NDArray[np.uint8]
    """One row of `PROVINCE_FEATURES` for each province."""
    alliances: NDArray[np.uint8]
    """One row of `ALLIANCE_FEATURES` for each alliance."""
    table: NDArray[np.uint8]
    """All that belongs to no place: the remaining blocks of the observation, in order."""
    edges: NDArray[np.int32]
    """Two rows: the nodes from which and to which each edge leads."""
    edge_kinds: NDArray[np.uint8]
    """The place in `EDGE_KINDS` of each edge."""


def graph_of(game: Game, observation: Observation) -> Graph:
    """An observation of a game, one of `han.envs.observation`, as a graph."""
    count = len(game.map.spaces)
    spaces = [
        part(observation, "houses"),
        part(observation, "markers"),
        part(observation, "map_borders")[None],
        part(observation, "map_ports")[None],
    ]
    provinces = [
        part(observation, "emissaries"),
        part(observation, "map_colours"),
        *(part(observation, name)[:, None] for name in ("disks", "settled", "touched")),
    ]
    table = [part(observation, b.name).ravel() for b in CHANGING if b.name not in _OF_NODES]
    edges, kinds = edges_of(game.map)
    return Graph(
        np.concatenate(spaces).T[:count].copy(),
        np.concatenate(provinces, axis=1),
        np.arange(1, ALLIANCES + 1, dtype=np.uint8)[:, None],
        np.concatenate(table),
        edges,
        kinds,
    )


@cache
def edges_of(game_map: Map) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """The edges of a map and their kinds; the same arrays for all its observations."""
    there = list(_edges(game_map))
    edges = np.array([[a, b] for a, b, _ in there] + [[b, a] for a, b, _ in there], np.int32).T
    kinds = np.array([kind for _, _, kind in there] * 2, np.uint8)
    edges.flags.writeable = kinds.flags.writeable = False
    return edges, kinds


def _edges(game_map: Map) -> Iterator[tuple[int, int, int]]:
    spaces = {space.id: index for index, space in enumerate(game_map.spaces)}
    first = len(spaces)
    provinces = {province.id: first + n for n, province in enumerate(game_map.provinces)}
    for one, other in game_map.roads:
        yield spaces[one], spaces[other], EDGE_KINDS.index("road")
    for space in game_map.spaces:
        for province in space.provinces:
            yield spaces[space.id], provinces[province], EDGE_KINDS.index("space in province")
    for number, ends in enumerate(game_map.alliances):
        for end in ends:
            alliance = first + PROVINCE_COUNT + number
            yield alliance, provinces[end], EDGE_KINDS.index("alliance of province")
