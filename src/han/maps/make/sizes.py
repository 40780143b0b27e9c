"""How many house spaces each province gets, which borders share one, and who has ports."""

from collections import Counter
from collections.abc import Mapping, Sequence

from han.maps.make.alliances import Pair
from han.maps.make.dice import Dice
from han.maps.model import PROVINCES

SIZES = (4, 8)
"""The least and the greatest number of spaces of a province, border spaces included."""
SMALL_SIZES = (3, 7)
"""The same on boards with about forty spaces."""
MOST_SHARED = 2
"""Border spaces of one province."""
SHARED_BORDER = 150.0
"""The length of a border from which it has room for a space, a seal and a road."""
MOST_OWN_PORTS = 2


def share_borders(
    alliances: Sequence[Pair], borders: Mapping[Pair, float], count: int, dice: Dice
) -> list[Pair] | None:
    """The borders that get a space; None if there are too few long ones."""
    order = sorted(alliances, key=lambda pair: (-borders[pair] * dice.between(0.6, 1.5), pair))
    chosen: list[Pair] = []
    shared: Counter[int] = Counter()
    for pair in order:
        is_long = borders[pair] >= SHARED_BORDER
        if len(chosen) < count and is_long and all(shared[one] < MOST_SHARED for one in pair):
            chosen.append(pair)
            shared.update(pair)
    return chosen if len(chosen) == count else None


def share_spaces(areas: Sequence[float], shared: Sequence[Pair], spaces: int) -> list[int] | None:
    """How many spaces each province has for itself: by its area, and within the bounds."""
    least, most = SIZES if spaces + len(shared) >= 48 else SMALL_SIZES
    halves = Counter(one for pair in shared for one in pair)
    lows = [max(2, least - halves[index]) for index in range(PROVINCES)]
    highs = [most - halves[index] for index in range(PROVINCES)]
    own = lows[:]
    if not sum(lows) <= spaces - len(shared) <= sum(highs):
        return None
    while sum(own) < spaces - len(shared):
        open_ = [index for index in range(PROVINCES) if own[index] < highs[index]]
        own[max(open_, key=lambda index: areas[index] / (own[index] + 0.6 * halves[index]))] += 1
    return own


def share_ports(
    shores: Sequence[float], own: Sequence[int], count: int, dice: Dice
) -> list[int] | None:
    """How many of its spaces each province has at the sea, by the lengths of the shores.

    None if the shores are too short for so many.
    """
    ports = [0] * PROVINCES
    luck = [dice.between(0.8, 1.25) for _ in ports]
    for _ in range(count):
        room = [shores[index] * luck[index] / (1 + 2 * ports[index]) for index in range(PROVINCES)]
        allowed = [
            index
            for index in range(PROVINCES)
            if shores[index] > 120 * (1 + ports[index])
            and ports[index] < min(MOST_OWN_PORTS, own[index] - 1)
        ]
        if not allowed:
            return None
        ports[max(allowed, key=room.__getitem__)] += 1
    return ports
