"""Parse a position string, and refuse positions that cannot occur in a game."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from han.maps.model import Map
from han.messages import Term
from han.notation.board_pieces import has_piece, markers_hold_emissaries
from han.notation.cards import LETTERS, parse_cards
from han.notation.check_position import check_position, needs_disk
from han.notation.errors import NotationError
from han.notation.position import PHASES, REASONS
from han.rules.board import build_board
from han.rules.board_sets import recount
from han.rules.setup import set_up
from han.rules.state import SOURCES, State
from han.rules.types import Cards, Grid


class Heading(NamedTuple):
    """The first two words of a position string."""

    map_id: str
    players: int


def parse_heading(text: str) -> Heading:
    """The map's id and the number of players."""
    words = text.split()
    if len(words) < 2 or "=" in words[0] or words[1] not in map(str, range(100)):
        raise NotationError("notation.position_map", text=" ".join(words[:2])[:40])
    return Heading(words[0], int(words[1]))


def parse_position(game_map: Map, text: str) -> State:
    """The state that ``text`` describes on ``game_map``."""
    heading = parse_heading(text)
    if heading.map_id != game_map.id:
        raise NotationError(
            "notation.position_other_map", found=heading.map_id, expected=game_map.id
        )
    values = dict(_split_fields(text.split()[2:]))
    state = set_up(
        game_map,
        heading.players,
        variant=_switch("variant", values.pop("variant", "off")),
        wild_in_prices=_switch("wild", values.pop("wild", "on")),
    )
    for name in _REQUIRED:
        if name not in values:
            raise NotationError("notation.position_missing_field", name=name)
    for name, value in values.items():
        _FIELDS[name](game_map, state, value)
    _mark_settled(game_map, state)
    _count_rest(game_map, state)
    recount(build_board(game_map), state)
    if "disks" not in values:
        _put_disks(game_map, state)
    check_position(game_map, state)
    return state


def _split_fields(words: list[str]) -> Iterator[tuple[str, str]]:
    seen = set()
    for word in words:
        name, mark, value = word.partition("=")
        if not mark:
            raise NotationError("notation.position_field", text=word)
        if name not in _FIELDS and name not in ("variant", "wild"):
            known = ", ".join(["variant", "wild", *_FIELDS])
            raise NotationError("notation.position_unknown_field", name=name, known=known)
        if name in seen:
            raise NotationError("notation.position_repeated_field", name=name)
        seen.add(name)
        yield name, value


def _bad(name: str, text: str) -> NotationError:
    return NotationError("notation.position_value", name=name, text=text)


def _switch(name: str, text: str) -> bool:
    if text not in ("on", "off"):
        raise _bad(name, text)
    return text == "on"


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise _bad(name, text)
    return int(text)


def _seat(state: State, text: str) -> int:
    if text not in ("0", "1", "2", "3", "4") or int(text) >= state.players:
        raise NotationError("notation.position_seat", text=text, last=int(state.players) - 1)
    return int(text)


def _index(name: str, ids: list[str], text: str) -> int:
    if text not in ids:
        raise _bad(name, text)
    return ids.index(text)


def _province(game_map: Map, name: str, text: str) -> int:
    return _index(name, [province.id for province in game_map.provinces], text)


def _start(game_map: Map, state: State, text: str) -> None:
    state.start = _seat(state, text)


def _to_move(game_map: Map, state: State, text: str) -> None:
    state.seat = _seat(state, text)


def _phase(game_map: Map, state: State, text: str) -> None:
    state.phase = _index("phase", list(PHASES), text)


def _reason(game_map: Map, state: State, text: str) -> None:
    state.reason = _index("reason", list(REASONS[1:]), text) + 1


def _pass(game_map: Map, state: State, text: str) -> None:
    if text not in ("0", "1", "2"):
        raise _bad("pass", text)
    state.times_pile_emptied = int(text)


def _placed(game_map: Map, state: State, text: str) -> None:
    count, _, where = text.partition(":")
    if count not in ("1", "2"):
        raise _bad("placed", text)
    state.placed = int(count)
    for part in where.split(","):
        bit = 1 << _province(game_map, "placed", part.removesuffix("!"))
        state.touched |= bit
        if not part.endswith("!"):
            state.settled |= bit


def _masks(name: str, game_map: Map, state: State, text: str) -> Iterator[tuple[int, int]]:
    """The pieces of ``0:wei-1,wei-2;2:qi-1`` as pairs of seat and space."""
    ids = [space.id for space in game_map.spaces]
    taken: set[str] = set()
    for part in text.split(";"):
        seat, _, spaces = part.partition(":")
        for space in spaces.split(","):
            if space in taken:
                raise NotationError("notation.position_space_twice", place=space)
            taken.add(space)
            yield _seat(state, seat), _index(name, ids, space)


