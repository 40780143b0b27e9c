"""Indices into the tables, by the features of a position.

Learning and valuing both take their indices from here.
"""

from han.rules.compile import kernel
from han.rules.state import State
from han.rules.types import Number, Truth, whole
from han.search.tables.record import ENDS, EXITS, FREE, GROUPS, PHASES, RANKS, SIZES


@kernel(inline=True)
def phase_of(state: State) -> Number:
    """The phase of the game: how often the pile was emptied, in thirds by its cards per player."""
    if state.times_pile_emptied >= 2:
        return PHASES - 1
    share = state.pile_size // state.players
    third = 0 if share >= 6 else (1 if share >= 3 else 2)
    return 3 * whole(state.times_pile_emptied) + third


@kernel(inline=True)
def province_offset(phase: Number, spaces: Number, free: Number) -> Number:
    """The start of a province's part of the table of houses."""
    size = min(max(spaces, 3), 8) - 3
    return (phase * SIZES + size) * FREE + min(free, FREE - 1)


@kernel(inline=True)
def port_offset(phase: Number, free: Number) -> Number:
    """The start of the ports' part of their table."""
    return phase * FREE + min(free, FREE - 1)


@kernel(inline=True)
def rank_index(offset: Number, own: Number, other: Number) -> Number:
    """A seat's index in a part that starts at ``offset``.

    ``other`` is the most houses that another seat has.
    """
    return (offset * RANKS + min(own, RANKS - 1)) * RANKS + min(other, RANKS - 1)


@kernel(inline=True)
def row_index(phase: Number, houses: Number, exits: Number) -> Number:
    """The index of a connected group of houses; ``exits`` are free spaces next to it."""
    return (phase * GROUPS + min(houses, GROUPS) - 1) * EXITS + min(exits, EXITS - 1)


@kernel(inline=True)
def end_index(capacity: Number, own: Number, other: Number) -> Number:
    """The index of one end of an alliance; ``other`` is the most emissaries of another seat."""
    return (capacity * 4 + min(own, 3)) * 4 + min(other, 3)


@kernel(inline=True)
def other_in_end(end: Number) -> Number:
    """The most emissaries of another seat, at most 3, read from an `end_index`."""
    return end & 3


@kernel(inline=True)
def alliance_index(phase: Number, one: Number, other: Number) -> Number:
    """The index of an alliance, by the indices of its ends."""
    return (phase * ENDS + one) * ENDS + other


@kernel(inline=True)
def capacity_index(places: Number, houses_fit: Truth) -> Number:
    """How many emissaries still fit: 0 none, 1 only after another house, 2 one now, 3 more."""
    if places <= 0:
        return whole(1) if houses_fit else whole(0)
    return whole(2) if places == 1 else whole(3)
