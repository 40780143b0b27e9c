"""Simulations: down the tree, then guided play to the end of the game."""

from typing import Final

import numpy as np

from han.maps.board import record_dtype
from han.rules.codes import EMISSARY
from han.rules.compile import kernel
from han.rules.deal import chance_code, is_chance
from han.rules.generator import seed_generator
from han.rules.hidden import deal_hidden
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import random_code
from han.rules.state import COLOUR_COUNT, OVER, PILE_CARD, PLACE, SEATS, copy_state
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape, Truth
from han.search.guide import EVERY_PIECE, guided_code
from han.search.lore import phase_of
from han.search.merge import merge_actions
from han.search.outlook import expect_points
from han.search.reward import add_outlook, reward_end
from han.search.tree import add_child, choose_child, find_child
from han.search.types import Desk, Judgement, Judgements, Lore, Nodes, Quest, Settings

DEEPEST: Final = 64

QUEST: Final = record_dtype(
    [
        ("twins", np.uint64),
        ("seed", np.uint64),
        ("root", np.int64),
        ("used", np.int64),
        ("viewer", np.int64),
        ("hidden", np.uint8, (SEATS,)),
        ("unseen", np.uint8, (COLOUR_COUNT,)),
    ]
)
"""What is searched: for whom (``viewer``), from which node on (``root``), and what it cannot
see: ``hidden`` cards of each hand among the ``unseen`` ones. ``used`` nodes exist; spaces that
are ``twins`` of others are left out at the root.
"""

DESK: Final = record_dtype(
    [
        ("rewards", np.float64, (SEATS,)),
        ("outlooks", np.float64, (SEATS,)),
        ("points", np.float64, (SEATS,)),
        ("path", np.int64, (DEEPEST,)),
        ("node", np.int64),
        ("depth", np.int64),
        ("first", np.int64),
        ("turns", np.int64),
        ("steps", np.int64),
        ("in_tree", np.bool_),
        ("cards", np.uint8, (COLOUR_COUNT,)),
    ]
)
"""Where one simulation keeps its notes: the ``node`` where it is, the ``path`` that led there
(``depth`` steps), whether it is still ``in_tree``, the ``first`` piece of the turn there; then
how many ``turns`` ended since, and ``outlooks`` summed up. ``steps`` counts what all of them
played.
"""


@kernel
def simulate(
    board: Board,
    table: State,
    quest: Quest,
    lore: Lore,
    settings: Settings,
    nodes: Nodes,
    count: Number,
    desk: Desk,
    room: States,
    scratch: Scratch,
    judged: Judgements,
    cards: Generator,
    whims: Generator,
    tape: Tape,
) -> None:
    """Run ``count`` simulations from ``table``, a view's state with the pile's size.

    Each action at the root meets the same hidden hands and the same pile in the same order
    as the others do, so that luck cancels between them. ``cards`` draws those, ``whims``
    breaks ties and thins out. ``room`` has space for two states, ``judged`` for two
    judgements; ``tape`` must be one that takes nothing.
    """
    state = room[0]
    for _ in range(count):
        copy_state(room, 0, table)
        start_at_root(quest, desk, judged[0])
        while state.phase != OVER and not is_beyond(desk, settings):
            if is_chance(state):
                code = chance_code(state, cards)
                note_card(state, code, quest, nodes, desk)
            elif desk.in_tree:
                list_legal(board, state, scratch)
                code = code_in_tree(
                    board, state, quest, lore, settings, nodes, desk, scratch, judged[0]
                )
                if desk.depth == 1:
                    deal_anew(state, quest, nodes[desk.node].visits, desk, cards, whims)
            elif settings.candidates == 0:
                code = random_code(board, state, scratch, whims)
            else:
                pieces = EVERY_PIECE if desk.turns < settings.horizon else settings.candidates
                code = guided_code(
                    board, state, lore, scratch, judged, room[1:], whims, tape, settings, pieces
                )
            seat = state.seat
            play_code(board, state, code, scratch, tape)
            desk.steps += 1
            if state.seat != seat and state.phase != OVER:
                note_turn(board, state, lore, settings, desk, judged[0])
        if state.phase == OVER:
            reward_end(state, settings, desk)
        mix_outlooks(desk, settings)
        remember(nodes, desk)


