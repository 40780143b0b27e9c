"""A browser and a server, for all tests of the client."""

from server.conftest import small_server
from web.browser import browser, faults

__all__ = ["browser", "faults", "small_server"]
