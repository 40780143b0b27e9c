"""Observations: what a seat sees, as an array of small numbers of a fixed length.

The layout is the same for every map, number of players and variant; what a game does not have
is 0. Seats are counted from the observer on: seat 0 is the observer, seat 1 the next in turn. The
blocks that change during a game come first, those of the map after them, so that one network can
learn all maps.

An observation contains only what a `han.engine.view.View` does. `BLOCKS` describes it; the table
in `docs/reference/observations.md` is generated from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from han.engine.view import View
from han.maps.model import ALLIANCES, CARDS, MAX_SPACES
from han.rules.bits import lowest, without_lowest
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.state import (
    COLOUR_COUNT,
    EMISSARIES,
    HAND_SIZE,
    HOUSES,
    OVER,
    PLACE,
    PROVINCE_COUNT,
    SEATS,
    SOURCES,
    State,
)
from han.rules.types import Mask, Masks, Number, Numbers, whole

Observation = NDArray[np.uint8]
"""One observation; the last axis of many."""

MOST_POINTS: Final = 255
"""The most points that can be represented; no known game comes near."""
SPECTATOR: Final = -1
"""In place of a seat: a spectator, who sees no hand."""


@dataclass(frozen=True)
class Block:
    """A named part of an observation."""

    name: str
    shape: tuple[int, ...]
    most: int
    """The largest number in it, to scale by."""
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


_SEAT = (SEATS,)
_CARDS = (COLOUR_COUNT,)
_PROVINCE = (PROVINCE_COUNT,)
_SPACE = (MAX_SPACES,)

CHANGING: Final = (
    Block("seats", _SEAT, 1, "1 for each seat that plays"),
    Block("turn", _SEAT, 1, "1 for the seat whose turn it is; all 0 when the game is over"),
    Block("start", _SEAT, 1, "1 for the start player"),
    Block("placing", (1,), 1, "1 while pieces are placed or a card is discarded"),
    Block("drawing", (1,), 1, "1 while cards are drawn"),
    Block("over", (1,), 1, "1 when the game is over"),
    Block("placed", (1,), 2, "pieces placed in this turn"),
    Block("passes", (1,), 2, "how often the pile was used up"),
    Block("variant", (1,), 1, "1 when the map's variant is played"),
    Block("wild_in_prices", (1,), 1, "1 when pairs stand for cards in dearer prices too"),
    Block("pile", (1,), sum(CARDS), "cards in the pile"),
    Block("hand", _CARDS, HAND_SIZE, "the observer's cards"),
    Block("display", _CARDS, 6, "cards that lie open"),
    Block("discards", _CARDS, max(CARDS), "discarded cards"),
    Block("unseen", _CARDS, max(CARDS), "cards in the pile or hidden in other hands"),
    Block("hand_sizes", _SEAT, HAND_SIZE, "cards in each hand"),
    Block("known", (SEATS, COLOUR_COUNT), HAND_SIZE, "cards that everybody knows a seat to hold"),
    Block("points", (SOURCES, SEATS), MOST_POINTS, "points from houses, alliances, roads, ports"),
    Block("score", _SEAT, MOST_POINTS, "points altogether"),
    Block("houses_left", _SEAT, HOUSES, "houses in each supply"),
    Block("emissaries_left", _SEAT, EMISSARIES, "emissaries in each supply"),
    Block("markers_left", _SEAT, 2, "fortifications or market places in each supply"),
    Block("disks", _PROVINCE, 1, "1 for provinces whose houses have been scored"),
    Block("settled", _PROVINCE, 1, "1 for provinces that had a piece when the turn began"),
    Block("touched", _PROVINCE, 1, "1 for provinces in which this turn placed a piece"),
    Block("emissaries", (PROVINCE_COUNT, SEATS), EMISSARIES, "emissaries in each province"),
    Block("houses", (SEATS, MAX_SPACES), 1, "1 for each space with a seat's house"),
    Block("markers", (SEATS, MAX_SPACES), 1, "1 for each space with a seat's marker"),
)
"""The blocks that change during a game, in their order."""

CONSTANT: Final = (
    Block("map_spaces", _SPACE, 1, "1 for spaces that the map has"),
    Block("map_borders", _SPACE, 1, "1 for spaces on the border of two provinces"),
    Block("map_ports", _SPACE, 1, "1 for ports"),
    Block("map_provinces", (PROVINCE_COUNT, MAX_SPACES), 1, "1 for each space of a province"),
    Block("map_colours", (PROVINCE_COUNT, COLOUR_COUNT), 1, "1 for a province's colour"),
    Block("map_alliances", (ALLIANCES, PROVINCE_COUNT), 1, "1 for the ends of each alliance"),
)
"""The blocks of the map; roads are only in the graph form (`han.envs.graph`)."""

BLOCKS: Final = CHANGING + CONSTANT
SIZE: Final = sum(block.size for block in BLOCKS)


def offsets() -> Iterator[tuple[Block, slice]]:
    """Every block and its slice of the array."""
    begin = 0
    for block in BLOCKS:
        yield block, slice(begin, begin + block.size)
        begin += block.size


SLICES: Final = {block.name: part for block, part in offsets()}
SCALE: Final = np.concatenate([np.full(block.size, block.most, np.float32) for block in BLOCKS])
"""An observation divided by it has numbers between 0 and 1."""
SCALE.flags.writeable = False


def part(observation: Observation, name: str) -> Observation:
    """A block of one or many observations, in its own shape; a view, not a copy."""
    block = next(block for block in BLOCKS if block.name == name)
    return observation[..., SLICES[name]].reshape(*observation.shape[:-1], *block.shape)


# Offsets of blocks, as compile-time constants of the kernel.
_AT: Final = {name: place.start for name, place in SLICES.items()}
_SEATS_AT: Final = _AT["seats"]
_TURN_AT: Final = _AT["turn"]
_START_AT: Final = _AT["start"]
_PLACING_AT: Final = _AT["placing"]
_DRAWING_AT: Final = _AT["drawing"]
_OVER_AT: Final = _AT["over"]
_PLACED_AT: Final = _AT["placed"]
_PASSES_AT: Final = _AT["passes"]
_VARIANT_AT: Final = _AT["variant"]
_WILD_AT: Final = _AT["wild_in_prices"]
_PILE_AT: Final = _AT["pile"]
_HAND_AT: Final = _AT["hand"]
_DISPLAY_AT: Final = _AT["display"]
_DISCARDS_AT: Final = _AT["discards"]
_UNSEEN_AT: Final = _AT["unseen"]
_SIZES_AT: Final = _AT["hand_sizes"]
_KNOWN_AT: Final = _AT["known"]
_POINTS_AT: Final = _AT["points"]
_SCORE_AT: Final = _AT["score"]
_HOUSES_LEFT_AT: Final = _AT["houses_left"]
_EMISSARIES_LEFT_AT: Final = _AT["emissaries_left"]
_MARKERS_LEFT_AT: Final = _AT["markers_left"]
_DISKS_AT: Final = _AT["disks"]
_SETTLED_AT: Final = _AT["settled"]
_TOUCHED_AT: Final = _AT["touched"]
_EMISSARIES_AT: Final = _AT["emissaries"]
_HOUSES_AT: Final = _AT["houses"]
_MARKERS_AT: Final = _AT["markers"]
_CHANGING_SIZE: Final = sum(block.size for block in CHANGING)


def blank_observation(board: Board) -> Observation:
    """An observation with the blocks of the map only."""
    observation = np.zeros(SIZE, np.uint8)
    every = range(MAX_SPACES)
    for name, mask in (
        ("spaces", board.spaces),
        ("borders", board.borders),
        ("ports", board.ports),
    ):
        part(observation, f"map_{name}")[:] = [int(mask) >> space & 1 for space in every]
    for province in range(PROVINCE_COUNT):
        spaces = int(board.province_spaces[province])
        part(observation, "map_provinces")[province] = [spaces >> space & 1 for space in every]
        part(observation, "map_colours")[province, board.province_colour[province]] = 1
    for alliance, ends in enumerate(board.alliances):
        part(observation, "map_alliances")[alliance, list(ends)] = 1
    return observation


def observe_view(view: View) -> Observation:
    """The observation of a view; the observer is its seat, or the first seat for a spectator."""
    observation = blank_observation(view.game.board)
    viewer = SPECTATOR if view.seat is None else view.seat
    write_changing(view.state, viewer, observation)
    part(observation, "pile")[0] = view.pile_size
    part(observation, "unseen")[:] = view.unseen
    first = max(viewer, 0)
    sizes = [*view.hand_sizes[first:], *view.hand_sizes[:first]]
    part(observation, "hand_sizes")[: len(sizes)] = sizes
    return observation


@kernel
def observe_state(state: State, viewer: Number, out: Numbers) -> None:
    """Write what ``viewer`` sees of a full state into ``out``, which has the map already."""
    write_changing(state, viewer, out)
    write_sums(state, viewer, out)


@kernel(inline=True)
def write_changing(state: State, viewer: Number, out: Numbers) -> None:
    """Write everything but the map and the numbers of hidden cards; reads no hidden card."""
    for index in range(_CHANGING_SIZE):
        out[index] = 0
    write_moment(state, out)
    write_cards(state, viewer, out)
    seat = max(viewer, 0)
    for place in range(state.players):
        write_seat(state, seat, place, out)
        seat = next_seat(state, seat)


@kernel(inline=True)
def next_seat(state: State, seat: Number) -> Number:
    """The seat to the left."""
    return seat + 1 if seat + 1 < state.players else 0


@kernel(inline=True)
def write_sums(state: State, viewer: Number, out: Numbers) -> None:
    """Write how many cards the pile and the hands have, and which ``viewer`` cannot see."""
    out[_PILE_AT] = state.pile_size
    for colour in range(COLOUR_COUNT):
        out[_UNSEEN_AT + colour] = state.pile[colour]
    seat = max(viewer, 0)
    for place in range(state.players):
        size = whole(0)
        for colour in range(COLOUR_COUNT):
            cards = whole(state.hands[seat, colour])
            size += cards
            if seat != viewer:
                out[_UNSEEN_AT + colour] += cards - state.known[seat, colour]
        out[_SIZES_AT + place] = size
        seat = next_seat(state, seat)


@kernel(inline=True)
def write_moment(state: State, out: Numbers) -> None:
    """Write the phase and the options."""
    out[_PLACING_AT] = state.phase == PLACE
    out[_OVER_AT] = state.phase == OVER
    out[_DRAWING_AT] = not (state.phase == PLACE or state.phase == OVER)
    out[_PLACED_AT] = state.placed
    out[_PASSES_AT] = state.times_pile_emptied
    out[_VARIANT_AT] = state.variant != 0
    out[_WILD_AT] = state.wild_in_prices
    for province in range(PROVINCE_COUNT):
        out[_DISKS_AT + province] = (state.disks >> province) & 1
        out[_SETTLED_AT + province] = (state.settled >> province) & 1
        out[_TOUCHED_AT + province] = (state.touched >> province) & 1


@kernel(inline=True)
def write_cards(state: State, viewer: Number, out: Numbers) -> None:
    """Write the open cards, and the observer's own."""
    for colour in range(COLOUR_COUNT):
        out[_DISPLAY_AT + colour] = state.display[colour]
        out[_DISCARDS_AT + colour] = state.discards[colour]
        if viewer >= 0:
            out[_HAND_AT + colour] = state.hands[viewer, colour]


