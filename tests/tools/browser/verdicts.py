"""Records that were changed, and what verifying them says."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from han.messages import HanError
from han.records.errors import RecordMismatchError
from han.records.parse import parse_record
from han.records.replay import verify
from tools.browser.fair_games import fair_game_cases

_SEED: Final = "0f" * 32
_BROUGHT: Final = (
    ("[20]", "null"),
    ("[20]", "[]"),
    ("[20]", "{}"),
    ("[20]", f'{{"redraw": 1, "seed": "{_SEED}", "salts": ["", "", ""]}}'),
    ("[20]", f'{{"redraw": 0, "seed": "{_SEED}", "salts": ["", "", ""]}}'),
    ("[20]", f'{{"redraw": 2, "seed": "{_SEED}", "salts": ["", "", ""]}}'),
    ("[20]", f'{{"redraw": true, "seed": "{_SEED}", "salts": ["", "", ""]}}'),
    ("[20]", f'{{"redraw": 1.0, "seed": "{_SEED}", "salts": ["", "", ""]}}'),
    ("[20]", f'{{"redraw": 1, "seed": "{_SEED}", "salts": ["", ""]}}'),
    ("[20]", f'{{"redraw": 1, "seed": "{_SEED}", "salts": ["", "", 4]}}'),
    ("[20]", f'{{"redraw": 1, "seed": "{_SEED}", "salts": ["", "", ""], "more": 1}}'),
    ("[20]", f'{{"redraw": 1, "seed": "{_SEED[1:]}", "salts": ["", "", ""]}}'),
    ("[]", f'{{"redraw": 1, "seed": "{_SEED}", "salts": ["", "", ""]}}'),
)
"""Redraws, and what is said of where the cards before one of them came from."""

CHANGES: Final[tuple[tuple[str, str], ...]] = (
    ("", ""),
    # the game
    (r'"map": "border-disputes"', '"map": "nowhere"'),
    (r'"map": "border-disputes"', '"map": "ways-of-diplomacy"'),
    (r'"map_sha256": "\w', '"map_sha256": "x'),
    (r'"players": 3', '"players": 2'),
    (r'"players": 3', '"players": 4'),
    (r'"start": 1', '"start": 3'),
    (r'"start": 1', '"start": 0'),
    (r'"start": 1', '"start": -1'),
    (r'"variant": false', '"variant": true'),
    # the deal
    (r'"hands": \["\w', '"hands": ["'),
    (r'"hands": \["\w', '"hands": ["V'),
    (r'"hands": \["\w', '"hands": ["R'),
    (r'"hands": \["\w*"', '"hands": ["RRR"'),
    (r'"hands": \["\w*", ', '"hands": ['),
    (r'"display": "\w', '"display": "'),
    (r'"display": "\w*', '"display": "RRRR'),
    # the turns
    (r'    {"seat": 1, .*\n', ""),
    (r'(    {"seat": 1, .*\n)', r"\1\1"),
    (r'{"seat": 1', '{"seat": 2'),
    (r'"scored": {}', '"scored": {"wei": [1, 1, 1]}'),
    (r'("scored": {"\w+": )\[\d', r"\1[7"),
    (r'"\+\w"', '"+V"'),
    (r'"\+\w"', '"+R"'),
    (r'"\*\w"', '"*V"'),
    (r'"\*\w"', '"*R"'),
    (r'"=\w', '"=V'),
    (r'"=\w', '"=R'),
    (r'"=\w', '"='),
    (r'"H wei-1 \w+"', '"H wei-9 R"'),
    (r'"H ', '"F '),
    (r'"\."', '"X R"'),
    (r'"~"', '"."'),
    (r', "~"', ""),
    # the result
    (r'"reason": "\w+"', '"reason": "board"'),
    (r'"total": \[\d', '"total": [9'),
    (r'"winners": \[', '"winners": [7, '),
    (r'"result": .*', '"result": null'),
    # the proof of the cards
    (r'"fair": {.*}(?=},\n)', '"fair": []'),
    (r'"fair": {.*}(?=},\n)', '"fair": null'),
    (r'"fair": {.*}(?=},\n)', '"fair": {"commitment": "x"}'),
    (r'"commitment": "\w', '"commitment": "'),
    (r'"commitment": "\w\w', '"commitment": "00'),
    (r'"seed": "\w\w', '"seed": "ff'),
    (r'"seed": "\w', '"seed": "F'),
    (r'"seed": "\w+"', '"seed": 4'),
    (r'"salts": \["salt"', '"salts": ["salz"'),
    (r'"salts": \["salt", ', '"salts": ['),
    (r'"salts": \["salt"', '"salts": [4'),
    (r'"salts": \["salt"', f'"salts": ["{"x" * 65}"'),
    (r'"start_drawn": false', '"start_drawn": 1'),
    (r'"start_drawn": false', '"start_drawn": true'),
    (r'"start_drawn": false', '"start_drawn": false, "redraws": []'),
    (r'"start_drawn": false', '"start_drawn": false, "redraws": [12]'),
    (r'"start_drawn": false', '"start_drawn": false, "redraws": [20]'),
    (r'"start_drawn": false', '"start_drawn": false, "redraws": [20.0]'),
    (r'"start_drawn": false', '"start_drawn": false, "redraws": null'),
    # a game that says it was brought from somebody's device
    *(
        (r'"start_drawn": false', f'"start_drawn": false, "redraws": {redraws}, "brought": {told}')
        for redraws, told in _BROUGHT
    ),
    (r'"origins": \["own"', '"origins": ["none"'),
    (r'"origins": \["own", "bot"', '"origins": ["own", "own"'),
    (r'"origins": \["own", "bot"', '"origins": ["own", "shared"'),
    (r'"origins": \["own", "bot", "own"', '"origins": ["shared", "bot", "shared"'),
    (r'"origins": \["own"', '"origins": ["other"'),
    (r'"origins": \["own", ', '"origins": ['),
    (r', "origins": \[.*\]', ""),
)
"""What stands in the text of the first of the fair games, and what stands there instead."""


@cache
def base() -> str:
    """The text that is changed."""
    return str(next(fair_game_cases())["record"])


def verdict_cases() -> Iterator[dict[str, Any]]:
    """Each changed text, and what verifying it says."""
    for wanted, change in CHANGES:
        text = re.sub(wanted, change, base(), count=1)
        yield {"difference": _difference(text), **_verdict(text)}


def changes_of_nothing() -> list[str]:
    """Changes for which there is no place in the text."""
    return [wanted for wanted, _ in CHANGES[1:] if not re.search(wanted, base())]


def _difference(text: str) -> dict[str, Any]:
    """What to put in place of a part of the text, by its characters."""
    old = base()
    head = _shared(old, text)
    tail = _shared(old[head:][::-1], text[head:][::-1])
    return {"from": head, "to": len(old) - tail, "put": text[head : len(text) - tail]}


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _verdict(text: str) -> dict[str, Any]:
    try:
        return {"last": str(verify(parse_record(text)))}
    except RecordMismatchError as error:
        cause = error.__cause__
        params = {gap: value for gap, value in error.params.items() if gap != "fault"}
        fault = {"fault": cause.key} if isinstance(cause, HanError) else {}
        return {"key": error.key, "params": params, **fault}
    except HanError as error:
        return {"key": error.key, "params": error.params}
