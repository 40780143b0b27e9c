"""The reply to a command."""

from msgspec import Struct

from han.engine.errors import IllegalActionError
from han.messages import HanError, message
from han.server.names import sitter_names
from han.table.errors import StaleError
from han.table.table import Table


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


def refuse(error: HanError, lang: str, table: Table | None = None) -> Reply:
    """The refusal that an error means, in the reader's language and with the table's names."""
    if isinstance(error, IllegalActionError):
        names = sitter_names(table.seats, lang) if table else ()
        return Reply(None, error.key, error.tell(lang, names), error.rule)
    return Reply(None, error.key, error.text(lang), is_stale=isinstance(error, StaleError))


def refuse_for(key: str, lang: str, /, **params: object) -> Reply:
    """A refusal by the server itself."""
    return Reply(None, key, message(key, lang, **params))
