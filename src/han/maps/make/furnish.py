"""What lies inside a province: its dragon and name, its house spaces and ports."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt

import numpy as np

from han.maps.layout import LABEL_SIZE, LETTER, SPACE_RADIUS
from han.maps.make.centres import Centre, find_centres, is_clear
from han.maps.make.dice import Dice
from han.maps.make.field import Places, from_line, from_points, inside, places_of
from han.maps.make.shapes import Ground, Shape
from han.maps.model import Names, Point

PROBES = 420
"""Random places that are tried in a province."""
TRIALS = 16
CHOICES = 10
"""Places of which the one farthest from other spaces becomes a space."""
GAP = 60.0
"""Between the centres of spaces, at least."""
WIDE_GAP = 96.0
"""Who keeps this gap need not be tried again."""
INLAND = SPACE_RADIUS + 15
"""From a space to its province's outline."""
QUAY = SPACE_RADIUS
"""From a port to the coast."""
PORT_GAP = 92.0


@dataclass(frozen=True)
class Room:
    """A province that is to be filled."""

    ground: Ground
    coasts: Sequence[Shape]
    """The stretches of its outline where ports can be."""
    name: Names
    spaces: int
    """Spaces that are its own, ports included."""
    ports: int
    taken: Sequence[Point]
    """The border spaces of the board."""


@dataclass(frozen=True)
class Filled:
    """A province with everything in it."""

    centre: Centre
    ports: tuple[Point, ...]
    inner: tuple[Point, ...]


def fill(room: Room, dice: Dice) -> Filled | None:
    """The best of some ways to fill a province; None if nothing fits."""
    probes = _probe(room.ground.shape, dice)
    depths = from_line(probes, room.ground.shape)
    harbours = _harbours(room)
    best: Filled | None = None
    best_gap = GAP
    width = max(map(len, room.name.values())) * LABEL_SIZE * LETTER
    centres = find_centres(room.ground.shape, width, (probes, depths), room.taken, dice)
    for centre in islice(centres, TRIALS):
        free = probes[(depths >= INLAND) & is_clear(probes, centre)]
        open_ = harbours[is_clear(harbours, centre)]
        filled, gap = _try(room, centre, free, open_, dice)
        if filled and gap > best_gap:
            best, best_gap = filled, gap
        if best_gap >= WIDE_GAP:
            break
    return best


def _probe(shape: Shape, dice: Dice) -> Places:
    """Random places inside a shape, in whole numbers."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    drawn = [
        (round(dice.between(min(xs), max(xs))), round(dice.between(min(ys), max(ys))))
        for _ in range(PROBES)
    ]
    places = places_of(drawn)
    return places[inside(places, shape)]


def _harbours(room: Room) -> Places:
    """Places for ports: at the sea, and away from borders."""
    found = []
    for coast in room.coasts:
        for before, at, after in zip(coast, coast[1:], coast[2:], strict=False):
            dx, dy = after[0] - before[0], after[1] - before[1]
            scale = QUAY / (sqrt(dx * dx + dy * dy) or 1.0)
            for way in (scale, -scale):
                found.append((round(at[0] - way * dy), round(at[1] + way * dx)))
    places = places_of(found)
    if not found:
        return places
    depths = from_line(places, room.ground.shape)
    is_good = inside(places, room.ground.shape) & (depths >= QUAY - 3) & (depths <= QUAY + 3)
    for line in room.ground.inland:
        is_good &= from_line(places, line, is_closed=False) >= INLAND + 8
    return places[is_good]


def _try(
    room: Room, centre: Centre, free: Places, harbours: Places, dice: Dice
) -> tuple[Filled | None, float]:
    """The province filled in one way, and the least gap between its spaces."""
    ports = _spread(harbours, room.ports, PORT_GAP, room.taken, dice)
    if ports is None:
        return None, 0.0
    inner = _spread(free, room.spaces - room.ports, GAP, [*room.taken, *ports], dice)
    if inner is None:
        return None, 0.0
    own = [*ports, *inner]
    gaps = [
        float(from_points(places_of([at]), [*own[:place], *own[place + 1 :], *room.taken])[0])
        for place, at in enumerate(own)
    ]
    return Filled(centre, tuple(ports), tuple(inner)), min(gaps)


def _spread(
    places: Places, count: int, gap: float, taken: Sequence[Point], dice: Dice
) -> list[Point] | None:
    """So many of the places, far from one another; None if they do not fit."""
    away = from_points(places, taken)
    chosen: list[Point] = []
    for _ in range(count):
        fitting = np.flatnonzero(away >= gap)
        if not len(fitting):
            return None
        some = [int(fitting[dice.below(len(fitting))]) for _ in range(CHOICES)]
        place = max(some, key=lambda index: (away[index], index))
        x, y = places[place].tolist()
        chosen.append((x, y))
        away = np.minimum(away, from_points(places, [(x, y)]))
    return chosen
