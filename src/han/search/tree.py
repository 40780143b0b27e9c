"""The search tree: an array of nodes, and how a simulation finds its way through it.

A node stands for what the searching seat has seen since the root: actions of all seats, and
cards that came from the pile into its own hand. Cards that others draw and refills of the
display are not told apart: a node averages over them.
"""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.maps.board import record_dtype
from han.rules.bits import bit, count_bits, lowest, without_lowest
from han.rules.codes import DISCARD, TAKE, TURN, WORDS
from han.rules.compile import kernel
from han.rules.state import PLACE, SEATS
from han.rules.types import Board, Number, State, Truth, Words
from han.search.lore import phase_of
from han.search.pieces import CARD_PRICE, NEVER, worth_of_code
from han.search.types import Judgement, Lore, Nodes, Points, Settings
from han.search.worth import judge_pieces

NODE: Final = record_dtype(
    [
        ("values", np.float64, (SEATS,)),
        ("first", np.int32),
        ("next", np.int32),
        ("visits", np.int32),
        ("available", np.int32),
        ("worth", np.float32),
        ("code", np.int16),
    ]
)
"""``values``: sums of each seat's rewards. ``available``: in how many simulations the action
could have been chosen. ``worth``: what guidance says of it. ``first``, ``next``: the first
child and the next sibling, 0 for none (the root of all is nobody's child).
"""

ROOT: Final = np.int64(0)


def new_nodes(capacity: int) -> NDArray[np.record]:
    """Room for a tree."""
    return np.zeros(capacity, NODE)


@kernel
def add_child(nodes: Nodes, parent: Number, child: Number, code: Number, worth: Points) -> None:
    """Make ``child``, a node not yet used, the action ``code`` of ``parent``."""
    node = nodes[child]
    node.code = code
    node.worth = worth
    node.first = 0
    node.visits = 0
    node.available = 1
    for seat in range(SEATS):
        node.values[seat] = 0.0
    node.next = nodes[parent].first
    nodes[parent].first = child


@kernel
def find_child(nodes: Nodes, parent: Number, code: Number) -> Number:
    """The node of an action or a card, 0 if there is none."""
    child = np.int64(nodes[parent].first)
    while child != 0 and nodes[child].code != code:
        child = np.int64(nodes[child].next)
    return child


@kernel
def choose_child(
    board: Board,
    state: State,
    lore: Lore,
    settings: Settings,
    nodes: Nodes,
    parent: Number,
    used: Number,
    words: Words,
    judged: Judgement,
) -> Number:
    """The child to follow among the legal actions ``words``, which are used up.

    A child that is not there yet is made as node ``used``; the more often the parent was
    visited, the more children it has, the most promising ones first.
    """
    actions = count_all(words)
    best, known = best_known(nodes, parent, np.int64(state.seat), settings, words)
    wide = 1.0 + settings.widen * float(nodes[parent].visits) ** settings.widen_power
    if known == actions or known >= wide or used >= nodes.shape[0]:
        return best
    code, worth = most_promising(board, state, lore, words, judged)
    add_child(nodes, parent, used, code, worth)
    return used


@kernel(inline=True)
def count_all(words: Words) -> Number:
    """How many codes a set holds."""
    count = np.int64(0)
    for word in range(WORDS):
        if words[word]:
            count += count_bits(words[word])
    return count


@kernel(inline=True)
def best_known(
    nodes: Nodes, parent: Number, mover: Number, settings: Settings, words: Words
) -> tuple[Number, Number]:
    """The child with the highest upper bound, and how many are legal; takes them from words."""
    known = np.int64(0)
    best = np.int64(0)
    best_bound = -1.0e9
    child = np.int64(nodes[parent].first)
    while child != 0:
        node = nodes[child]
        code = np.int64(node.code)
        if words[code >> 6] & bit(code & 63):
            words[code >> 6] &= ~bit(code & 63)
            known += 1
            node.available += 1
            bound = upper_bound(node, mover, settings)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = np.int64(node.next)
    return best, known


@kernel(inline=True)
def upper_bound(node: State, mover: Number, settings: Settings) -> Points:
    """What the action has brought its player, what is not known yet, and what guidance says.

    Guidance counts like ``doubt`` visits.
    """
    visits = float(node.visits)
    unknown = settings.explore * math.sqrt(math.log(float(node.available)) / visits)
    advice = settings.advice * node.worth * settings.doubt / (visits + settings.doubt)
    return node.values[mover] / visits + unknown + advice


@kernel(inline=True)
def most_promising(
    board: Board, state: State, lore: Lore, words: Words, judged: Judgement
) -> tuple[Number, Points]:
    """The action of ``words`` that guidance likes best, and what it is worth."""
    best = np.int64(-1)
    best_worth = NEVER
    if state.phase == PLACE:
        judge_pieces(board, state, lore, phase_of(state), words, judged)
    for word in range(WORDS):
        rest = words[word]
        while rest != 0:
            index = lowest(rest)
            rest = without_lowest(rest)
            if word == TURN:
                worth = -CARD_PRICE if is_discard(state, index) else np.float32(0.0)
            else:
                worth = worth_of_code(board, state, judged, word, index)
            if worth > best_worth:
                best_worth = worth
                best = np.int64(64 * word + index)
    return best, best_worth


@kernel(inline=True)
def is_discard(state: State, index: Number) -> Truth:
    """Whether a choice that is no piece discards a card."""
    return state.phase == PLACE and DISCARD <= index < TAKE
