"""The bus between processes: entries of tables, and requests to one another.

The bus is a hint, the database is the truth: news may be lost, and then `on_gap` says so.
"""

from han.server.bus.bus import Bus, NobodyAnswersError
from han.server.bus.local import LocalBus
from han.server.bus.nats import NatsBus

__all__ = ["Bus", "LocalBus", "NatsBus", "NobodyAnswersError", "open_bus"]


def open_bus(address: str | None) -> Bus:
    """The bus of a NATS broker, or without an address one inside this process."""
    return LocalBus() if address is None else NatsBus(address)
