"""Selecting the child of a node that a simulation follows."""

import math

from han.rules.bits import bit
from han.rules.compile import kernel
from han.rules.legal import cards_in_price
from han.rules.playout import count_codes
from han.rules.state import PLACE, State
from han.rules.types import Number, Words, whole
from han.search.elementary import logarithm, power
from han.search.policy.choice import (
    END_OF_CODES,
    END_OF_PIECES,
    NO_CODE,
    Choice,
    next_code,
    no_choice,
    prefer,
)
from han.search.policy.workspace import Workspace
from han.search.tree.nodes import Node, Nodes, add_child
from han.search.tree.settings import Settings
from han.search.tree.simulation import Simulation
from han.search.types import Points, single
from han.search.value.pieces import CARD_VALUE, value_of, value_pieces


@kernel
def choose_child(simulation: Simulation, nodes: Nodes, state: State, words: Words) -> Number:
    """The child to follow among the legal actions ``words``, which are overwritten.

    Progressive widening: the more often the parent was visited, the more children it may have.
    New ones are added in the order of their values.
    """
    settings = simulation.settings
    node_count = simulation.query.node_count
    parent = simulation.notes.node
    actions = count_codes(words)
    choice, known = best_child(nodes, parent, state.seat, settings, words)
    wide = 1.0 + settings.widening * power(float(nodes[parent].visits), settings.widening_power)
    if known == actions or known >= wide or node_count >= nodes.shape[0]:
        return choice.code
    new = best_untried(simulation.work, state, words)
    add_child(nodes, parent, node_count, new.code, new.value)
    return node_count


@kernel(inline=True)
def best_child(
    nodes: Nodes, parent: Number, mover: Number, settings: Settings, words: Words
) -> tuple[Choice, Number]:
    """The legal child with the highest upper bound, and how many are legal.

    Removes the children's actions from ``words``.
    """
    known = whole(0)
    choice = Choice(whole(0), -1.0e9, whole(0))
    child = whole(nodes[parent].first)
    while child != 0:
        node = nodes[child]
        code = whole(node.code)
        if words[code >> 6] & bit(code & 63):
            words[code >> 6] &= ~bit(code & 63)
            known += 1
            node.available += 1
            choice = prefer(choice, child, upper_bound(node, mover, settings))
        child = whole(node.next)
    return choice, known


@kernel(inline=True)
def upper_bound(node: Node, mover: Number, settings: Settings) -> Points:
    """The upper confidence bound of an action: mean reward, exploration term and prior."""
    visits = float(node.visits)
    unknown = settings.exploration * math.sqrt(logarithm(float(node.available)) / visits)
    prior = settings.prior_weight * node.prior * settings.prior_visits
    return node.rewards[mover] / visits + unknown + prior / (visits + settings.prior_visits)


@kernel(inline=True)
def best_untried(work: Workspace, state: State, words: Words) -> Choice:
    """The action of ``words`` with the highest value; of those that are tied, the first."""
    if state.phase == PLACE:
        value_pieces(work.board, state, work.tables, words, work.values, work.features)
    choice = no_choice()
    code = NO_CODE
    while True:
        code = next_code(words, code)
        if code >= END_OF_CODES:
            return choice
        if code < END_OF_PIECES:
            value = value_of(work.board, state, work.values, code)
        else:
            value = -CARD_VALUE * single(cards_in_price(work.board, code))
        choice = prefer(choice, code, value)
