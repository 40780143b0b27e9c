"""Which roads are possible: short, on the land they join, and clear of everything else."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from han.maps.layout import DRAGON_RADIUS, SPACE_RADIUS
from han.maps.make.alliances import Pair
from han.maps.make.cells import gap
from han.maps.make.centres import Centre
from han.maps.make.field import Flags, Places, from_box, from_line, from_points, inside
from han.maps.make.shapes import Ground
from han.maps.model import Point

LONGEST = 232.0
STEPS = 32
"""Places along a road that are looked at."""
PASSING = SPACE_RADIUS + 22
"""From a road to a space that it does not join."""
AT_DRAGON = DRAGON_RADIUS + 10
AT_BADGE = 20.0
AT_NAME = 8.0
AT_COAST = 13.0
"""From the middle part of a road to a coast; its ends may be ports."""
MIDDLE = slice(STEPS // 5, STEPS + 1 - STEPS // 5)


@dataclass(frozen=True)
class Spot:
    """A house space of a board in the making."""

    at: Point
    provinces: tuple[int, ...]
    is_port: bool = False


def possible_roads(
    spots: Sequence[Spot],
    centres: Sequence[Centre],
    grounds: Sequence[Ground],
    alliances: Sequence[Pair],
) -> dict[Pair, float]:
    """The lengths of all possible roads, by the indices of the spots they join."""
    allied = set(alliances)
    pairs = [
        (one, other)
        for one, other in combinations(range(len(spots)), 2)
        if gap(spots[one].at, spots[other].at) <= LONGEST
        and _ground_of(spots[one], spots[other], allied)
    ]
    if not pairs:
        return {}
    along = _along(spots, pairs)
    is_clear = np.all(_clear_of_signs(along, centres), axis=1).tolist()
    return {
        pair: gap(spots[pair[0]].at, spots[pair[1]].at)
        for pair, places, clear in zip(pairs, along, is_clear, strict=True)
        if clear and _passes(pair, places, spots) and _stays(pair, places, spots, grounds, allied)
    }


def _ground_of(one: Spot, other: Spot, allied: set[Pair]) -> tuple[int, ...]:
    """The provinces that a road may touch; none where it would lead through a wall or afar."""
    both = tuple(sorted({*one.provinces, *other.provinces}))
    common = tuple(set(one.provinces) & set(other.provinces))
    if len(both) == 1 or (len(both) == 2 and (both[0], both[1]) in allied):
        return both
    return common if len(common) == 1 else ()


def _along(spots: Sequence[Spot], pairs: Sequence[Pair]) -> Places:
    """For each pair the places along its road, ends included."""
    shares = np.arange(STEPS + 1) / STEPS
    starts = np.array([spots[one].at for one, _ in pairs])[:, None, :]
    ends = np.array([spots[other].at for _, other in pairs])[:, None, :]
    return np.asarray(starts + shares[None, :, None] * (ends - starts))


def _clear_of_signs(along: Places, centres: Sequence[Centre]) -> Flags:
    """Which places along roads keep away from dragons and names."""
    places = along.reshape(-1, 2)
    clear = from_points(places, [centre.dragon for centre in centres]) >= AT_DRAGON
    clear &= from_points(places, [centre.badge for centre in centres]) >= AT_BADGE
    for centre in centres:
        clear &= from_box(places, centre.box) >= AT_NAME
    return np.asarray(clear.reshape(along.shape[:2]))


def _passes(pair: Pair, places: Places, spots: Sequence[Spot]) -> bool:
    others = [spot.at for index, spot in enumerate(spots) if index not in pair]
    return bool(from_points(places, others).min() >= PASSING)


def _stays(
    pair: Pair, places: Places, spots: Sequence[Spot], grounds: Sequence[Ground], allied: set[Pair]
) -> bool:
    """Whether a road stays on its ground, from the first step to the last."""
    inner = places[1:-1]
    on_land = np.zeros(len(inner), np.bool_)
    for province in _ground_of(spots[pair[0]], spots[pair[1]], allied):
        on_land |= inside(inner, grounds[province].shape)
    shores = [
        shore
        for province in _ground_of(spots[pair[0]], spots[pair[1]], allied)
        for shore in grounds[province].shores
    ]
    return bool(on_land.all()) and all(
        from_line(places[MIDDLE], shore, is_closed=False).min() >= AT_COAST for shore in shores
    )
