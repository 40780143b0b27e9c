"""Who lets bots think: processes of our own, or workers anywhere that a NATS broker finds."""

from han.server.desk.desk import Answer, Desk, Task
from han.server.desk.nats import NatsDesk
from han.server.desk.pool import PoolDesk

__all__ = ["Answer", "Desk", "NatsDesk", "PoolDesk", "Task", "open_desk"]


def open_desk(address: str | None, processes: int | None = None) -> Desk:
    """The desk of a NATS broker's workers, or without an address one on this machine."""
    return PoolDesk(processes) if address is None else NatsDesk(address)