@kernel(inline=True)
def write_seat(state: State, seat: Number, place: Number, out: Numbers) -> None:
    """Write what belongs to one seat, which comes ``place`` seats after the observer."""
    out[_SEATS_AT + place] = 1
    out[_TURN_AT + place] = state.phase != OVER and state.seat == seat
    out[_START_AT + place] = state.start == seat
    out[_HOUSES_LEFT_AT + place] = state.houses_left[seat]
    out[_EMISSARIES_LEFT_AT + place] = state.emissaries_left[seat]
    out[_MARKERS_LEFT_AT + place] = state.markers_left[seat]
    for colour in range(COLOUR_COUNT):
        out[_KNOWN_AT + COLOUR_COUNT * place + colour] = state.known[seat, colour]
    score = 0
    for source in range(SOURCES):
        points = state.points[source, seat]
        out[_POINTS_AT + SEATS * source + place] = min(points, MOST_POINTS)
        score += points
    out[_SCORE_AT + place] = min(score, MOST_POINTS)
    for province in range(PROVINCE_COUNT):
        out[_EMISSARIES_AT + SEATS * province + place] = state.emissaries[province, seat]
    write_spaces(state.houses[seat], _HOUSES_AT + MAX_SPACES * place, out)
    write_spaces(state.markers[seat], _MARKERS_AT + MAX_SPACES * place, out)


@kernel(inline=True)
def write_spaces(spaces: Mask, begin: Number, out: Numbers) -> None:
    """Write a set of spaces as zeros and ones."""
    rest = spaces
    while rest != 0:
        out[begin + lowest(rest)] = 1
        rest = without_lowest(rest)


@kernel
def write_mask_word(mask: Masks, word: Number, codes: Mask) -> None:
    """Update a mask, a byte for each code, for a word of the set that has changed."""
    for byte in range(8):
        mask[8 * word + byte] = spread((codes >> np.uint64(8 * byte)) & np.uint64(0xFF))


@kernel(inline=True)
def spread(bits: Mask) -> Mask:
    """Eight bits as eight bytes of 0 or 1, the lowest first."""
    apart = (bits * np.uint64(0x0101010101010101)) & np.uint64(0x8040201008040201)
    return ((apart + np.uint64(0x7F7F7F7F7F7F7F7F)) >> np.uint64(7)) & np.uint64(0x0101010101010101)
