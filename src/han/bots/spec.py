"""Specs: the text that names a bot and its parameters, such as ``mcts:sims=2000,ms=500``."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from han.bots.errors import SpecError, UnknownBotError

_PARAMETER_PIECE = re.compile(r"[^:=]*=")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,1000}")

Default = TypeVar("Default")


@dataclass(frozen=True)
class Spec:
    """A bot's name in lower case, and its parameters as they were written."""

    name: str
    parameters: Mapping[str, str]

    def __str__(self) -> str:
        pairs = ",".join(f"{key}={value}" for key, value in self.parameters.items())
        return f"{self.name}:{pairs}" if pairs else self.name


def split_specs(text: str) -> list[str]:
    """The specs of a list separated by commas.

    A piece ``key=value`` belongs to the spec before it, so that
    ``mcts:sims=100,ms=50,greedy`` is two bots.
    """
    specs: list[str] = []
    for piece in text.split(","):
        if specs and _PARAMETER_PIECE.match(piece):
            specs[-1] += "," + piece.strip()
        else:
            specs.append(piece.strip())
    return specs


def parse_spec(text: str) -> Spec:
    """Parse a spec, without checking whether there is such a bot."""
    name, colon, rest = text.partition(":")
    name = name.strip().lower()
    if not name:
        raise UnknownBotError("bots.no_name", spec=text)
    return Spec(name, parse_parameters(name, rest.split(",") if colon else []))


def parse_parameters(bot: str, pieces: Iterable[str]) -> dict[str, str]:
    """Parameters by their keys, each from a piece ``key=value``."""
    parameters: dict[str, str] = {}
    for piece in pieces:
        key, equals, value = (part.strip() for part in piece.partition("="))
        key = key.lower()
        if not key or not equals:
            raise SpecError("bots.not_a_parameter", bot=bot, text=piece.strip())
        if not value:
            raise SpecError("bots.parameter_empty", bot=bot, key=key)
        if key in parameters:
            raise SpecError("bots.parameter_twice", bot=bot, key=key)
        parameters[key] = value
    return parameters


def check_keys(bot: str, parameters: Mapping[str, str], known: Sequence[str] = ()) -> None:
    """Refuse parameters that a bot does not have."""
    for key in parameters:
        if not known:
            raise SpecError("bots.no_parameters", bot=bot, key=key)
        if key not in known:
            raise SpecError("bots.no_such_parameter", bot=bot, key=key, known=", ".join(known))


def read_whole(
    parameters: Mapping[str, str], key: str, default: Default, *, least: int, most: int
) -> int | Default:
    """A parameter that is a whole number between two limits; the default if it is absent."""
    if key not in parameters:
        return default
    value = parameters[key]
    if not _WHOLE_NUMBER.fullmatch(value):
        raise SpecError("bots.not_a_whole_number", key=key, value=value)
    if int(value) < least:
        raise SpecError("bots.too_small", key=key, value=value, least=least)
    if int(value) > most:
        raise SpecError("bots.too_large", key=key, value=value, most=most)
    return int(value)


def read_choice(parameters: Mapping[str, str], key: str, choices: Sequence[str]) -> str:
    """A parameter that is one of some words; the first if it is absent."""
    value = parameters.get(key, choices[0]).lower()
    if value not in choices:
        raise SpecError("bots.not_a_choice", key=key, value=value, known=", ".join(choices))
    return value
