"""Metrics for Prometheus. No label names a person, a table or a card."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_STATUSES = ("open", "running", "over", "closed")
_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        """Begin with nought."""
        self.registry = CollectorRegistry()
        self.tables = Gauge(
            "han_tables", "Tables in the database, by status.", ["status"], registry=self.registry
        )
        self.live_tables = Gauge(
            "han_live_tables", "Tables in this process.", registry=self.registry
        )
        self.sockets = Gauge("han_sockets", "Open websockets.", registry=self.registry)
        self.moves = Counter(
            "han_moves",
            "Decisions that were stored, by who took them.",
            ["by"],
            registry=self.registry,
        )
        self.refusals = Counter("han_refusals", "Commands refused.", registry=self.registry)
        self.forwarded = Counter(
            "han_forwarded",
            "Commands forwarded to the process that owns their table, each try.",
            registry=self.registry,
        )
        self.sweeps = Counter(
            "han_sweeps",
            "Searches for games that nobody looks after; one a second.",
            registry=self.registry,
        )
        self.move_seconds = Histogram(
            "han_move_seconds",
            "From the arrival of a command to its acknowledgement.",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.bot_queue = Gauge(
            "han_bot_queue", "Bots that are thinking or wait to.", registry=self.registry
        )
        self.bots_up = Gauge(
            "han_bots_up",
            "1, or 0 while nobody lets bots think and quick ones choose for them.",
            registry=self.registry,
        )
        self.bot_faults = Counter(
            "han_bot_faults", "Decisions that another bot had to take.", registry=self.registry
        )
        self.requests = Counter(
            "han_requests",
            "HTTP requests, by route and status.",
            ["route", "status"],
            registry=self.registry,
        )

    def count_tables(self, by_status: Mapping[str, int]) -> None:
        """How many tables there are."""
        for status in (*_STATUSES, *by_status):  # the last table of a status may be gone
            self.tables.labels(status).set(by_status.get(status, 0))

    def text(self) -> bytes:
        """The numbers in Prometheus' format."""
        return generate_latest(self.registry)
