"""Messages that no honest client sends, in endless number."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from server.guests import Json

RIGHT: tuple[Json, ...] = (
    {"type": "play", "id": "1", "moment": 3, "action": "H wei-1 R"},
    {"type": "undo", "id": "1", "moment": 3},
    {"type": "take_back", "id": "1", "moment": 3},
    {"type": "answer", "id": "1", "agreed": True},
    {"type": "leave", "id": "1"},
    {"type": "back", "id": "1"},
    {"type": "nudge", "id": "1", "seat": 1},
    {"type": "stand_in", "id": "1", "seat": 1, "agreed": True},
    {"type": "say", "id": "1", "text": "hello", "phrase": ""},
    {"type": "mute", "id": "1", "seat": 0, "muted": True},
    {"type": "why", "id": "1", "action": "H wei-1 R"},
    {"type": "look", "seat": 0, "lang": "de"},
    {"type": "resync", "seen": 0},
)
"""One message of each kind, with all its fields."""

WRONG: tuple[Any, ...] = (
    [],
    {},
    [[]],
    {"type": "ping"},
    1.5,
    -2,
    2**31 + 1,
    2**63,
    2**64,
    10**400,
    -(10**400),
    float("nan"),
    float("inf"),
    float("-inf"),
    "x" * 1001,
    "\ud800",
    "\udfff\ud800",
    "a\ud800b",
)
"""Values that no field of any message takes."""


def wrong_messages(rng: Random) -> Iterator[str | bytes]:
    """Messages that mean nothing, of every kind in turn."""
    while True:
        yield rng.randbytes(rng.randrange(200))
        yield _random_text(rng)
        yield _with_a_wrong_value(rng)
        yield _with_a_field_too_much(rng)
        yield _with_a_field_too_few(rng)
        yield _cut_off(rng)
        yield _deep(rng)
        yield _of_no_kind(rng)
        yield rng.choice(("", " ", "\0", "null", "true", "0", '""', "[]", "{}", "NaN", "\ufeff{}"))
        yield json.dumps([rng.choice(RIGHT)])
        yield json.dumps(rng.choice(RIGHT)).encode()  # right, but not as text
        yield json.dumps(rng.choice(RIGHT)) * 2


def _random_text(rng: Random) -> str:
    letters = [chr(rng.choice((rng.randrange(128), rng.randrange(0x800)))) for _ in range(50)]
    return "".join(letters)


def _with_a_wrong_value(rng: Random) -> str:
    message = dict(rng.choice(RIGHT))
    message[rng.choice(list(message))] = rng.choice(WRONG)
    return json.dumps(message)


def _with_a_field_too_much(rng: Random) -> str:
    extra = rng.choice(("seat ", "guest", "cid", "at", "\ud800", "__class__", "", "Type", "hand"))
    return json.dumps({**rng.choice(RIGHT), extra: rng.choice((0, "x", None))})


def _with_a_field_too_few(rng: Random) -> str:
    message = dict(rng.choice(RIGHT))
    needed = [name for name in message if name not in ("text", "phrase", "lang")]
    del message[rng.choice(needed)]
    return json.dumps(message)


def _cut_off(rng: Random) -> str:
    text = json.dumps(rng.choice(RIGHT))
    return text[: rng.randrange(len(text))]


def _deep(rng: Random) -> str:
    opening = rng.choice(("[", '{"type":', '{"type":"say","text":', '{"a":[')) * rng.randrange(500)
    return opening[: rng.randrange(16_000)] + "[{"


def _of_no_kind(rng: Random) -> str:
    kinds = ("", "Play", "PLAY", "sit", "start", "rematch", "welcome", "done", "close", "\ud800")
    return json.dumps({**rng.choice(RIGHT), "type": rng.choice(kinds)})


ACTIONS = (
    *("*R", "*?", "=RO", "=R", "~", "*", ".", "X R", "+R", "+?", "H", "E", "F qi-2 YY"),
    *("H wei-1 R", "H wei-1 GG", "H nowhere R", "E wei R", "E wei RR", "M d3-1 GG", "H wei-1 🂡"),
    *("H wei-1 R; H wei-2 R", "<script>", "' OR 1=1 --", "../..", "\0", "%s{0}", "\u0663" * 40),
)
"""Things that somebody may try to play."""


def commands_out_of_place(rng: Random, moment: int, players: int) -> Iterator[Json]:
    """Right messages that cannot be accepted to somebody who is not to move."""
    moments = (-1, 0, moment - 1, moment, moment, moment + 1, 2**31)
    number = 0
    while True:
        number += 1
        now = {"id": f"{number}", "moment": rng.choice(moments)}
        yield {"type": "play", "action": rng.choice(ACTIONS), **now}
        yield {"type": "undo", **now}
        yield {"type": "take_back", "id": "t", "moment": rng.choice(moments)}
        yield {"type": "answer", "id": "a", "agreed": rng.random() < 0.5}
        yield {"type": "back", "id": "b"}
        yield {"type": "say", "id": "s", "text": rng.choice(("", " \n", "\u202e", "x" * 301))}
        yield {"type": "say", "id": "p", "phrase": rng.choice(("no", "Hello", "hello\0"))}
        yield {"type": "mute", "id": "m", "seat": rng.randrange(players, 5), "muted": True}
