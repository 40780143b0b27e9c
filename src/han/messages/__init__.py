"""The words people read, in four languages, and the errors that carry them.

A message has a key such as ``rules.dragon_full``: the part before the dot names a
catalogue file, the rest an entry in it. Catalogues are plain JSON (``en/rules.json``),
so that the browser can read the same files. An entry is a text with ``{named}`` gaps, or
an object of plural forms chosen by the parameter ``count``.
"""

from han.messages.catalogue import LANGUAGES, Term, message
from han.messages.errors import HanError
from han.messages.language import language, set_language
from han.messages.numbers import format_number

__all__ = [
    "LANGUAGES",
    "HanError",
    "Term",
    "format_number",
    "language",
    "message",
    "set_language",
]
