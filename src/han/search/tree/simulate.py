"""Simulations: down the tree, then play by a policy to the end of the game."""

import numpy as np

from han.rules.codes import EMISSARY
from han.rules.compile import kernel
from han.rules.deal import chance_code, is_chance
from han.rules.generator import seed_generator
from han.rules.hidden import deal_hidden
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import random_code
from han.rules.state import COLOUR_COUNT, OVER, PILE_CARD, PLACE, SEATS, State
from han.rules.types import Number, Truth, whole
from han.search.policy.choice import NO_CODE
from han.search.policy.guided import guided_code
from han.search.policy.merge import merge_actions
from han.search.policy.quick import quick_code
from han.search.tables.indices import phase_of
from han.search.tree.nodes import Nodes, add_child, find_child
from han.search.tree.rewards import add_expected_rewards, combine_rewards, fill_final_rewards
from han.search.tree.select import choose_child
from han.search.tree.settings import Settings
from han.search.tree.simulation import MAX_DEPTH, Notes, Simulation
from han.search.types import single
from han.search.value.points import expect_points


@kernel
def simulate(simulation: Simulation, nodes: Nodes, count: Number) -> None:
    """Run ``count`` simulations.

    Simulation number *n* of every action at the root has the same hidden hands and the same order
    of the pile (common random numbers), which reduces the variance of their differences.
    """
    work = simulation.work
    notes = simulation.notes
    settings = simulation.settings
    state = simulation.state
    for _ in range(count):
        simulation.state = simulation.start
        start_at_root(simulation)
        while state.phase != OVER and not is_past_horizon(notes, settings):
            code = next_step(simulation, nodes, state)
            seat = state.seat
            play_code(work.board, state, code, work.scratch, work.tape)
            notes.steps += 1
            if state.seat != seat and state.phase != OVER:
                note_expected(simulation, state)
        if state.phase == OVER:
            fill_final_rewards(state, settings, notes)
        combine_rewards(notes, settings)
        backpropagate(nodes, notes)


@kernel(inline=True)
def next_step(simulation: Simulation, nodes: Nodes, state: State) -> Number:
    """The next code: from chance, the tree or a policy."""
    settings = simulation.settings
    work = simulation.work
    if is_chance(state):
        code = chance_code(state, simulation.card_generator)
        follow_drawn_card(simulation, nodes, state, code)
        return code
    if simulation.notes.in_tree:
        list_legal(work.board, state, work.scratch)
        code = choose_in_tree(simulation, nodes, state)
        if simulation.notes.depth == 1:
            deal_hidden_cards(simulation, state, nodes[simulation.notes.node].visits)
        return code
    if settings.candidates == 0:
        return random_code(work.board, state, work.scratch, simulation.choice_generator)
    if simulation.notes.turns < settings.horizon:
        return guided_code(
            work, state, settings.first_pieces, settings.careful, simulation.choice_generator
        )
    return quick_code(work, state, settings.candidates, simulation.choice_generator)


@kernel(inline=True)
def start_at_root(simulation: Simulation) -> None:
    """Reset the notes to the root of the tree."""
    notes = simulation.notes
    notes.node = simulation.query.root
    notes.path[0] = simulation.query.root
    notes.depth = 0
    notes.in_tree = True
    notes.first = NO_CODE
    notes.turns = 0
    simulation.work.values.seat = -1
    for seat in range(SEATS):
        notes.expected[seat] = 0.0


@kernel(inline=True)
def is_past_horizon(notes: Notes, settings: Settings) -> Truth:
    """Whether the rest of the game has no weight in the rewards."""
    return settings.tables_weight >= 1.0 and 0 < settings.horizon == notes.turns


@kernel(inline=True)
def descend_to(notes: Notes, node: Number, is_leaf: Truth) -> None:
    """Go down to a node; leave the tree there if it is a leaf or the path is full."""
    notes.depth += 1
    notes.node = node
    notes.path[notes.depth] = node
    notes.in_tree = not is_leaf and notes.depth < MAX_DEPTH - 1


@kernel(inline=True)
def follow_drawn_card(simulation: Simulation, nodes: Nodes, state: State, code: Number) -> None:
    """In the tree, go down to the node of a card that the searching seat draws from the pile."""
    notes = simulation.notes
    query = simulation.query
    if not (notes.in_tree and state.phase == PILE_CARD and state.seat == query.viewer):
        return
    child = find_child(nodes, notes.node, code)
    if child != 0:
        descend_to(notes, child, False)
    elif query.node_count < nodes.shape[0]:
        add_child(nodes, notes.node, query.node_count, code, single(0.0))
        descend_to(notes, query.node_count, True)
        query.node_count += 1
    else:
        notes.in_tree = False


@kernel
def choose_in_tree(simulation: Simulation, nodes: Nodes, state: State) -> Number:
    """Choose one of the legal actions in the scratch by the tree, and go down to its node."""
    notes = simulation.notes
    query = simulation.query
    words = simulation.work.scratch.words
    begins = state.phase == PLACE and state.placed == 0
    if state.phase == PLACE:
        merge_actions(simulation.work.board, state, words, notes.first)
    if begins and notes.depth == 0:
        for word in range(EMISSARY):
            words[word] &= ~query.twins
    child = choose_child(simulation, nodes, state, words)
    is_new = child == query.node_count
    if is_new:
        query.node_count += 1
    # below the root of a full tree a node may have no legal child, so a simulation leaves it here
    descend_to(notes, child, is_new or query.node_count == nodes.shape[0])
    code = whole(nodes[child].code)
    if begins:
        notes.first = code
    return code


@kernel(inline=True)
def deal_hidden_cards(simulation: Simulation, state: State, visits: Number) -> None:
    """Deal the hidden cards of an action's simulation number ``visits``."""
    query = simulation.query
    unseen = simulation.notes.unseen
    seed_generator(simulation.card_generator, query.seed, 2 * np.uint64(visits))
    seed_generator(simulation.choice_generator, query.seed, 2 * np.uint64(visits) + np.uint64(1))
    for colour in range(COLOUR_COUNT):
        unseen[colour] = query.unseen[colour]
    deal_hidden(state, query.viewer, query.hidden, unseen, simulation.card_generator)


@kernel(inline=True)
def note_expected(simulation: Simulation, state: State) -> None:
    """After one of the first turns outside the tree, add the rewards that the tables expect."""
    work = simulation.work
    notes = simulation.notes
    settings = simulation.settings
    if not notes.in_tree and notes.turns < settings.horizon:
        phase = phase_of(state)
        expect_points(work.board, state, work.tables, phase, notes.points, work.features)
        add_expected_rewards(state, settings, notes, phase)
        notes.turns += 1


@kernel(inline=True)
def backpropagate(nodes: Nodes, notes: Notes) -> None:
    """Add the rewards to every node of the path."""
    for step in range(notes.depth + 1):
        node = nodes[notes.path[step]]
        node.visits += 1
        for seat in range(SEATS):
            node.rewards[seat] += notes.rewards[seat]
