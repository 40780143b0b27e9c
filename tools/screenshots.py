"""Pictures of the pages, phone and desktop, light and dark, into docs/images/screens.

.venv/bin/python tools/screenshots.py
.venv/bin/python tools/screenshots.py --folder /tmp/screens --every  # all sizes and themes

With Pillow installed the files are small: 256 colours are enough for these drawings.
"""

import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests"))
sys.path.append(str(ROOT / "bench"))

from playwright.sync_api import Browser, expect  # noqa: E402 - after the path
from serving import serving  # noqa: E402

from web.browser import Faults, open_browser  # noqa: E402
from web.people import Person  # noqa: E402

FOLDER = ROOT / "docs" / "images" / "screens"
SIZES = {"desktop": (1440, 900), "phone": (360, 640), "wall": (2560, 1440)}
THEMES = ("light", "dark")
EYES = ("deuteranopia", "protanopia", "tritanopia")
COLOURS = 256
BOTS = ("governor", "governor", "governor")


def start(person: Person) -> None:
    """The start page."""
    person.go()


def new(person: Person) -> None:
    """A table is being set up."""
    person.go("/new")


def waiting(person: Person) -> None:
    """Before the game, with a code for the others' cameras."""
    person.make_table("me", "open", "scribe", "open", begin=False)
    person.button("QR code").click()


def lobby(person: Person) -> None:
    """Public tables, waiting and running."""
    clock = {"kind": "turn", "seconds": 120, "increment": 0}
    person.make_table("me", "open", "open", begin=False, public=True)
    person.make_table("me", "open", begin=False, public=True, map="ways-of-diplomacy", clock=clock)
    person.make_table("me", *BOTS, public=True, variant=True)
    person.go("/lobby")


def settings(person: Person) -> None:
    """The settings."""
    person.go("/settings")


def game(person: Person) -> None:
    """In the middle of a game, when it is one's turn."""
    person.make_table("me", *BOTS, start=1)
    person.at_table()
    play_until(person, lambda: person.page.locator(".target").count() > 4, actions=20)


def chooser(person: Person) -> None:
    """A piece that can be paid in several ways."""
    person.make_table("me", *BOTS, variant=True)
    person.at_table()
    rich = person.page.locator(".target:has(.more)")
    play_until(person, lambda: rich.count() > 0, actions=15)
    rich.first.dispatch_event("click")
    expect(person.page.get_by_role("dialog")).to_be_visible()


def curtain(person: Person) -> None:
    """Between two who share a device."""
    table = person.post(
        "/api/tables",
        map="ways-of-diplomacy",
        name=person.name,
        start=1,
        seats=[{"kind": "me"}, {"kind": "here", "name": "Ben"}],
    )
    person.post(f"/api/tables/{table['id']}/start")
    person.go(f"/t/{table['id']}")


def rules(person: Person) -> None:
    """An example, with its answer."""
    person.go("/rules")
    example = person.page.locator('section[aria-labelledby="example-alliance"]')
    example.get_by_role("button", name="Show the answer").click()


def result(person: Person) -> None:
    """After the game."""
    person.make_table("me", *BOTS, stand_in="governor")
    person.at_table()
    person.leave_to_a_bot()
    expect(
        person.page.get_by_role("img", name="Points over the course of the game")
    ).to_be_visible()


def replay(person: Person) -> None:
    """A finished game, somewhere in its middle."""
    result(person)
    person.page.get_by_role("link", name="Replay").click()
    for _ in range(4):
        person.page.get_by_role("button", name="Next scoring").click()


def play_until(person: Person, is_so: Callable[[], bool], actions: int) -> None:
    """Play some actions, and on until something is so."""
    for number in range(600):
        if not person.wait():
            raise RuntimeError("the game is over before the picture was taken")
        if number >= actions and is_so():
            return
        person.play_by_mouse()


SCENES: dict[Callable[[Person], None], tuple[str, ...]] = {
    start: ("desktop-light", "desktop-dark", "phone-light"),
    new: ("desktop-light", "phone-dark"),
    waiting: ("desktop-light", "phone-light"),
    lobby: ("desktop-light", "phone-dark"),
    settings: ("desktop-dark", "phone-light"),
    game: ("desktop-light", "desktop-dark", "phone-light", "phone-dark"),
    chooser: ("desktop-light", "phone-dark"),
    curtain: ("phone-light",),
    rules: ("desktop-light", "phone-dark"),
    result: ("desktop-light", "phone-light"),
    replay: ("desktop-dark", "phone-light"),
}
"""What is pictured, and how."""
LAID_OUT_ANEW = (game, result, replay)
"""Pages that are loaded anew for each size, since boards open with another zoom on phones."""


def main(folder: Path = FOLDER, every: bool = False, only: str = "") -> None:
    """Start a server and take pictures of its pages."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as name,
        serving(str(Path(name) / "han.sqlite"), Path(name)) as server,
        open_browser() as browser,
    ):
        for scene, looks in SCENES.items():
            if only in ("", scene.__name__):
                picture(browser, server.address, scene, looks, folder, every=every)


def picture(
    browser: Browser,
    address: str,
    scene: Callable[[Person], None],
    looks: tuple[str, ...],
    folder: Path,
    *,
    every: bool,
) -> None:
    """Prepare a scene, and take its pictures in some sizes and themes."""
    person = Person(browser, address, Faults(), size=SIZES["desktop"], confirm=True)
    scene(person)
    chosen = [f"{size}-{theme}" for size in SIZES for theme in THEMES] if every else looks
    for look in chosen:
        size, theme = look.split("-")
        width, height = SIZES[size]
        person.resize(width, height)
        person.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of two
        if scene in LAID_OUT_ANEW:
            person.page.reload()
        settle(person, scene)
        keep(person, folder / f"{scene.__name__}-{look}.png")
    if every and scene is game:
        see_as_others(person, folder)
    person.leave()


def settle(person: Person, scene: Callable[[Person], None]) -> None:
    """Wait until the page has settled."""
    if scene is rules:
        example = person.page.locator('section[aria-labelledby="example-alliance"]')
        example.evaluate("one => one.scrollIntoView()")
        person.page.mouse.wheel(0, -80)  # below the header
    person.page.wait_for_timeout(1200)


def see_as_others(person: Person, folder: Path) -> None:
    """Take the picture as people with colour blindness see it."""
    width, height = SIZES["desktop"]
    person.resize(width, height)
    person.page.emulate_media(color_scheme="light")
    tools = person.context.new_cdp_session(person.page)
    for eyes in EYES:
        tools.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        person.page.wait_for_timeout(500)
        keep(person, folder / f"game-{eyes}.png")


def keep(person: Person, path: Path) -> None:
    """Store a picture with few colours."""
    person.page.screenshot(path=path)
    save_small(path)


def save_small(path: Path) -> None:
    """Make the file of a picture smaller, if Pillow is there."""
    if find_spec("PIL"):
        image: Any = __import__("PIL.Image").Image
        drawn = image.open(path).convert("RGB")
        rare_too = image.Quantize.MAXCOVERAGE  # a thin line's colour counts as well
        few = drawn.quantize(COLOURS, method=rare_too, kmeans=2, dither=image.Dither.NONE)
        few.save(path, optimize=True)


if __name__ == "__main__":
    typer.run(main)
