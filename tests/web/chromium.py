"""The Chromium that tests look through: where it is, and how it gets there.

.venv/bin/python tests/web/chromium.py  # installs it, if there is none

This is a step of its own before the tests: several of them run at once, and only one may install.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = (
    "chromium-headless-shell",  # the same engine without a user interface: a third less work
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian's packages; older and other systems have only the second."""
APT_INSTALL = ("apt-get", "install", "--quiet", "--yes", "--no-install-recommends")
MISSING = (
    "Chromium is missing: run `python tests/web/chromium.py`, install it with the system's "
    "package manager, or name it in HAN_CHROMIUM."
)


def find_browser() -> str | None:
    """The path of an installed browser; none for the one that Playwright has fetched."""
    named = os.environ.get("HAN_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def is_there() -> bool:
    """Whether there is a browser, the system's or Playwright's."""
    if find_browser():
        return True
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path).exists()


def install() -> bool:
    """Install a browser in the first way that works; whether there is one now."""
    if not is_there() and shutil.which("apt-get") and os.geteuid() == 0:
        _try("apt-get", "update", "--quiet")
        any(_try(*APT_INSTALL, package) for package in PACKAGES)
    if not is_there():
        _try(sys.executable, "-m", "playwright", "install", "chromium")
    return is_there()


def _try(*command: str) -> bool:
    """Run a command, and say if it fails; whether it went well."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(f"{' '.join(command)} failed: {done.stderr.strip()[-500:]}", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    if not install():
        sys.exit(MISSING)
