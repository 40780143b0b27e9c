"""Parse and check the text of a record."""

import json
from collections.abc import Mapping
from math import isinf
from typing import Any, NoReturn, cast

from han.engine.action import Action
from han.engine.result import Result
from han.notation.atom import PILE, REFILL
from han.notation.cards import format_cards, parse_cards
from han.notation.errors import NotationError
from han.notation.position import Reason
from han.records.errors import RecordError
from han.records.record import FORMAT, Record, Turn

RESHUFFLED = "~"
MOST_BYTES = 4_000_000
"""The largest size of a record, far more than any game needs."""

_RESULT_ROWS = ("houses", "alliances", "roads", "ports", "total", "winners")
_KEYS = ("format", "map", "map_sha256", "players", "start", "options", "deal", "turns", "result")


def parse_record(text: str) -> Record:
    """The record that ``text`` holds, its cards and atoms in their usual spelling."""
    data = _load(text)
    _expect_keys("record", data, _KEYS, optional=("meta",))
    if data["format"] != FORMAT:
        raise RecordError("records.format", found=data["format"], expected=FORMAT)
    options, deal = data["options"], data["deal"]
    _expect_keys("options", options, ("variant", "wild_in_prices"))
    _expect_keys("deal", deal, ("hands", "display"))
    return Record(
        map=_typed("map", data["map"], str),
        map_sha256=_typed("map_sha256", data["map_sha256"], str),
        players=_typed("players", data["players"], int),
        start=_typed("start", data["start"], int),
        variant=_typed("variant", options["variant"], bool),
        wild_in_prices=_typed("wild_in_prices", options["wild_in_prices"], bool),
        hands=tuple(_cards("hands", hand) for hand in _typed("hands", deal["hands"], list)),
        display=_cards("display", deal["display"]),
        turns=tuple(_turn(turn) for turn in _typed("turns", data["turns"], list)),
        result=None if data["result"] is None else _result(data["result"]),
        meta=_typed("meta", data.get("meta", {}), dict),
    )


def _load(text: str) -> dict[str, Any]:
    try:
        data = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise RecordError("records.half_character") from None
    except json.JSONDecodeError as error:
        raise RecordError("records.not_json", line=error.lineno, fault=error.msg) from None
    except (RecursionError, ValueError):
        raise RecordError("records.not_json_at_all") from None
    record: dict[str, Any] = _typed("record", data, dict)
    return record


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from pairs; refuses duplicate keys."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError("records.duplicate_key", key=json.dumps(key)[:60])
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    """Refuse ``NaN`` and ``Infinity``, which are not JSON."""
    raise RecordError("records.not_a_number", value=name)


def _finite(text: str) -> float:
    """A number; refuses one so large that it would become ``Infinity``."""
    number = float(text)
    if isinf(number):
        raise RecordError("records.number_too_large", value=text[:60])
    return number


def _wrong(name: str, value: object) -> NoReturn:
    shown = json.dumps(value, ensure_ascii=False)
    raise RecordError("records.value", name=name, value=shown[:60])


def _typed(name: str, value: Any, kind: type[Any]) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        _wrong(name, value)
    return value


def _expect_keys(
    name: str, data: object, keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> None:
    if not isinstance(data, dict):
        _wrong(name, data)
    for key in keys:
        if key not in data:
            raise RecordError("records.missing_key", name=name, key=key)
    for key in data:
        if key not in keys + optional:
            raise RecordError("records.unknown_key", name=name, key=key)


def _cards(name: str, value: object) -> str:
    if not isinstance(value, str):
        _wrong(name, value)
    try:
        return format_cards(parse_cards(value))
    except NotationError:
        _wrong(name, value)


def _turn(data: object) -> Turn:
    _expect_keys("turn", data, ("seat", "atoms"), optional=("scored",))
    assert isinstance(data, dict)
    scored = _typed("scored", data.get("scored", {}), dict)
    return Turn(
        seat=_typed("seat", data["seat"], int),
        atoms=tuple(_atom(atom) for atom in _typed("atoms", data["atoms"], list)),
        scored={province: _numbers("scored", row) for province, row in scored.items()},
    )


def _atom(value: object) -> str:
    if not isinstance(value, str):
        _wrong("atom", value)
    if value == RESHUFFLED:
        return value
    try:
        if value.startswith(REFILL):
            parse_cards(value[1:])
            return value
        return str(Action(value))
    except NotationError:
        _wrong("atom", value)


def atom_actions(atom: str) -> list[str]:
    """The actions and outcomes that an atom of a record stands for, one by one."""
    if atom == RESHUFFLED:
        return []
    if atom.startswith(REFILL):
        return [REFILL + letter for letter in atom[1:]]
    if atom.startswith(PILE):
        return [PILE, atom]
    return [atom]


def _numbers(name: str, value: object) -> tuple[int, ...]:
    return tuple(_typed(name, number, int) for number in _typed(name, value, list))


def _result(data: Mapping[str, Any]) -> Result:
    _expect_keys("result", data, ("reason", *_RESULT_ROWS))
    rows = {name: _numbers(name, data[name]) for name in _RESULT_ROWS}
    return Result(reason=cast("Reason", _typed("reason", data["reason"], str)), **rows)
