"""The search tree: an array of nodes.

A node stands for what the searching seat has seen since the root: actions of all seats, and
cards that came from the pile into its own hand. Cards that others draw and refills of the
display are not told apart: a node averages over them.
"""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from han.rules.compile import kernel
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.state import SEATS
from han.rules.types import Number, whole
from han.search.types import Points, PointsArray


class Node(KernelRecord):
    """Statistics of an action or of a drawn card."""

    # each seat's rewards, summed over the visits
    rewards: PointsArray = field(np.float64, SEATS)
    # the first child and the next sibling; 0 for none, since node 0 is the root
    first: Number = field(np.int32)
    next: Number = field(np.int32)
    visits: Number = field(np.int32)
    # in how many simulations it could have been chosen
    available: Number = field(np.int32)
    # the action's value when it was new
    prior: Points = field(np.float32)
    code: Number = field(np.int16)


NODE: Final = dtype_of(Node)
ROOT: Final = whole(0)


class Nodes(Protocol):
    """The type of an array of nodes."""

    @property
    def shape(self) -> tuple[Number, ...]: ...
    def __getitem__(self, index: Number, /) -> Node: ...


def new_nodes(capacity: int) -> NDArray[np.record]:
    """An array for a tree of at most ``capacity`` nodes."""
    return np.zeros(capacity, NODE)


@kernel
def add_child(nodes: Nodes, parent: Number, child: Number, code: Number, prior: Points) -> None:
    """Add the unused node ``child`` to ``parent`` for the action ``code``."""
    node = nodes[child]
    node.code = code
    node.prior = prior
    node.first = 0
    node.visits = 0
    node.available = 1
    for seat in range(SEATS):
        node.rewards[seat] = 0.0
    node.next = nodes[parent].first
    nodes[parent].first = child


@kernel
def find_child(nodes: Nodes, parent: Number, code: Number) -> Number:
    """The node of an action or a card, 0 if there is none."""
    child = whole(nodes[parent].first)
    while child != 0 and nodes[child].code != code:
        child = whole(nodes[child].next)
    return child
