"""Which parts of the client ran in the browser: kept only where HAN_JS_COVERAGE names a folder.

`tools/js_coverage.sh` adds it all up.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import BrowserContext, CDPSession, Error, Page

FOLDER = os.environ.get("HAN_JS_COVERAGE", "")
COUNT = {"callCount": True, "detailed": True}


class Coverage:
    """What V8 counts in all pages of a window."""

    def __init__(self, context: BrowserContext) -> None:
        """Count from now on, if anybody wants to know."""
        self._context = context
        self._tools: list[CDPSession] = []
        if FOLDER:
            context.on("page", self._count)

    def _count(self, page: Page) -> None:
        tools = self._context.new_cdp_session(page)
        tools.send("Profiler.enable")
        tools.send("Profiler.startPreciseCoverage", COUNT)
        self._tools.append(tools)

    def keep(self) -> None:
        """Store what was counted; the pages are still open."""
        for tools in self._tools:
            with suppress(Error):  # a page that was closed before
                found = tools.send("Profiler.takePreciseCoverage")["result"]
                ours = [script for script in found if "/assets/" in script["url"]]
                Path(FOLDER, f"{uuid4().hex}.json").write_text(json.dumps(ours), "utf-8")
        self._tools.clear()
