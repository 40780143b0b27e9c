"""Look a message up and fill its gaps."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "de", "fr", "it")

Entry = str | dict[str, str]


@dataclass(frozen=True)
class Term:
    """A message that fills a gap of another one, in whatever language that is shown."""

    key: str


def message(key: str, lang: str = "en", /, **params: object) -> str:
    """The message ``key`` in the language ``lang``.

    Gaps are filled with ``params``: a mapping of languages to names gives the name in
    ``lang``, a `Term` its own message, anything else its text.
    """
    topic, _, name = key.partition(".")
    entry = catalogue(lang, topic)[name]
    text = entry if isinstance(entry, str) else entry[plural_form(lang, params["count"])]
    return text.format_map({gap: _in_language(lang, value) for gap, value in params.items()})


def _in_language(lang: str, value: object) -> object:
    if isinstance(value, Term):
        return message(value.key, lang)
    return value[lang] if isinstance(value, Mapping) else value


def plural_form(lang: str, count: object) -> str:
    """The plural category of ``count``: French counts zero as one, the others do not."""
    return "one" if count == 1 or (lang == "fr" and count == 0) else "other"


@cache
def catalogue(lang: str, topic: str) -> dict[str, Entry]:
    """All entries of one catalogue file."""
    if lang not in LANGUAGES:
        raise ValueError(f"no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    text = files("han.messages").joinpath(lang, f"{topic}.json").read_text("utf-8")
    entries: dict[str, Entry] = json.loads(text)
    return entries
