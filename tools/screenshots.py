"""Pictures of the main pages, phone and desktop, light and dark, into docs/images/screens.

.venv/bin/python tools/screenshots.py
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "bench")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402 - after the path
from serving import serving  # noqa: E402

from web.browser import ARGUMENTS, find_browser  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "screens"
SIZES = {"desktop": (1440, 900), "phone": (360, 640)}
PAGES = {"start": "/", "new": "/new", "rules": "/rules"}


def main() -> None:
    """Start a server, look at its pages, keep what is seen."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as name,
        serving(str(Path(name) / "han.sqlite"), Path(name)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        for theme in ("light", "dark"):
            context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
            table = context.request.post(
                f"{server.address}/api/play-now", data={"name": "Ada", "bot": "governor"}
            ).json()["id"]
            page = context.new_page()
            for what, path in {**PAGES, "game": f"/t/{table}"}.items():
                picture(page, server.address + path, f"{what}-{{}}-{theme}.png")
        browser.close()


def picture(page: Page, address: str, name: str) -> None:
    """One page in all sizes."""
    page.goto(address)
    page.wait_for_timeout(2500)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(700)
        page.screenshot(path=FOLDER / name.format(size))


if __name__ == "__main__":
    main()
