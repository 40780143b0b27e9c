"""The names that a server answers to: a page whose name leads here by a trick gets nothing.

A browser lets a page speak to the server that the page's name leads to. Whoever owns a name can let
it lead to somebody else's machine (DNS rebinding), and such a page would pass for one of ours.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address

LOOPBACK = "localhost"
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9_.-]+))(?::[0-9]*)?")
"""An address of version 6 in brackets, or a name, and perhaps a port."""


class HostNames:
    """Knows which names in a request's ``Host`` mean this server."""

    def __init__(self, bound_to: str, named: Iterable[str]) -> None:
        """Take the address that the server listens on, and the names in its settings."""
        machine = socket.gethostname().partition(".")[0]
        own = (bound_to, socket.gethostname(), machine, f"{machine}.local")
        self._names = {_plain(name) for name in (LOOPBACK, *own, *named)}

    def include(self, host: str | None) -> bool:
        """Whether a server is asked under a name of its own, or by an address.

        Only programs leave the header out: no page can.
        """
        if host is None:
            return True
        name = _name_in(host)
        return name in self._names or name.endswith(f".{LOOPBACK}") or _is_address(name)


def _name_in(host: str) -> str:
    """The name without its port; nothing if the header makes no sense."""
    found = _HOST.fullmatch(host)
    return _plain(found[1] or found[2]) if found else ""


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
