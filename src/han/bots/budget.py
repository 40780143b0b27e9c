"""How long a search may take."""

from dataclasses import dataclass

MOST_SIMULATIONS = 10_000_000
MOST_MILLISECONDS = 3_600_000
MOST_THREADS = 256

_NODES_PER_MS = 600
"""More nodes than a search makes in a millisecond on any machine that we know."""
_MOST_NODES = 4_000_000


@dataclass(frozen=True)
class Budget:
    """What each decision may cost; whichever ends first.

    Attributes:
        sims: Simulations, those kept from the turn's earlier decisions included.
        ms: Milliseconds, which a slow or busy machine fills with less.
        steps: Actions and cards that simulations play. Early in a game a simulation is long:
            this makes decisions take about the same time without looking at a clock.
        threads: Trees that grow side by side.
    """

    sims: int | None = None
    ms: int | None = None
    steps: int | None = None
    threads: int = 1

    @property
    def nodes(self) -> int:
        """Room for the trees of one turn."""
        by_sims = _MOST_NODES if self.sims is None else 4 * self.sims
        by_ms = _MOST_NODES if self.ms is None else _NODES_PER_MS * self.ms
        return min(by_sims, by_ms, _MOST_NODES)

    def left(self, done: int, new: int, seconds: float, steps: int = 0) -> float:
        """About how many simulations are still to come.

        Args:
            done: Simulations that speak about the decision, earlier ones included.
            new: Those of them made since the decision was asked for.
            seconds: Time since then.
            steps: Steps since then.
        """
        left = float("inf") if self.sims is None else float(self.sims - done)
        if self.ms is not None:
            left = min(left, _at_this_pace(self.ms / 1000, seconds, new))
        if self.steps is not None:
            left = min(left, _at_this_pace(self.steps, steps, new))
        return left


def _at_this_pace(limit: float, spent: float, simulations: int) -> float:
    """How many simulations more fit, if they cost as much as the first ones."""
    if spent >= limit:
        return 0.0
    return (limit - spent) * simulations / spent if simulations else float("inf")
