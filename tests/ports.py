"""Ports for programs that tests start."""

import socket
from pathlib import Path
from random import SystemRandom

LOWEST = 20_000
RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_port() -> int:
    """A port that nobody listens at, nor will: not one of those that clients get.

    A client that looks for a program that is not there yet could be given the very port that it
    looks for, and keep it from that program. The choice does not depend on the tests' seed, which
    all workers share.
    """
    chance = SystemRandom()
    while True:
        port = chance.randrange(LOWEST, _first_of_clients())
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def _first_of_clients() -> int:
    return int(RANGE.read_text().split()[0]) if RANGE.exists() else 49_152
