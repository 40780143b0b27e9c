"""Lighthouse's marks for the start page, a running game, the rules and a replay.

npm install --prefix FOLDER --no-save lighthouse@12.8.2
.venv/bin/python bench/web_lighthouse.py FOLDER/node_modules/.bin/lighthouse

Lighthouse visits the pages in a Chromium that somebody plays with: the running game is their own.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import typer

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import BrowserContext, expect, sync_playwright
from serving import serving

from web.browser import ARGUMENTS, TIMEOUT_MS, Faults, find_browser
from web.people import Person

MARKS = ("performance", "accessibility", "best-practices", "seo")
FORMS = {"phone": (), "desktop": ("--preset=desktop",)}


def main(lighthouse: Path, runs: int = 5, details: bool = False) -> None:
    """Print the median of some runs' marks, and with ``--details`` what lowers them."""
    with (
        tempfile.TemporaryDirectory() as name,
        serving(str(Path(name) / "han.sqlite"), Path(name)) as server,
        sync_playwright() as playwright,
    ):
        port = free_port()
        context = playwright.chromium.launch_persistent_context(
            str(Path(name) / "profile"),
            executable_path=find_browser(),
            args=[*ARGUMENTS, f"--remote-debugging-port={port}"],
        )
        expect.set_options(timeout=TIMEOUT_MS)
        for what, path in addresses(context, server.address).items():
            for form, options in FORMS.items():
                place = (server.address + path, port, Path(name))
                found = [visit(lighthouse, *place, *options) for _ in range(runs)]
                print(f"{what:<8} {form:<8}", summary(found), flush=True)
                if details:
                    print("\n".join(faults_of(found[-1])))
        context.close()


def free_port() -> int:
    """A free port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        number: int = one.getsockname()[1]
        return number


def addresses(context: BrowserContext, address: str) -> dict[str, str]:
    """The pages to visit; somebody plays one game and has finished another."""
    person = Person(context, address, Faults())
    over = person.make_table("me", "peasant", "peasant", "peasant", stand_in="peasant")["id"]
    person.at_table()
    person.leave_to_a_bot()
    expect(person.page.get_by_role("tab", name="Result")).to_be_visible()
    game = person.make_table("me", "peasant", "peasant", "peasant", start=1)["id"]
    person.wait()
    person.page.close()
    return {"start": "/", "game": f"/t/{game}", "rules": "/rules", "replay": f"/replay/{over}"}


def visit(lighthouse: Path, url: str, port: int, folder: Path, *options: str) -> dict[str, Any]:
    """Run Lighthouse on a page; return its report."""
    report = folder / "report.json"
    command = [str(lighthouse), url, f"--port={port}", "--output=json", f"--output-path={report}"]
    command += [f"--only-categories={','.join(MARKS)}", "--quiet", *options]
    subprocess.run(command, check=True, capture_output=True)
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def summary(reports: list[dict[str, Any]]) -> str:
    """Marks from 0 to 100: the median of each, and all of those for speed, which vary."""
    marks = {name: [round(100 * r["categories"][name]["score"]) for r in reports] for name in MARKS}
    middle = " ".join(f"{name} {median(found):.0f}" for name, found in marks.items())
    return f"{middle} (performance {sorted(marks['performance'])}, load {os.getloadavg()[0]:.1f})"


def faults_of(report: dict[str, Any]) -> list[str]:
    """The audits that lower marks, by weight."""
    costs = [
        (part["weight"] * (1 - (audit["score"] or 0)), name, audit)
        for name in MARKS
        for part in report["categories"][name]["auditRefs"]
        if (audit := report["audits"][part["id"]])["score"] is not None
    ]
    lines = sorted(
        ((cost, name, audit) for cost, name, audit in costs if cost), key=lambda x: -x[0]
    )
    return [
        f"    {name} -{cost:.2f} {audit['id']} {audit.get('displayValue', '')}"
        for cost, name, audit in lines
    ]


if __name__ == "__main__":
    typer.run(main)
