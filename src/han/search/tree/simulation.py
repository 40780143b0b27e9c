"""The records of a simulation: what is searched, with which settings, and its progress."""

from typing import Final

import numpy as np

from han.rules.generator import GENERATOR, Generator
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.state import COLOUR_COUNT, SEATS, STATE, State
from han.rules.types import Cards, Mask, Number, Numbers, Truth
from han.search.policy.workspace import WORKSPACE, Workspace
from han.search.tree.settings import SETTINGS, Settings
from han.search.types import PointsArray

MAX_DEPTH: Final = 64


class Query(KernelRecord):
    """The view that is searched, and the size of the tree."""

    # spaces that are left out at the root, since they are equivalent to others
    twins: Mask = field(np.uint64)
    seed: Mask = field(np.uint64)
    root: Number = field(np.int64)
    # how many nodes of the array are in use
    node_count: Number = field(np.int64)
    # the searching seat; how many cards of each hand it cannot see, and all unseen cards by colour
    viewer: Number = field(np.int64)
    hidden: Numbers = field(np.uint8, SEATS)
    unseen: Cards = field(np.uint8, COLOUR_COUNT)


QUERY: Final = dtype_of(Query)


class Notes(KernelRecord):
    """The progress of one simulation."""

    # each seat's final reward, and the sum of those that the tables expected before
    rewards: PointsArray = field(np.float64, SEATS)
    expected: PointsArray = field(np.float64, SEATS)
    points: PointsArray = field(np.float64, SEATS)
    # the nodes from the root to the current one
    path: Numbers = field(np.int64, MAX_DEPTH)
    depth: Number = field(np.int64)
    node: Number = field(np.int64)
    # the first piece of the current turn, if it was placed in the tree
    first: Number = field(np.int64)
    # how many turns have ended since the simulation left the tree
    turns: Number = field(np.int64)
    # how many actions and cards all simulations of this decision have played
    steps: Number = field(np.int64)
    in_tree: Truth = field(np.bool_)
    unseen: Cards = field(np.uint8, COLOUR_COUNT)


NOTES: Final = dtype_of(Notes)


class Simulation(KernelRecord):
    """Everything that a simulation reads and writes besides the tree, for one thread at a time."""

    work: Workspace = field(WORKSPACE)
    settings: Settings = field(SETTINGS)
    query: Query = field(QUERY)
    notes: Notes = field(NOTES)
    # the state of the view, from which all simulations start, and the state of the current one
    start: State = field(STATE)
    state: State = field(STATE)
    # draws hidden cards and cards from the pile
    card_generator: Generator = field(GENERATOR)
    # makes the random choices of the policies
    choice_generator: Generator = field(GENERATOR)


SIMULATION: Final = dtype_of(Simulation)
