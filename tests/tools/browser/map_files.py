"""Map files as Python judges and draws them, for browsers that read them too."""

import hashlib
from dataclasses import asdict
from typing import Any, Final

from han.engine.game import Game
from han.maps.check import check_map
from han.maps.load import parse_map
from han.maps.model import Map
from han.maps.svg import draw_map
from han.maps.svg_scenery import LINES, STANDING
from han.messages import LANGUAGES
from han.search.value.costs import costs_on
from maps.test_check import CASES, NAME, RIVER, SPACE_AB, VALID, Edits, edit

FILE: Final = "grid.toml"
SLIPS: Final[list[Edits]] = [
    {"about =": "abuot ="},
    {'"fortifications"': '"fortification"'},
    {'["a-1", "a-2"]': '["a-1", "aa-2"]'},
    {'["a-1", "a-2"]': '["a-1", "i-1 and a long word that is none"]'},
    {'id = "a"\ncolour = "red"': 'id = "a"\ncolour = "rd"'},
    {"display = 4": "display = 1979-05-27T07:32:00Z"},
    {"display = 4": "display = [1, 2.5, 1e-7, 1e22, true, { a = 'b' }, \"\\t\"]"},
    {"display = 4": 'display = { "a key" = [0.1, 3.0, 1e16, 123456.75], b = -0.0 }'},
    {"display = 4": "display = 07:32:00"},
    {"display = 4": "display = 4\nconstructor = 1\n__proto__ = 2\n"},
    {SPACE_AB: SPACE_AB.replace('"b"', '"constructor"')},
    {"at = [60, 100]": "at = [60.5, 700.25]"},
    {"format = 1\n": "format = 1\r\n"},
]
"""More faults: words with hints, values of other types, names that JavaScript knows."""
MARKUP: Final = "<b title='x' onload=\\\"alert(1)\\\">&amp;</b>"
"""Markup, as a text in TOML."""
SCENERY: Final = "\n".join(
    f'[[scenery]]\nkind = "{kind}"\n'
    f"points = [[{20 + 30 * i}, 60], [140, {90 + 9 * i}], [{i}, 200.25]]\n{NAME}"
    for i, kind in enumerate((*STANDING, *LINES, "gate", "tower", "name", "constructor"))
)
SCROLLS: Final = (
    '[[scenery]]\nkind = "title"\npoints = [[10, 10], [210, 90]]\n'
    '[[scenery]]\nkind = "legend"\npoints = [[420, 300], [590, 590.5]]\n'
)
LONG_NAME: Final = "The long-lasting North-East -- and more, of the Warring States"
NAMED: Final = NAME.replace('"N"', f'"{MARKUP}"')


def drawn_texts() -> dict[str, str]:
    """Map files without faults, to be drawn."""
    decorated = edit(
        {f"{RIVER}\n{NAME} # of the river\n": f"{RIVER}\n{NAME}\n{SCENERY}\n{SCROLLS}"}
    )
    long_name = NAME.replace(
        '"N"', '"The long-lasting North-East -- and more, of the Warring States"'
    )
    return {
        "plain": VALID,
        "curved": VALID.replace('outlines = "straight"', 'outlines = "curved"'),
        "decorated": decorated.replace(NAME, long_name, 1),
        "markup": decorated.replace(NAME, NAMED).replace("Nine squares.", MARKUP),
    }


def fault_cases() -> list[dict[str, Any]]:
    """The valid map, broken in each way, and its faults."""
    return [{"edits": edits, "faults": _faults(edit(edits))} for edits in (*CASES, *SLIPS)]


def drawing_cases() -> list[dict[str, Any]]:
    """Maps, what is drawn of them, and the records that kernels make of them."""
    return [{"name": name, "text": text, **_map(text)} for name, text in drawn_texts().items()]


def _faults(text: str) -> list[dict[str, Any]]:
    return [
        {
            "line": fault.line,
            "key": fault.key,
            "params": fault.params,
            "hint": fault.hint,
            "said": fault.text("de").removeprefix(f"{FILE}:{fault.line}: "),
        }
        for fault in check_map(text, FILE)
    ]


def _map(text: str) -> dict[str, Any]:
    game_map = parse_map(text, FILE)
    game = Game(game_map, 4, variant=True)
    records = {"board": game.board, "setup": game.new_setup(), "costs": costs_on(game_map)}
    return {
        "map": asdict(game_map),
        "drawings": {lang: _body(game_map, lang) for lang in LANGUAGES},
        **{name: hashlib.sha256(one.tobytes()).hexdigest() for name, one in records.items()},
    }


def _body(game_map: Map, lang: str) -> str:
    """A drawing without what is the same in every drawing; only one language in full."""
    head, mark, body = draw_map(game_map, lang).partition('<g id="land">')
    svg = head[: head.index("<style>")] + mark + body
    return svg if lang == "de" else hashlib.sha256(svg.encode()).hexdigest()