def _houses(game_map: Map, state: State, text: str) -> None:
    for seat, space in _masks("houses", game_map, state, text):
        state.houses[seat] |= np.uint64(1 << space)


def _markers(game_map: Map, state: State, text: str) -> None:
    for seat, space in _masks("markers", game_map, state, text):
        state.markers[seat] |= np.uint64(1 << space)


def _emissaries(game_map: Map, state: State, text: str) -> None:
    for part in text.split(";"):
        name, _, digits = part.partition(":")
        if len(digits) != state.players or not digits.isascii() or not digits.isdecimal():
            raise _bad("emissaries", part)
        province = _province(game_map, "emissaries", name)
        if any(state.emissaries[province]):
            raise _bad("emissaries", text)
        for seat, digit in enumerate(digits):
            state.emissaries[province, seat] = int(digit)


def _hands(game_map: Map, state: State, text: str) -> None:
    _fill_hands(state.hands, state, "hands", text)


def _known(game_map: Map, state: State, text: str) -> None:
    _fill_hands(state.known, state, "known", text)


def _fill_hands(
    target: Grid,
    state: State,
    name: str,
    text: str,
) -> None:
    hands = text.split(",")
    if len(hands) != state.players or max(len(hand) for hand in hands) > 3:
        raise _bad(name, text)
    for seat, hand in enumerate(hands):
        _put(target[seat], parse_cards(hand))


def _cards(name: str, text: str) -> tuple[int, ...]:
    if len(text) > 57:
        raise _bad(name, text)
    return parse_cards(text)


def _put(target: Cards, cards: tuple[int, ...]) -> None:
    for colour, count in enumerate(cards):
        target[colour] = count


def _display(game_map: Map, state: State, text: str) -> None:
    _put(state.display, _cards("display", text))


def _discards(game_map: Map, state: State, text: str) -> None:
    _put(state.discards, _cards("discards", text))


def _disks(game_map: Map, state: State, text: str) -> None:
    for part in text.split(","):
        state.disks |= 1 << _province(game_map, "disks", part)


def _put_disks(game_map: Map, state: State) -> None:
    for index in range(len(game_map.provinces)):
        if needs_disk(build_board(game_map), state, index):
            state.disks |= 1 << index


def _points(game_map: Map, state: State, text: str) -> None:
    rows = text.split("/")
    if len(rows) not in (1, SOURCES):
        raise _bad("points", text)
    for source, row in enumerate(rows):
        numbers = [_number("points", number) for number in row.split(",")]
        if len(numbers) != state.players:
            raise _bad("points", text)
        for seat, number in enumerate(numbers):
            state.points[source, seat] = number


_FIELDS: dict[str, Callable[[Map, State, str], None]] = {
    "start": _start,
    "seat": _to_move,
    "phase": _phase,
    "placed": _placed,
    "reason": _reason,
    "pass": _pass,
    "houses": _houses,
    "markers": _markers,
    "emissaries": _emissaries,
    "hands": _hands,
    "known": _known,
    "display": _display,
    "discards": _discards,
    "disks": _disks,
    "points": _points,
}

_REQUIRED = ("start", "seat", "phase", "hands")


def _mark_settled(game_map: Map, state: State) -> None:
    """Mark the provinces that had a piece when the turn began (T5)."""
    board = build_board(game_map)
    for index in range(len(game_map.provinces)):
        if not state.touched >> index & 1 and has_piece(board, state, index):
            state.settled |= 1 << index


def _count_rest(game_map: Map, state: State) -> None:
    """Compute the supplies and the pile from the pieces and cards elsewhere."""
    for left, on_board in (
        (state.houses_left, [int(mask).bit_count() for mask in state.houses]),
        (state.markers_left, [int(mask).bit_count() for mask in state.markers]),
        (state.emissaries_left, _emissaries_out(game_map, state)),
    ):
        for seat, count in enumerate(on_board):
            if count > left[seat]:
                raise NotationError(
                    "notation.position_too_many", seat=Term(f"narration.seat_{seat}")
                )
            left[seat] -= count
    in_sight = zip(*state.hands, state.display, state.discards, strict=True)
    for colour, counts in enumerate(in_sight):
        count = sum(map(int, counts))
        if count > state.pile[colour]:
            letter = LETTERS[colour]
            raise NotationError("notation.position_cards", colour=Term(f"terms.colour_{letter}"))
        state.pile[colour] -= count


def _emissaries_out(game_map: Map, state: State) -> list[int]:
    """Emissaries on the board by seat, those on markers included until they join (V6)."""
    counts = [sum(map(int, row)) for row in zip(*state.emissaries, strict=True)]
    if markers_hold_emissaries(state):
        counts = [c + int(m).bit_count() for c, m in zip(counts, state.markers, strict=True)]
    return counts
