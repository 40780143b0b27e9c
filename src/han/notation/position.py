"""Position strings: a whole state on one line.

``border-disputes 4 start=0 seat=1 phase=place houses=0:wei-1 … hands=RGV,… display=RGYV`` is one.

Fields at their usual value are left out; `docs/reference/notation.md` lists all of them.
The pile is not written: it has all cards of the deck that are not elsewhere.
"""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, cast, get_args

from han.maps.model import Map
from han.notation.cards import format_cards
from han.rules import state as fields
from han.rules.state import OVER, PROVINCE_COUNT, State
from han.rules.types import Cards, Mask

Phase: TypeAlias = Literal["place", "draw", "pile", "refill", "over"]
Reason: TypeAlias = Literal["pile", "board"]
PHASES: tuple[Phase, ...] = get_args(Phase)
REASONS = cast("tuple[Reason, ...]", ("", *get_args(Reason)))
"""Why a game ended, by a state's number; 0 is a game that goes on."""


def format_position(game_map: Map, state: State) -> str:
    """The position string of ``state``."""
    return " ".join([game_map.id, str(state.players), *_fields(game_map, state)])


def _fields(game_map: Map, state: State) -> Iterator[str]:
    for name, value, usual in (
        ("variant", "on" if state.variant else "off", "off"),
        ("wild", "on" if state.wild_in_prices else "off", "on"),
        ("start", str(state.start), ""),
        ("seat", str(state.seat), ""),
        ("phase", PHASES[state.phase], ""),
        ("placed", _placed(game_map, state), ""),
        ("reason", REASONS[state.reason], ""),
        ("pass", str(state.times_pile_emptied), "0"),
        ("houses", _pieces(game_map, state.houses), ""),
        ("markers", _pieces(game_map, state.markers), ""),
        ("emissaries", _emissaries(game_map, state), ""),
        ("hands", _hands(state, state.hands), ""),
        ("known", _hands(state, state.known), "," * (int(state.players) - 1)),
        ("display", format_cards(state.display), ""),
        ("discards", format_cards(state.discards), ""),
        ("disks", ",".join(_provinces(game_map, state.disks)), ""),
        ("points", _points(state), ",".join("0" * int(state.players))),
    ):
        if value != usual:
            yield f"{name}={value}"


def _placed(game_map: Map, state: State) -> str:
    """The pieces of this turn and their provinces; ``!`` marks those that were empty."""
    if not state.placed:
        return ""
    empty = set(_provinces(game_map, state.touched & ~state.settled))
    touched = _provinces(game_map, state.touched)
    where = ",".join(name + ("!" if name in empty else "") for name in touched)
    return f"{state.placed}:{where}"


def _provinces(game_map: Map, mask: int) -> list[str]:
    return [p.id for index, p in enumerate(game_map.provinces) if int(mask) >> index & 1]


def _pieces(game_map: Map, masks: Iterable[Mask]) -> str:
    """Pieces on spaces by seat: ``0:wei-1,wei-2;2:qi-1``."""
    parts = []
    for seat, mask in enumerate(masks):
        ids = [s.id for index, s in enumerate(game_map.spaces) if int(mask) >> index & 1]
        if ids:
            parts.append(f"{seat}:{','.join(ids)}")
    return ";".join(parts)


def _emissaries(game_map: Map, state: State) -> str:
    """A digit for each seat: ``wei:0120;qi:1000``."""
    parts = []
    for index in range(PROVINCE_COUNT):
        counts = list(state.emissaries[index])[: state.players]
        if any(counts):
            digits = "".join(str(count) for count in counts)
            parts.append(f"{game_map.provinces[index].id}:{digits}")
    return ";".join(parts)


def _hands(state: State, hands: Iterable[Cards]) -> str:
    cards = [format_cards(hand) for hand in hands]
    return ",".join(cards[: state.players])


def _points(state: State) -> str:
    """Points by seat; after the end for all four sources, separated by slashes."""
    sources = fields.SOURCES if state.phase == OVER else 1
    rows = [list(row)[: state.players] for row in list(state.points)[:sources]]
    return "/".join(",".join(map(str, row)) for row in rows)
