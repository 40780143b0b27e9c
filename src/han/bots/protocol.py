"""The messages of ``han-bot/1``, one JSON object a line (`docs/reference/bot-protocol.md`)."""

import json
from typing import Any

from han.bots.errors import BotFaultError
from han.engine.action import Action
from han.engine.game import Game
from han.engine.view import View
from han.engine.view_json import board_json, game_json, view_json
from han.notation.errors import NotationError

PROTOCOL = "han-bot/1"
QUOTED_CHARACTERS = 100
"""How many characters of an invalid answer a report quotes."""


def hello_message(game: Game) -> dict[str, Any]:
    """The first message to a program: the game and its board."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game_json(game),
        "board": board_json(game),
    }


def choose_message(number: int, seed: int, budget_ms: int, view: View) -> dict[str, Any]:
    """Ask for decision ``number``."""
    return {
        "type": "choose",
        "id": number,
        "seed": seed,
        "budget_ms": budget_ms,
        "view": view_json(view),
        "legal": view.legal_actions.texts,
    }


BYE_MESSAGE = {"type": "bye"}


def format_message(message: dict[str, Any]) -> bytes:
    """A message as a line."""
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def read_hello(line: bytes) -> str:
    """The name in a program's answer to hello."""
    answer = _read_object(line, "hello")
    name = answer.get("name")
    if not isinstance(name, str) or not name.strip():
        raise invalid_answer(line)
    return name.strip()[:QUOTED_CHARACTERS]


def read_action(line: bytes, number: int) -> Action | None:
    """The action in a program's answer; none if it answers an earlier question."""
    answer = _read_object(line, "action")
    if type(answer.get("id")) is not int or answer["id"] > number:
        raise invalid_answer(line)
    if answer["id"] < number:
        return None
    try:
        return Action(answer["action"])
    except (KeyError, TypeError, NotationError):
        raise invalid_answer(line) from None


def _read_object(line: bytes, kind: str) -> dict[str, Any]:
    try:
        answer = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):  # not UTF-8, not JSON, or nested without end
        raise invalid_answer(line) from None
    if not isinstance(answer, dict) or answer.get("type") != kind:
        raise invalid_answer(line)
    return answer


def invalid_answer(line: bytes) -> BotFaultError:
    """The error for a line that is no valid answer."""
    text = line[: 4 * QUOTED_CHARACTERS].decode("utf-8", "replace").strip()
    shown = text if len(text) <= QUOTED_CHARACTERS else text[:QUOTED_CHARACTERS] + " …"
    return BotFaultError("bots.program_nonsense", answer=shown)
