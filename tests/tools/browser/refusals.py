"""One refusal of each kind that there is, in full."""

from typing import Any

from engine.test_refusals import REFUSALS, built_up, played_out
from han.engine.position import Position
from han.messages import HanError, Term
from han.rules import reasons


def refusal_cases() -> list[dict[str, Any]]:
    """Positions, an action that each refuses, and what is said about it."""
    refused = [(one.position, one.action) for one in REFUSALS]
    return [
        {"position": str(position), "action": action, "refusal": refusal_of(position, action)}
        for position, action in (*refused, (played_out(), "."), (built_up(), "."))
    ]


def reasons_without_a_case() -> set[int]:
    """Reasons of which there is no example, besides those that nobody can be told."""
    every = {number for name, number in vars(reasons).items() if name.isupper()}
    untold = {reasons.ALLOWED, reasons.NOT_ON_THIS_BOARD, reasons.GAME_IS_OVER}
    return every - untold - {one.reason for one in REFUSALS}


def refusal_of(position: Position, text: str, seat: int | None = None) -> list[Any] | None:
    """Why a text cannot be played, if it cannot."""
    try:
        position.play(text, seat=seat)
    except HanError as error:
        params = {gap: _plain(value) for gap, value in error.params.items()}
        return [text, error.key, params, getattr(error, "rule", None)]
    return None


def _plain(param: object) -> object:
    """What fills a gap; a message within a message says that it is one."""
    return {"type": "term", "key": param.key} if isinstance(param, Term) else param
