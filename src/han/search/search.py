"""A search for the best action of one view, which can be continued within a turn."""

import numpy as np

from han.engine.game import Game
from han.engine.view import View
from han.rules.scratch import new_scratch
from han.rules.state import copy_state, new_states
from han.rules.tape import NO_TAPE
from han.search.lore import load_lore
from han.search.merge import find_twins
from han.search.simulate import DESK, QUEST, simulate
from han.search.tree import ROOT, find_child, new_nodes
from han.search.worth import new_judgements


class Search:
    """One tree and what its simulations need. Not for two threads at a time."""

    def __init__(self, game: Game, settings: np.record, capacity: int) -> None:
        """Make room for a tree of ``capacity`` nodes."""
        self._game = game
        self._settings = settings
        self._lore = load_lore(game.players)
        self._nodes = new_nodes(capacity)
        self._quest = np.zeros(1, QUEST)[0]
        self._desk = np.zeros(1, DESK)[0]
        self._states = new_states(3)
        self._scratch = new_scratch()
        self._judged = new_judgements(2)
        self._cards = np.zeros(1, np.uint64)
        self._whims = np.zeros(1, np.uint64)

    def begin(self, view: View, seed: int) -> None:
        """Start an empty tree from a view whose seat is to move."""
        self._nodes[ROOT] = 0
        self._quest.root = ROOT
        self._quest.used = 1
        self._look_at(view, seed)

    def go_on(self, view: View, seed: int, codes: tuple[int, ...]) -> bool:
        """Go on from the node that ``codes`` lead to, if there is one with some room left."""
        node = self._quest.root
        for code in codes:
            node = find_child(self._nodes, node, code)
            if node == 0:
                return False
        if 2 * self._quest.used > len(self._nodes):
            return False
        self._quest.root = node
        self._look_at(view, seed)
        return True

    def _look_at(self, view: View, seed: int) -> None:
        quest = self._quest
        self._desk.steps = 0
        quest.seed = np.uint64(seed)
        quest.viewer = view.seat
        quest.unseen = view.unseen
        players = self._game.players
        quest.hidden[:players] = [view.hidden_count(seat) for seat in range(players)]
        quest.twins = find_twins(self._game.board, view.state)
        table = self._states[2]
        copy_state(self._states, 2, view.state)
        table.pile[0] = view.pile_size  # until the cards are dealt, only its size is looked at

    def run(self, simulations: int) -> None:
        """Simulate some games; other Python threads go on meanwhile."""
        simulate(
            self._game.board,
            self._states[2],
            self._quest,
            self._lore,
            self._settings,
            self._nodes,
            simulations,
            self._desk,
            self._states[:2],
            self._scratch,
            self._judged,
            self._cards,
            self._whims,
            NO_TAPE,
        )

    @property
    def simulations(self) -> int:
        """How many simulations speak about the root, earlier ones of this turn included."""
        return int(self._nodes[self._quest.root].visits)

    @property
    def steps(self) -> int:
        """How many actions and cards the simulations of this decision played: their work."""
        return int(self._desk.steps)

    def visits(self) -> dict[int, int]:
        """How often each action was tried, by its code."""
        visits = {}
        child = int(self._nodes[self._quest.root].first)
        while child:
            node = self._nodes[child]
            visits[int(node.code)] = int(node.visits)
            child = int(node.next)
        return visits

    def value(self, code: int, seat: int) -> float:
        """The mean reward of an action to a seat, between 0 and 1; 0 if it was never tried."""
        child = find_child(self._nodes, self._quest.root, code)
        if child == 0:
            return 0.0
        return float(self._nodes[child].values[seat] / max(self._nodes[child].visits, 1))
