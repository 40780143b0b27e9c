"""A fault of a map file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from han.messages import message


@dataclass(frozen=True)
class MapFault:
    """A fault with its place and the message that explains it."""

    file: str
    line: int | None
    """None where the fault is the whole file's: it is missing, or a folder."""
    key: str
    params: Mapping[str, object] = field(default_factory=dict)
    hint: str = ""
    """What was probably meant, if a word looks misspelt."""

    def text(self, lang: str = "en") -> str:
        """``file:line: sentence``, the form that editors and terminals make a link of."""
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        sentences = [message(self.key, lang, **self.params)]
        if self.hint:
            sentences.append(message("maps.did_you_mean", lang, hint=self.hint))
        return f"{place}: {' '.join(sentences)}"


def closest(word: str, choices: Iterable[str]) -> str:
    """The choice that ``word`` was probably meant to be; empty if there is none."""
    return next(iter(get_close_matches(word, list(choices), n=1)), "")
