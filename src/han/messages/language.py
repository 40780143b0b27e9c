"""The language of the person at this terminal."""

import os

from han.messages.catalogue import LANGUAGES
from han.messages.errors import HanError

_chosen: list[str] = []


def set_language(lang: str) -> None:
    """Choose the language for this process."""
    if lang not in LANGUAGES:
        raise HanError("cli.no_language", lang=lang, known=", ".join(LANGUAGES))
    _chosen[:] = [lang]


def language() -> str:
    """The language chosen, else the one that the system is set to, else English."""
    if _chosen:
        return _chosen[0]
    for variable in ("HAN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        lang = os.environ.get(variable, "")[:2]
        if lang in LANGUAGES:
            return lang
    return "en"
