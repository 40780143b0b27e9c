"""Texts of records: what reading them gives, or why they are refused."""

from typing import Any, Final

from han.messages import HanError
from han.records.parse import parse_record
from han.records.record import format_record

BASE: Final = """{
  "format": "han-record/1",
  "map": "border-disputes",
  "map_sha256": "0",
  "players": 3,
  "start": 0,
  "options": {"variant": false, "wild_in_prices": true},
  "deal": {"hands": ["RRG", "GRO", "VYV"], "display": "RGOY"},
  "meta": {"x": 1},
  "turns": [
    {"seat": 0, "atoms": ["H wei-1 RG", ".", "+R", "=RG", "~", "*"], "scored": {"wei": [1, 2]}},
    {"seat": 1, "atoms": ["X G"]}
  ],
  "result": null
}
"""
RESULT: Final = (
    '{"winners": [0], "reason": "pile", "houses": [1], "alliances": [2], "roads": [3], '
    '"ports": [4], "total": [10]}'
)
META: Final = '{"x": 1}'

CHANGES: Final[tuple[tuple[str, str], ...]] = (
    ("", ""),
    # what is kept as it is, or brought into its usual spelling
    (META, '{"é 盐 🐉": "\\u00e9\\ud83d\\udc09\\u2028\\u007f\\u0001\\n\\"\\\\\\/"}'),
    (META, '{"x": [1.0, -0.0, 0.1, 1e5, 1E+16, 1e-5, 1.5e300, 123456789012345678901234567890]}'),
    (META, '{"x": [-0, 9007199254740993, 1e22, 0.00012, 1234567890123456.5, -12.25, 2e-7]}'),
    (META, '{"x": {"y": [], "z": {}, "": null}, "t": true, "f": false}'),
    (META, "{}"),
    ('  "meta": {"x": 1},\n', ""),
    (': ["X G"]', ': ["X G"], "scored": {}'),
    ("null", RESULT),
    ("\n", "\r\n\t"),
    ("H wei-1 RG", "H wei-1 GR"),
    ('"RGOY"', '"YOGR"'),
    # no JSON
    ("{", ""),
    ("}\n", ""),
    ('"players"', "players"),
    ("3,", "3;"),
    ("3,", "3,,"),
    ('"start": ', '"start" '),
    ("[1, 2]", "[1 2]"),
    ("[1, 2]", "[1, 2"),
    ("[1, 2]", "[1, 2,"),
    ('"RGOY"', '"RG\nOY"'),
    ('"RGOY"', '"RG\\xOY"'),
    ('"RGOY"', '"RG\\u00gOY"'),
    ('"RGOY"}', '"RGOY'),
    ("null\n}\n", '"'),
    ("null\n}\n", '"\\'),
    ("null\n}\n", "nul"),
    ("null\n}\n", "null\n}\nx"),
    ("{\n", "\ufeff{\n"),
    ("3,", "03,"),
    ("3,", "-,"),
    ("3,", "+3,"),
    ("3,", "3.,"),
    ("3,", "1" * 5000 + ","),
    # JSON that is refused
    (META, '{"x": 1, "y": 2, "x": 3}'),
    (META, '{"é\\u007f' + "x" * 99 + '": 1, "é\\u007f' + "x" * 99 + '": 3}'),
    (META, '{"x": NaN}'),
    (META, '{"x": Infinity}'),
    (META, '{"x": -Infinity}'),
    (META, '{"x": 1e999}'),
    (META, '{"x": -2.5E+400}'),
    (META, '{"x": "\\ud83d"}'),
    (META, '{"\\udc09": 1}'),
    # no record
    ("han-record/1", "han-record/2"),
    ('"format": "han-record/1",', '"format": "han-record/1", "y": 1,'),
    ('  "start": 0,\n', ""),
    ('"variant": false, ', ""),
    ('"wild_in_prices": true', '"wild_in_prices": true, "more": 1'),
    ('"seat": 1, ', ""),
    ('"atoms": ["X G"]', '"atoms": ["X G"], "more": []'),
    ('"border-disputes"', "4"),
    ('"0"', "null"),
    ("3,", '"3",'),
    ("3,", "3.0,"),
    ("3,", "true,"),
    ('{"variant": false, "wild_in_prices": true}', "[]"),
    ("false", "0"),
    ("true", '"true"'),
    ('["RRG", "GRO", "VYV"]', '"RRG"'),
    ('"GRO"', "7"),
    ('"GRO"', '"GR?"'),
    ('"RGOY"', '["R"]'),
    ('"RGOY"', '"' + "盐🐉" * 40 + '"'),
    (META, "[]"),
    (META, "null"),
    ('{"wei": [1, 2]}', "[]"),
    ('{"wei": [1, 2]}', '{"wei": [1, 2.5]}'),
    ('{"wei": [1, 2]}', '{"wei": 1}'),
    ('"X G"', "1"),
    ('"X G"', '"X g"'),
    ('"X G"', '"H wei-1"'),
    ('"=RG"', '"=R?"'),
    ('"X G"', '"' + "long " * 30 + '"'),
    ('{"seat": 1, "atoms": ["X G"]}', "7"),
    ("null", RESULT.replace('"ports": [4], ', "")),
    ("null", RESULT.replace("[4]", "4")),
    ("null", RESULT.replace('"pile"', "4")),
    ("null", "[]"),
)
"""What stands in the text, and what stands there instead."""


def record_cases() -> list[dict[str, Any]]:
    """What each text gives: the text that it is written as, or a refusal."""
    return [{"change": change, **_read(BASE.replace(*change, 1))} for change in CHANGES]


def _read(text: str) -> dict[str, Any]:
    try:
        return {"text": format_record(parse_record(text))}
    except HanError as error:
        return {"key": error.key, "params": error.params}
