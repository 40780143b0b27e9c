"""The messages of the websocket, `han-table/1` (`docs/reference/table-protocol.md`).

What a client asks of the table is a command of `han.table.command`, as it is. The rest is asked
of the server and changes nothing.
"""

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from han.engine.encoding import encode
from han.table.command import ActionText, ClientCommand, CommandId, EntryNumber, SeatNumber

PROTOCOL: Final = "han-table/1"


class _Query(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client wants to know."""


class Look(_Query, frozen=True, kw_only=True, tag="look"):
    """See the table from another of one's seats, or as a spectator."""

    seat: SeatNumber | None
    lang: Literal["en", "de", "fr", "it"] | None = None


class Why(_Query, frozen=True, kw_only=True, tag="why"):
    """Ask why an action is not legal now; nothing is played."""

    id: CommandId
    action: ActionText


class Resync(_Query, frozen=True, kw_only=True, tag="resync"):
    """Hear again all that came after an entry."""

    seen: EntryNumber


class Ping(_Query, frozen=True, kw_only=True, tag="ping"):
    """Ask whether the server is there, and say whether the page is in view."""

    in_view: bool = True


Message: TypeAlias = ClientCommand | Why | Look | Resync | Ping

decode_message = msgspec.json.Decoder(Message).decode
encode_message = encode
