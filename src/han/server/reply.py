"""The reply to a command."""

from msgspec import Struct

from han.engine.errors import IllegalActionError
from han.messages import HanError, message
from han.table.errors import StaleError


class Reply(Struct, frozen=True, omit_defaults=True):
    """Accepted, with the number of the entry, or refused with a reason for people."""

    seq: int | None = None
    key: str = ""
    text: str = ""
    rule: str = ""
    is_stale: bool = False

    @property
    def is_accepted(self) -> bool:
        """Whether the command is in the log."""
        return self.seq is not None


def refuse(error: HanError, lang: str) -> Reply:
    """The refusal that an error means, in the reader's language."""
    rule = error.rule if isinstance(error, IllegalActionError) else ""
    return Reply(None, error.key, error.text(lang), rule, isinstance(error, StaleError))


def refuse_for(key: str, lang: str, /, **params: object) -> Reply:
    """A refusal by the server itself."""
    return Reply(None, key, message(key, lang, **params))
