"""Sets of spaces as 64-bit masks."""

import numpy as np

from han.rules.compile import kernel
from han.rules.types import Mask, Number, whole


@kernel
def bit(index: Number) -> Mask:
    """The set that holds only ``index``."""
    return np.uint64(1) << np.uint64(index)


@kernel
def count_bits(mask: Mask) -> Number:
    """How many members ``mask`` has (a form that compilers turn into one instruction)."""
    x = np.uint64(mask)
    x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return whole((x * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def lowest(mask: Mask) -> Number:
    """The smallest member of ``mask``, which must not be empty."""
    return count_bits((mask & (~mask + np.uint64(1))) - np.uint64(1))


@kernel
def without_lowest(mask: Mask) -> Mask:
    """``mask`` less its smallest member; ``mask`` must not be empty."""
    return mask & (mask - np.uint64(1))


@kernel
def nth_member(mask: Mask, n: Number) -> Number:
    """The ``n``-th smallest member of ``mask``, counted from 0."""
    return nth_member_below(mask, n, 64)


@kernel(inline=True)
def nth_member_below(mask: Mask, n: Number, limit: Number) -> Number:
    """`nth_member` of a mask whose members are all below ``limit``, a power of 2."""
    left = whole(n)
    base = whole(0)
    width = whole(limit // 2)
    rest = np.uint64(mask)
    while width > 0:
        inside = count_bits(rest & (bit(width) - np.uint64(1)))
        if left >= inside:
            left -= inside
            base += width
            rest = rest >> np.uint64(width)
        width //= 2
    return base