@kernel(inline=True)
def start_at_root(quest: Quest, desk: Desk, judged: Judgement) -> None:
    """Clear the desk."""
    desk.node = quest.root
    desk.path[0] = quest.root
    desk.depth = 0
    desk.in_tree = True
    desk.first = -1
    desk.turns = 0
    judged.seat = -1
    for seat in range(SEATS):
        desk.outlooks[seat] = 0.0


@kernel(inline=True)
def is_beyond(desk: Desk, settings: Settings) -> Truth:
    """Whether the rest of the game would not count."""
    return settings.trust >= 1.0 and 0 < settings.horizon == desk.turns


@kernel(inline=True)
def step_to(desk: Desk, nodes: Nodes, node: Number, is_new: Truth) -> None:
    """Go down to a node; stay in the tree unless the node is new or there is no more room."""
    desk.depth += 1
    desk.node = node
    desk.path[desk.depth] = node
    desk.in_tree = not is_new and desk.depth < DEEPEST - 1


@kernel(inline=True)
def note_card(state: State, code: Number, quest: Quest, nodes: Nodes, desk: Desk) -> None:
    """In the tree, tell the cards apart that the searching seat draws from the pile."""
    if not (desk.in_tree and state.phase == PILE_CARD and state.seat == quest.viewer):
        return
    child = find_child(nodes, desk.node, code)
    if child != 0:
        step_to(desk, nodes, child, False)
    elif quest.used < nodes.shape[0]:
        add_child(nodes, desk.node, quest.used, code, np.float32(0.0))
        step_to(desk, nodes, quest.used, True)
        quest.used += 1
    else:
        desk.in_tree = False


@kernel
def code_in_tree(
    board: Board,
    state: State,
    quest: Quest,
    lore: Lore,
    settings: Settings,
    nodes: Nodes,
    desk: Desk,
    scratch: Scratch,
    judged: Judgement,
) -> Number:
    """The action to follow among those of ``scratch.words``; goes down to its node."""
    words = scratch.words
    begins = state.phase == PLACE and state.placed == 0
    if state.phase == PLACE:
        merge_actions(board, state, words, desk.first)
    if begins and desk.depth == 0:
        for word in range(EMISSARY):
            words[word] &= ~quest.twins
    child = choose_child(board, state, lore, settings, nodes, desk.node, quest.used, words, judged)
    is_new = child == quest.used
    if is_new:
        quest.used += 1
    # a full tree is left below the root, where a simulation may know no legal child
    step_to(desk, nodes, child, is_new or quest.used == nodes.shape[0])
    code = np.int64(nodes[child].code)
    if begins:
        desk.first = code
    return code


@kernel(inline=True)
def deal_anew(
    state: State, quest: Quest, visits: Number, desk: Desk, cards: Generator, whims: Generator
) -> None:
    """Deal the hidden cards for an action's simulation number ``visits``."""
    seed_generator(cards, quest.seed, 2 * np.uint64(visits))
    seed_generator(whims, quest.seed, 2 * np.uint64(visits) + np.uint64(1))
    for colour in range(COLOUR_COUNT):
        desk.cards[colour] = quest.unseen[colour]
    deal_hidden(state, quest.viewer, quest.hidden, desk.cards, cards)


@kernel(inline=True)
def note_turn(
    board: Board, state: State, lore: Lore, settings: Settings, desk: Desk, judged: Judgement
) -> None:
    """After one of the first turns outside the tree, note what the tables expect."""
    if not desk.in_tree and desk.turns < settings.horizon:
        phase = phase_of(state)
        expect_points(board, state, lore, phase, desk.points, judged)
        add_outlook(state, settings, desk, phase)
        desk.turns += 1


@kernel(inline=True)
def mix_outlooks(desk: Desk, settings: Settings) -> None:
    """Mix how the game ended with what was expected on the way.

    A game that ended before the horizon stands for the turns that are missing.
    """
    if settings.horizon == 0:
        return
    missing = settings.horizon - desk.turns
    for seat in range(SEATS):
        outlook = (desk.outlooks[seat] + missing * desk.rewards[seat]) / settings.horizon
        desk.rewards[seat] += settings.trust * (outlook - desk.rewards[seat])


@kernel(inline=True)
def remember(nodes: Nodes, desk: Desk) -> None:
    """Note the rewards at every node of the path."""
    for step in range(desk.depth + 1):
        node = nodes[desk.path[step]]
        node.visits += 1
        for seat in range(SEATS):
            node.values[seat] += desk.rewards[seat]
