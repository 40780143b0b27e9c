"""A browser and a server, for all tests of the client."""

from server.conftest import small_server
from web.browser import browser, faults
from web.plain_host import site, site_with_server

__all__ = ["browser", "faults", "site", "site_with_server", "small_server"]
