"""A turn in motion for the README, into docs/images/turn.webp: filmed in a real browser.

.venv/bin/python tools/turn_animation.py

A card is picked, a house fills a province, which is scored, and a card is taken. The page's clock
stands still while a picture is taken, so the film is the same on a slow machine.
"""

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import typer
from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "bench")]

from playwright.sync_api import Browser, Locator  # noqa: E402 - after the path
from serving import serving  # noqa: E402
from staged_turn import NAMES, TABLE, Staged, stage  # noqa: E402

from han.server.identity import COOKIE  # noqa: E402
from web.browser import Faults, open_browser  # noqa: E402
from web.people import Person  # noqa: E402
from web.play_area import REST  # noqa: E402

FILE = ROOT / "docs" / "images" / "turn.webp"
SIZE = (1280, 800)
SHOWN = (960, 600)
FRAME_MS = 80
LAST_MS = 2_500
"""The last picture stays, before it begins again."""
QUALITY = 75
"""A GIF of the same pictures would be five times as large, and have few colours."""
START = (700.0, 760.0)
"""Where the pointer is at first."""
MOVE_FRAMES = 8
LONGEST_WAIT = 60
"""So many frames may pass until something is to be seen."""
WINDOW = {"reduced_motion": "no-preference", "color_scheme": "light"}

POINTER = """() => {
  const pointer = document.createElement("div");
  pointer.id = "pointer";
  pointer.innerHTML = `<svg viewBox="0 0 24 32" width="30" height="40">
    <path d="M2 2V25L8 20L12 30L16 28L12 18L20 17Z" fill="#fff6e8" stroke="#2e2a25"
      stroke-width="2" stroke-linejoin="round" /></svg>`;
  pointer.style = "position:fixed;left:0;top:0;z-index:9999;pointer-events:none";
  document.documentElement.append(pointer);
}"""
MOVE_POINTER = """([x, y]) => {
  document.querySelector("#pointer").style.translate = `${x}px ${y}px`;
}"""
ADVANCE = """ms => {
  for (const one of document.getAnimations()) {
    const end = one.effect.getComputedTiming().endTime;
    one.pause();
    one.currentTime = Number(one.currentTime) + ms;
    if (one.currentTime >= end) one.finish();
  }
}"""
"""What styles animate does not follow the page's clock."""


class Film:
    """Pictures of a page whose time goes on from one to the next."""

    def __init__(self, person: Person) -> None:
        """Stop the page's clock."""
        self.person, self.page = person, person.page
        self.pictures: list[bytes] = []
        self._at = START
        self.page.evaluate(POINTER)
        self._show_pointer()
        self.page.clock.pause_at(self.page.evaluate("Date.now() + 1000"))

    def roll(self, frames: int) -> None:
        """Take so many pictures."""
        for _ in range(frames):
            self.pictures.append(self.page.screenshot(animations="allow", caret="initial"))
            self.page.clock.run_for(FRAME_MS)
            self.page.evaluate(ADVANCE, FRAME_MS)

    def roll_until(self, is_so: Callable[[], bool]) -> None:
        """Take pictures until something is so."""
        for _ in range(LONGEST_WAIT):
            if is_so():
                return
            self.roll(1)
        raise RuntimeError("what should be filmed does not happen")

    def click(self, what: Locator) -> None:
        """Move the pointer there, and press."""
        box = what.bounding_box()
        assert box
        goal = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        start = self._at
        for frame in range(1, MOVE_FRAMES + 1):
            share = frame / MOVE_FRAMES
            eased = share * share * (3 - 2 * share)
            x, y = (a + (b - a) * eased for a, b in zip(start, goal, strict=True))
            self._at = (x, y)
            self._show_pointer()
            self.roll(1)
        self.roll(2)
        self.page.mouse.down()
        self.page.mouse.up()

    def act(self, what: Locator) -> None:
        """Click on what moves the game on, and film what comes of it."""
        area = self.page.locator(".play-area")
        before = area.get_attribute("data-moment") or ""
        self.click(what)
        self.roll_until(lambda: area.get_attribute("data-moment") != before)
        self.roll_until(lambda: area.get_attribute("data-state") in REST)

    def _show_pointer(self) -> None:
        self.page.mouse.move(*self._at)
        self.page.evaluate(MOVE_POINTER, self._at)


def main(file: Path = FILE) -> None:
    """Stage the turn, film it, and write the file."""
    with tempfile.TemporaryDirectory() as name:
        database = Path(name) / "han.sqlite"
        staged = stage(database)
        with serving(str(database), Path(name)) as server, open_browser() as browser:
            pictures = film(browser, server.address, staged)
    write(pictures, file)
    typer.echo(f"{file}: {file.stat().st_size / 1000:.0f} kB, {len(pictures)} pictures")


def film(browser: Browser, address: str, staged: Staged) -> list[bytes]:
    """Play the turn before the camera."""
    settings = {"name": NAMES[0], "animation": "normal", "language": "en"}
    person = Person(browser, address, Faults(), size=SIZE, window=WINDOW, **settings)
    person.context.add_cookies([{"name": COOKIE, "value": staged.cookie, "url": address}])
    person.page.clock.install()
    person.go(f"/t/{TABLE}")
    person.at_table()
    camera = Film(person)
    play(camera, staged)
    person.leave()
    return camera.pictures


def play(camera: Film, staged: Staged) -> None:
    """Pick a card, place the house that fills a province, and take a card."""
    page, action = camera.page, staged.action
    camera.roll(6)
    hand = page.get_by_role("list", name="Your cards").get_by_role("button")
    camera.click(hand.nth(position_of(action.cards, hand)))
    camera.roll(5)
    camera.act(page.locator(f'.target[data-place$="{action.place}"] .hit'))
    camera.roll(4)
    cards = page.locator(".display button:enabled")
    if not cards.count():
        camera.act(camera.person.button("Finish placing"))
    camera.act(cards.first)
    camera.roll(10)


def position_of(card: str, hand: Locator) -> int:
    """Where a card of this colour lies in the hand."""
    names = {"V": "violet", "Y": "yellow", "O": "orange", "G": "green", "R": "red"}
    labels: list[str] = hand.evaluate_all("all => all.map(one => one.ariaLabel)")
    return labels.index(names[card])


def write(pictures: list[bytes], file: Path) -> None:
    """Write them as one animated picture, which GitHub shows too."""
    drawn = [
        Image.open(BytesIO(one)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
        for one in pictures
    ]
    first, *rest = drawn
    times = [FRAME_MS] * len(rest) + [LAST_MS]
    first.save(
        file,
        save_all=True,
        append_images=rest,
        duration=times,
        loop=0,
        quality=QUALITY,
        method=4,
        minimize_size=True,  # a seventh of the size
    )


if __name__ == "__main__":
    typer.run(main)
