"""Where in the tables a seat stands: computed here and nowhere else.

Learning and valuing read the same places.
"""

from han.rules.compile import kernel
from han.rules.state import State
from han.rules.types import Number, Truth, whole
from han.search.tables.record import ENDS, EXITS, FREE, GROUPS, PHASES, RANKS, SIZES


@kernel(inline=True)
def phase_of(state: State) -> Number:
    """How far the game is: the passes of the deck, in thirds by cards for each player."""
    if state.passes >= 2:
        return PHASES - 1
    share = state.pile_size // state.players
    third = 0 if share >= 6 else (1 if share >= 3 else 2)
    return 3 * whole(state.passes) + third


@kernel(inline=True)
def province_place(phase: Number, spaces: Number, free: Number) -> Number:
    """Where a province's part of its table begins."""
    size = min(max(spaces, 3), 8) - 3
    return (phase * SIZES + size) * FREE + min(free, FREE - 1)


@kernel(inline=True)
def port_place(phase: Number, free: Number) -> Number:
    """Where the ports' part of their table begins."""
    return phase * FREE + min(free, FREE - 1)


@kernel(inline=True)
def rank_index(place: Number, own: Number, other: Number) -> Number:
    """A seat's index in such a part: ``other`` is the most houses that another seat has."""
    return (place * RANKS + min(own, RANKS - 1)) * RANKS + min(other, RANKS - 1)


@kernel(inline=True)
def row_index(phase: Number, houses: Number, exits: Number) -> Number:
    """Where a connected group of houses stands: ``exits`` are free spaces next to it."""
    return (phase * GROUPS + min(houses, GROUPS) - 1) * EXITS + min(exits, EXITS - 1)


@kernel(inline=True)
def end_index(room: Number, own: Number, other: Number) -> Number:
    """Where one end of an alliance stands: ``other`` is the most emissaries of another seat."""
    return (room * 4 + min(own, 3)) * 4 + min(other, 3)


@kernel(inline=True)
def other_in_end(end: Number) -> Number:
    """The most emissaries of another seat, as far as an end's index tells them apart."""
    return end & 3


@kernel(inline=True)
def alliance_index(phase: Number, one: Number, other: Number) -> Number:
    """Where an alliance stands, by its ends."""
    return (phase * ENDS + one) * ENDS + other


@kernel(inline=True)
def room_index(room: Number, houses_fit: Truth) -> Number:
    """Whether emissaries still fit: 0 never, 1 after another house, 2 one now, 3 more."""
    if room <= 0:
        return whole(1) if houses_fit else whole(0)
    return whole(2) if room == 1 else whole(3)
