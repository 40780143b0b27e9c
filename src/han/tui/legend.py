"""The legend of the signs on the board."""

from collections.abc import Iterator

from rich.text import Text

from han.engine.game import Game
from han.engine.words import say
from han.tui import palette

GAP = "   "


def draw_legend(game: Game, lang: str = "en", width: int = 100) -> Text:
    """The signs that this game's board and table can show."""
    lines = [""]
    for name, sign in _signs(game):
        entry = f"{sign} {say(f'sign_{name}', lang)}"
        longer = GAP.join(filter(None, [lines[-1], entry]))
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(entry)
    return Text("\n".join(lines), palette.QUIET_STYLE)


def _signs(game: Game) -> Iterator[tuple[str, str]]:
    yield "space", palette.SPACE
    if any(space.port for space in game.map.spaces):
        yield "port", palette.PORT
    if any(len(space.provinces) == 2 for space in game.map.spaces):
        yield "border", palette.BORDER
    yield "house", f"{palette.HOUSE}A"
    if game.variant:
        yield _marker_sign(game)
    yield "dragon", f"{palette.DRAGON}A2B1"
    yield "disk", palette.DISK
    yield "seal", "(3)"
    yield "fresh", "[ ]"
    yield "turn", palette.TURN
    yield "emperor", palette.EMPEROR


def _marker_sign(game: Game) -> tuple[str, str]:
    if game.map.variant == "fortifications":
        return "fortification", f"{palette.FORTIFICATION}A"
    return "market_place", f"{palette.MARKET_PLACE}A"
