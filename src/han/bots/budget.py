"""The limits of a search."""

from dataclasses import dataclass

MOST_SIMULATIONS = 10_000_000
MOST_MILLISECONDS = 3_600_000
MOST_THREADS = 256

_NODES_PER_MS = 600
"""An upper bound of the nodes that a search adds in a millisecond."""
_MOST_NODES = 4_000_000


@dataclass(frozen=True)
class Budget:
    """The limits of each decision; the first that is reached ends it.

    Attributes:
        sims: Simulations, including those kept from earlier decisions of the turn.
        ms: Milliseconds; the only limit whose effect depends on the machine.
        steps: Actions and cards that simulations play. Early in a game a simulation is long:
            this makes decisions take about the same time independently of a clock.
        threads: Trees that are searched in parallel.
    """

    sims: int | None = None
    ms: int | None = None
    steps: int | None = None
    threads: int = 1

    @property
    def nodes(self) -> int:
        """How many nodes to allocate for all trees together."""
        by_sims = _MOST_NODES if self.sims is None else 4 * self.sims
        by_ms = _MOST_NODES if self.ms is None else _NODES_PER_MS * self.ms
        return min(by_sims, by_ms, _MOST_NODES)

    def left(self, done: int, new: int, seconds: float, steps: int = 0) -> float:
        """An estimate of how many simulations are left.

        Args:
            done: Simulations of the decision, including those of earlier decisions.
            new: Those of them that ran for this decision.
            seconds: Time since the decision began.
            steps: Steps since the decision began.
        """
        left = float("inf") if self.sims is None else float(self.sims - done)
        if self.ms is not None:
            left = min(left, _simulations_within(self.ms / 1000, seconds, new))
        if self.steps is not None:
            left = min(left, _simulations_within(self.steps, steps, new))
        return left


def _simulations_within(limit: float, spent: float, simulations: int) -> float:
    """How many more simulations fit, if they cost as much as those so far."""
    if spent >= limit:
        return 0.0
    return (limit - spent) * simulations / spent if simulations else float("inf")
