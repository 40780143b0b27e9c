"""Where a province's dragon lies, and its name beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from han.maps.geometry import Box
from han.maps.layout import DRAGON_RADIUS, LABEL_SIZE, SPACE_RADIUS
from han.maps.make.dice import Dice
from han.maps.make.field import (
    Flags,
    Numbers,
    Places,
    from_box,
    from_line,
    from_points,
    inside,
    places_of,
)
from han.maps.make.shapes import Shape
from han.maps.model import Point

AT_DRAGON = DRAGON_RADIUS + SPACE_RADIUS + 8
"""From a space to a dragon."""
BADGE = -0.72 * DRAGON_RADIUS
"""From a dragon to the middle of its badge, right and down."""
AT_BADGE = 12 + SPACE_RADIUS + 5
"""From a space to a badge."""
AT_NAME = SPACE_RADIUS + 6
"""From a space to a name."""
DRAGON_DEPTH = DRAGON_RADIUS + 7
"""From a dragon to its province's outline."""
NAME_DEPTH = 8.0
"""From a name to its province's outline."""
BESIDE = 16.0
"""Between a dragon and a name beside it."""
BELOW = 55.0
"""From a dragon to the middle of a name above or below it."""


@dataclass(frozen=True)
class Centre:
    """A dragon space and the name beside it."""

    dragon: Point
    label: Point
    box: Box

    @property
    def badge(self) -> Point:
        """The middle of the dragon's badge."""
        return self.dragon[0] + BADGE, self.dragon[1] + BADGE


def find_centres(
    shape: Shape, width: float, probes: tuple[Places, Numbers], taken: Sequence[Point], dice: Dice
) -> Iterator[Centre]:
    """Centres that fit into a province, in random order.

    Args:
        shape: The province's shape.
        width: Of its name.
        probes: Places in it, and how far they are from its outline.
        taken: Spaces that are already there.
        dice: Chance.
    """
    beside = DRAGON_RADIUS + width / 2 + BESIDE
    offsets = [(0.0, BELOW), (0.0, BELOW), (0.0, -BELOW), (beside, 0.0), (-beside, 0.0)]
    places, depths = probes
    for x, y in dice.shuffled(places[depths >= DRAGON_DEPTH].tolist()):
        dx, dy = dice.pick(offsets)
        label = float(round(x + dx)), float(round(y + dy))
        centre = Centre((x, y), label, _box(label, width))
        if is_clear(places_of(taken), centre).all() and _is_inside(centre.box, shape):
            yield centre


def is_clear(places: Places, centre: Centre) -> Flags:
    """At which places a space would cover neither the dragon nor its badge nor the name."""
    far = from_points(places, [centre.dragon]) >= AT_DRAGON
    far &= from_points(places, [centre.badge]) >= AT_BADGE
    return np.asarray(far & (from_box(places, centre.box) >= AT_NAME))


def _box(label: Point, width: float) -> Box:
    x, y = label
    return x - width / 2, y - LABEL_SIZE / 2, x + width / 2, y + LABEL_SIZE / 2


def _is_inside(box: Box, shape: Shape) -> bool:
    """Whether a name lies in a shape, with room around it."""
    left, top, right, bottom = box
    xs = [left + (right - left) * part / 4 for part in range(5)]
    rim = places_of([(x, y) for x in xs for y in (top, bottom)])
    return bool(inside(rim, shape).all() and from_line(rim, shape).min() >= NAME_DEPTH)
