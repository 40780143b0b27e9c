"""The messages of ``han-bot/1``, one JSON object a line (`docs/reference/bot-protocol.md`)."""

import json
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from han.bots.errors import BotFaultError
from han.engine.action import Action
from han.engine.encoding import encode
from han.engine.game import Game
from han.engine.view import View
from han.engine.view_json import (
    BoardShape,
    GameShape,
    ViewShape,
    board_json,
    game_json,
    view_json,
)
from han.notation.errors import NotationError

PROTOCOL: Final = "han-bot/1"
QUOTED_CHARACTERS = 100
"""How many characters of an invalid answer a report quotes."""


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message to a program: the game and its board."""

    protocol: Literal["han-bot/1"]
    game: GameShape
    board: BoardShape


class Choose(Struct, frozen=True, tag_field="type", tag="choose"):
    """Ask for a decision."""

    id: int
    seed: int
    budget_ms: int
    view: ViewShape
    legal: list[str]


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The program is not needed any more."""


Message: TypeAlias = Hello | Choose | Bye


def hello_message(game: Game) -> Hello:
    """The first message to a program."""
    return Hello(PROTOCOL, game_json(game), board_json(game))


def choose_message(number: int, seed: int, budget_ms: int, view: View) -> Choose:
    """Ask for decision ``number``."""
    return Choose(number, seed, budget_ms, view_json(view), view.legal_actions.texts)


BYE_MESSAGE = Bye()


def format_message(message: Message) -> bytes:
    """A message as a line."""
    return encode(message) + b"\n"


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
