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
    """Simulations, milliseconds or both for each decision; whichever ends first."""

    sims: int | None = None
    ms: int | None = None
    threads: int = 1

    @property
    def nodes(self) -> int:
        """Room for the trees of one turn."""
        by_sims = _MOST_NODES if self.sims is None else 4 * self.sims
        by_ms = _MOST_NODES if self.ms is None else _NODES_PER_MS * self.ms
        return min(by_sims, by_ms, _MOST_NODES)

    def left(self, done: int, new: int, seconds: float) -> float:
        """About how many simulations are still to come.

        Args:
            done: Simulations that speak about the decision, earlier ones included.
            new: Those of them made since the decision was asked for.
            seconds: Time since then.
        """
        left = float("inf") if self.sims is None else float(self.sims - done)
        if self.ms is None:
            return left
        rest = self.ms / 1000 - seconds
        if rest <= 0:
            return 0.0
        return min(left, rest * new / seconds) if new else left
