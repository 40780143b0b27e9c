"""Views as bytes, to send them to processes in which bots choose.

The fields are listed explicitly and come from a view only: the bytes contain nothing that the
view does not, and equal views give equal bytes.
"""

from typing import Annotated

import msgspec
import numpy as np

from han.engine.action import LegalActions
from han.engine.game import Game, shared_game
from han.engine.view import View
from han.maps.load import load_map, map_ids
from han.messages import HanError
from han.rules.codes import WORDS
from han.rules.state import OVER, STATE, State

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Packed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The packed fields, in their order."""

    map: str
    players: Count
    variant: bool
    wild_in_prices: bool
    seat: Count | None
    state: bytes
    hand_sizes: tuple[Count, ...]
    pile_size: Count
    legal: bytes


def pack_view(view: View) -> bytes:
    """A view as bytes.

    Raises:
        ValueError: The map is not a packaged one, which every process has.
    """
    game = view.game
    if game.map.id not in map_ids() or game.map != load_map(game.map.id):
        raise ValueError(f"{game!r} is played on a map that other processes do not have")
    packed = Packed(
        map=game.map.id,
        players=game.players,
        variant=game.variant,
        wild_in_prices=game.wild_in_prices,
        seat=view.seat,
        state=view.state.tobytes(),
        hand_sizes=view.hand_sizes,
        pile_size=view.pile_size,
        legal=view.legal_actions.words.tobytes(),
    )
    return msgspec.msgpack.encode(packed)


def unpack_view(data: bytes) -> View:
    """The view that was packed.

    Raises:
        ValueError: The bytes are no view.
    """
    try:
        packed = msgspec.msgpack.decode(data, type=Packed)
        game = _game(packed)
    except (msgspec.DecodeError, UnicodeDecodeError, HanError) as error:
        raise ValueError(f"these bytes are no view: {error}") from None
    _check_sizes(packed)
    state = _state(packed.state)
    _check_state(game, packed, state)
    legal = LegalActions(game.book, _words(packed.legal))
    return View(game, packed.seat, state, packed.hand_sizes, packed.pile_size, legal)


def _game(packed: Packed) -> Game:
    """The game of a view. The map's name is never taken for a file."""
    if packed.map not in map_ids():
        raise ValueError(f"these bytes are no view: there is no map {packed.map!r}")
    return shared_game(packed.map, packed.players, packed.variant, packed.wild_in_prices)


def _check_sizes(packed: Packed) -> None:
    if len(packed.state) != STATE.itemsize or len(packed.legal) != 8 * WORDS:
        raise ValueError("these bytes are no view: its state is that of another version")
    if len(packed.hand_sizes) != packed.players:
        raise ValueError("these bytes are no view: a hand for each seat is missing")
    if packed.seat is not None and packed.seat >= packed.players:
        raise ValueError(f"these bytes are no view: there is no seat {packed.seat}")


def _check_state(game: Game, packed: Packed, state: State) -> None:
    """Refuse a state with which kernels would read out of bounds, which they do not check."""
    setup = game.new_setup()
    kinds = ("players", "variant", "wild_in_prices")
    is_same_game = all(state[kind] == setup[kind] for kind in kinds)
    if not is_same_game or max(state.seat, state.start) >= packed.players or state.phase > OVER:
        raise ValueError("these bytes are no view: the state does not fit the game")


def _state(data: bytes) -> State:
    """A read-only copy of a state, aligned as kernels need it."""
    states = np.frombuffer(data, STATE).copy()
    states.flags.writeable = False
    state: State = states[0]
    return state


def _words(data: bytes) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
    words = np.frombuffer(data, np.uint64).copy()
    words.flags.writeable = False
    return words
