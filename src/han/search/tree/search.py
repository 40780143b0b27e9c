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
    """One tree and what its simulations need. Not for two threads at a time."""

    def __init__(self, game: Game, settings: Settings, capacity: int) -> None:
        """Make room for a tree of ``capacity`` nodes."""
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
        self._query.used = 1
        self._look_at(view, seed)

    def go_on(self, view: View, seed: int, codes: Sequence[int]) -> bool:
        """Go on from the node that ``codes`` lead to, if there is one with some room left."""
        node = self._query.root
        for code in codes:
            node = find_child(self._nodes, node, code)
            if node == 0:
                return False
        if 2 * self._query.used > len(self._nodes):
            return False
        self._query.root = node
        self._look_at(view, seed)
        return True

    def _look_at(self, view: View, seed: int) -> None:
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
        """Simulate some games; other Python threads go on meanwhile."""
        simulate(self._simulation, self._nodes, simulations)

    @property
    def simulations(self) -> int:
        """How many simulations speak about the root, earlier ones of this turn included."""
        return int(self._nodes[self._query.root].visits)

    @property
    def steps(self) -> int:
        """How many actions and cards the simulations of this decision played: their work."""
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
