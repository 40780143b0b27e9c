"""What a simulation needs: what is searched, how, and room for notes."""

from typing import Final

import numpy as np

from han.rules.generator import GENERATOR, Generator
from han.rules.records import Record, dtype_of, field
from han.rules.state import COLOUR_COUNT, SEATS, STATE, State
from han.rules.types import Cards, Mask, Number, Numbers, Truth
from han.search.policy.workspace import WORKSPACE, Workspace
from han.search.tree.settings import SETTINGS, Settings
from han.search.types import Table

DEEPEST: Final = 64


class Query(Record):
    """What is searched, and how far the tree has grown."""

    # spaces that are left out at the root, being as good as others
    twins: Mask = field(np.uint64)
    seed: Mask = field(np.uint64)
    root: Number = field(np.int64)
    # how many nodes exist
    used: Number = field(np.int64)
    # the searching seat, and what it cannot see: cards of each hand among the unseen ones
    viewer: Number = field(np.int64)
    hidden: Numbers = field(np.uint8, SEATS)
    unseen: Cards = field(np.uint8, COLOUR_COUNT)


QUERY: Final = dtype_of(Query)


class Notes(Record):
    """Where one simulation is, and what it has brought so far."""

    # each seat's reward at the end, and the sum of those that the tables expected before
    rewards: Table = field(np.float64, SEATS)
    expected: Table = field(np.float64, SEATS)
    points: Table = field(np.float64, SEATS)
    # the nodes from the root to where it is
    path: Numbers = field(np.int64, DEEPEST)
    depth: Number = field(np.int64)
    node: Number = field(np.int64)
    # the first piece of a turn in the tree
    first: Number = field(np.int64)
    # how many turns ended since it left the tree
    turns: Number = field(np.int64)
    # what all simulations of this decision played
    steps: Number = field(np.int64)
    in_tree: Truth = field(np.bool_)
    cards: Cards = field(np.uint8, COLOUR_COUNT)


NOTES: Final = dtype_of(Notes)


class Simulation(Record):
    """For one thread at a time. Kernels take it whole, and beside it the tree."""

    work: Workspace = field(WORKSPACE)
    settings: Settings = field(SETTINGS)
    query: Query = field(QUERY)
    notes: Notes = field(NOTES)
    # a view's state, from which all begin, and the game that is simulated
    start: State = field(STATE)
    state: State = field(STATE)
    # draws the cards
    cards: Generator = field(GENERATOR)
    # breaks ties and thins out
    whims: Generator = field(GENERATOR)


SIMULATION: Final = dtype_of(Simulation)
