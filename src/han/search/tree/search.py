"""A search for the best action of one view, which can be continued within a turn."""

from collections.abc import Sequence

import numpy as np

from han.engine.game import Game
from han.engine.view import View
from han.rules.records import new_record
from han.search.policy.merge import find_twins
from han.search.policy.workspace import new_workspace
from han.search.tree.nodes import ROOT, find_child, new_nodes
from han.search.tree.settings import Settings
from han.search.tree.simulate import simulate
from han.search.tree.simulation import Simulation


class Search:
    """A search tree and the memory of its simulations, for one thread at a time."""

    def __init__(self, game: Game, settings: Settings, capacity: int) -> None:
        """Allocate a tree of ``capacity`` nodes."""
        self._game = game
        self._nodes = new_nodes(capacity)
        self._simulation = new_record(Simulation)
        self._simulation.work = new_workspace(game)
        self._simulation.settings = settings
        self._query = self._simulation.query
        self._notes = self._simulation.notes

    def begin(self, view: View, seed: int) -> None:
        """Start an empty tree from a view whose seat is to move."""
        self._nodes[ROOT] = 0
        self._query.root = ROOT
        self._query.node_count = 1
        self._set_view(view, seed)

    def continue_from(self, view: View, seed: int, codes: Sequence[int]) -> bool:
        """Make the node that ``codes`` lead to the root.

        Returns false, and changes nothing, if there is no such node or the tree is half full.
        """
        node = self._query.root
        for code in codes:
            node = find_child(self._nodes, node, code)
            if node == 0:
                return False
        if 2 * self._query.node_count > len(self._nodes):
            return False
        self._query.root = node
        self._set_view(view, seed)
        return True

    def _set_view(self, view: View, seed: int) -> None:
        assert view.seat is not None
        query = self._query
        self._notes.steps = 0
        query.seed = np.uint64(seed)
        query.viewer = view.seat
        for colour, cards in enumerate(view.unseen):
            query.unseen[colour] = cards
        for seat in range(self._game.players):
            query.hidden[seat] = view.hidden_count(seat)
        query.twins = find_twins(self._game.board, view.state)
        self._simulation.start = view.state

    def run(self, simulations: int) -> None:
        """Run some simulations; releases the interpreter lock."""
        simulate(self._simulation, self._nodes, simulations)

    @property
    def simulations(self) -> int:
        """How many simulations went through the root, earlier ones of this turn included."""
        return int(self._nodes[self._query.root].visits)

    @property
    def steps(self) -> int:
        """How many actions and cards the simulations of this decision have played."""
        return int(self._notes.steps)

    def visits(self) -> dict[int, int]:
        """How often each action was tried, by its code."""
        visits = {}
        child = int(self._nodes[self._query.root].first)
        while child:
            node = self._nodes[child]
            visits[int(node.code)] = int(node.visits)
            child = int(node.next)
        return visits

    def reward(self, code: int, seat: int) -> float:
        """The mean reward of an action to a seat, between 0 and 1; 0 if it was never tried."""
        child = find_child(self._nodes, self._query.root, code)
        if child == 0:
            return 0.0
        return float(self._nodes[child].rewards[seat] / max(self._nodes[child].visits, 1))
