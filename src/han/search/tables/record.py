"""The learned tables as a record that kernels read, and the file that they come from."""

from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from han.rules.records import KernelRecord, dtype_of, field
from han.search.types import PointsArray

PHASES: Final = 7
SIZES: Final = 6
FREE: Final = 9
RANKS: Final = 6
ENDS: Final = 64
GROUPS: Final = 8
EXITS: Final = 4

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5


class Tables(KernelRecord):
    """Expected final points of one seat, by part of the scoring.

    `han.search.tables.indices` computes the indices.
    """

    houses: PointsArray = field(np.float32, PHASES * SIZES * FREE * RANKS * RANKS)
    alliances: PointsArray = field(np.float32, PHASES * ENDS * ENDS)
    rows: PointsArray = field(np.float32, PHASES * GROUPS * EXITS)
    ports: PointsArray = field(np.float32, PHASES * FREE * RANKS * RANKS)


TABLES: Final = dtype_of(Tables)
PARTS: Final = tuple(TABLES.names or ())
"""The tables' names."""


@cache
def load_tables(players: int) -> Tables:
    """The tables for a number of players, read-only."""
    tables = np.zeros(1, TABLES)
    source = files("han.search.tables").joinpath("tables.npz")
    with source.open("rb") as file, np.load(file) as learned:
        for part in PARTS:
            tables[part][0] = learned[part][players - FEWEST_PLAYERS]
    tables.flags.writeable = False
    record: Tables = tables[0]
    return record
