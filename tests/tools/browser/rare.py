"""Ties, shared wins and boards that games seldom come to, and what is told of them."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import to_builtins

from han.engine import event as events
from han.engine.event import Event
from han.engine.game import Game
from han.engine.narrator import tell_events, tell_result
from han.engine.position import Position
from tui.scenes import finished, set_up

CHINA: Final = Game("border-disputes", 4, variant=True)
TIED: Final = set_up(CHINA, {0: ["qi-1"], 1: ["qi-2"]}, markers={0: ["qi-1"], 1: ["qi-2"]})
TIED_UNLIKE: Final = set_up(CHINA, {0: ["qi-1"], 1: ["qi-2"]}, markers={1: ["qi-2"]})
BEHIND: Final = set_up(
    CHINA,
    {0: ["qi-1", "qi-2"], 1: ["qi-3"], 2: ["yan-qi"]},
    markers={1: ["qi-3"], 2: ["yan-qi"]},
)
EMISSARIES: Final = set_up(CHINA, {}, {"wei": [1, 1, 1], "chin": [1, 1, 1], "han": [0, 2]})
BOARDS: Final[tuple[tuple[Event, Position], ...]] = (
    (events.PortsScored((0, 0, 0, 0)), TIED),
    (events.ProvinceScored("qi", (0, 0, 0, 0)), EMISSARIES),
    (events.ProvinceScored("qi", (4, 4, 0, 0)), TIED),
    (events.ProvinceScored("qi", (2, 4, 0, 0)), TIED_UNLIKE),
    (events.ProvinceScored("qi", (4, 4, 4, 0)), BEHIND),
    (events.RowScored(3, ("chin-4", "chin-5", "shu-1", "shu-2"), 8), TIED),
    (events.RowScored(3, ("chin-4", "chin-5"), 2), TIED),
    (events.AllianceScored(3, ("wei", "chin"), (6, 6, 6, 0)), EMISSARIES),
    (events.AllianceScored(4, ("wei", "han"), (0, 0, 0, 0)), EMISSARIES),
    (events.AllianceScored(5, ("qi", "han"), (0, 0, 0, 0)), EMISSARIES),
    (events.AllianceScored(6, ("qi", "yan"), (0, 0, 0, 0)), EMISSARIES),
    (events.EmissariesJoined("chu", (0, 1, 0, 2)), EMISSARIES),
)
ENDS: Final = (
    finished(CHINA, (9, 7, 0, 0), (3, 3)),
    finished(CHINA, (9, 9, 0, 0), (3, 4)),
    finished(CHINA, (9, 9, 9, 0), (4, 3, 4)),
)


def rare_cases() -> Iterator[dict[str, Any]]:
    """The bytes of a position, what happened last, and the sentences about it and the end."""
    for event, after in BOARDS:
        yield _case(after) | {"event": to_builtins(event), "told": tell_events([event], after)[0]}
    for after in ENDS:
        yield _case(after) | {"event": None, "told": tell_result(after)}


def _case(position: Position) -> dict[str, Any]:
    game = position.game
    kind = {"map": game.map.id, "players": game.players, "variant": game.variant, "wild": True}
    return {"kind": kind, "state": position.state.tobytes().hex()}
