"""Recorded games of all kinds, told in every way that a browser tells them.

Of what is long there is a digest, of the same JSON on both sides (`digest`).
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from han.engine.narrator import tell_each, tell_result
from han.engine.placing import after_stop, why_no_piece
from han.engine.position import Position
from han.records.files import read_record
from han.records.replay import Step, replay
from han.records.replay_json import replay_json
from tools.browser.refusals import refusal_of

GAMES: Final = Path(__file__).parents[2] / "records" / "games"
LOOK: Final = 61
"""At each position of this distance every action is tried, from another first one in each game."""
FOREIGN: Final = (
    "H nowhere-1 R",
    "E nowhere R",
    "H wei R",
    "F wei-1 RR",
    "M wei-1 RR",
    "F palace-1 RR",
    "M palace-1 RR",
    "H wei-1 VVV",
    "*?",
    "nonsense",
    "X RR",
    "",
)
"""Texts that mean nothing, or not everywhere."""


def game_cases(step: int = 1) -> Iterator[dict[str, Any]]:
    """Each recorded game, or one of so many."""
    files = sorted(GAMES.glob("*.json"))
    return (_case(path, number) for number, path in list(enumerate(files))[::step])


def _case(path: Path, number: int) -> dict[str, Any]:
    record = read_record(path)
    steps = list(replay(record))
    positions = [steps[0].before, *(step.after for step in steps)]
    return {
        "file": path.name,
        "steps": len(steps),
        "told": digest([_told(step) for step in steps]),
        "placing": digest([_placing(position) for position in positions]),
        "refused": digest([_refused(p) for p in positions[number % LOOK :: LOOK]]),
        "replay": digest(replay_json(record)),
    }


def _told(step: Step) -> list[Any]:
    """What everybody is told of a step, and each seat alike: cards drawn by others are hidden."""
    viewers = (None, *range(step.after.game.players))
    seen = [tell_each([e.seen_by(seat) for e in step.events], step.after) for seat in viewers]
    return [*seen, tell_each(step.events, step.after), tell_result(step.after)]


def _placing(position: Position) -> list[Any]:
    seats = range(position.game.players)
    views = [position.view(None), *map(position.view, seats)]
    return [[why_no_piece(view) for view in views], [after_stop(position, seat) for seat in seats]]


def _refused(position: Position) -> list[Any]:
    texts = [*position.game.book.texts.values(), *FOREIGN]
    seats = range(position.game.players)
    return [
        *(refusal for text in texts if (refusal := refusal_of(position, text))),
        *(refusal_of(position, ".", seat) for seat in seats),
    ]


def digest(content: object) -> str:
    """A digest of JSON whose keys are sorted."""
    plain = msgspec.to_builtins(content, enc_hook=str, order="deterministic")
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
