"""exp, log and powers that are the same to the last bit on every target.

A processor's, a browser's and a GPU's mathematical libraries round differently, and a search may
then choose differently. These kernels use only ``+ - * /`` and moves of bits, which IEEE 754 and
every target do alike; they take for granted that nobody contracts ``a * b + c`` into one rounding
(numba and WebAssembly do not; on a GPU it has to be switched off). `math.sqrt` is exact anyway.
"""

from typing import Final

import numpy as np

from han.rules.compile import kernel
from han.rules.types import Number, whole
from han.search.types import Points

LN2: Final = 6.93147180369123816490e-01
"""The first 32 bits of log(2), so that a product with a small whole number is exact."""
LN2_REST: Final = 1.90821492927058770002e-10
LOG2_E: Final = 1.44269504088896338700
LEAST_EXPONENT: Final = -746.0
"""Its exponential, and every smaller one's, is 0."""
MOST_EXPONENT: Final = 710.0
"""Its exponential, and every greater one's, is infinite."""

FRACTION_BITS: Final = whole(52)
BIAS: Final = whole(1023)
BELOW_ONE: Final = whole(0x3FE6A09E667F3BCD)
"""The bits of the root of 1/2."""
SPLITTER: Final = 134217729.0
"""2**27 + 1: splits a number into two halves whose products are exact."""


@kernel
def exponential(x: Points) -> Points:
    """The exponential function, within one unit in the last place."""
    return exponential_of_sum(x, 0.0)


@kernel
def logarithm(x: Points) -> Points:
    """The natural logarithm of a positive number that is not subnormal, within one unit."""
    twos, factor = split_exponent(x)
    f = factor - 1.0
    half_square = 0.5 * f * f
    s = f / (2.0 + f)
    rest = s * (half_square + log_series(s * s)) + twos * LN2_REST
    return twos * LN2 - ((half_square - rest) - f)


@kernel
def power(base: Points, exponent: Points) -> Points:
    """``base ** exponent`` of a base that is 0 or as for `logarithm`.

    Within one unit in the last place for exponents up to 4. Roots of squares are exact: searches
    compare them with whole numbers.
    """
    if base == 0.0:
        return 0.0 if exponent > 0.0 else 1.0
    log, log_rest = logarithm_as_sum(base)
    product, product_rest = multiply(exponent, log)
    return exponential_of_sum(product, product_rest + exponent * log_rest)


@kernel
def exponential_of_sum(x: Points, rest: Points) -> Points:
    """The exponential function of ``x + rest``, where ``rest`` is tiny.

    With ``x = n log(2) + r`` it is ``2**n * e**r``. For a small ``r`` it is
    ``1 + r + r c / (2 - c)`` with ``c = r + 2 - r coth(r / 2)``.
    """
    x = min(max(x, LEAST_EXPONENT), MOST_EXPONENT)
    twos = whole(np.floor(x * LOG2_E + 0.5))
    high = x - twos * LN2
    low = rest - twos * LN2_REST
    r = high + low
    c = r - coth_series(r * r)
    one, one_rest = add(1.0, high)
    value = one + (one_rest + (low + r * c / (2.0 - c)))
    half = twos >> 1  # in two steps, as one power of two might be out of range
    return value * two_to(half) * two_to(twos - half)


@kernel(inline=True)
def logarithm_as_sum(x: Points) -> tuple[Points, Points]:
    """The natural logarithm as a sum of two numbers, with some 60 bits."""
    twos, factor = split_exponent(x)
    f = factor - 1.0
    divisor, divisor_rest = add(factor, 1.0)
    s = f / divisor
    product, product_rest = multiply(s, divisor)
    s_rest = (((f - product) - product_rest) - s * divisor_rest) / divisor
    high, high_rest = add(twos * LN2, 2.0 * s)
    return add(high, high_rest + (2.0 * s_rest + (s * log_series(s * s) + twos * LN2_REST)))


@kernel(inline=True)
def log_series(z: Points) -> Points:
    """With ``z = s**2`` and ``s = f / (2 + f)``, what log(1 + f) has beside ``2 s``, over ``s``."""
    rest = 2 / 17 + z * (2 / 19 + z * (2 / 21))
    rest = 2 / 11 + z * (2 / 13 + z * (2 / 15 + z * rest))
    return z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * rest))))


@kernel(inline=True)
def coth_series(z: Points) -> Points:
    """With ``z = r**2``, what ``r coth(r / 2)`` has beside 2."""
    rest = 1 / 23950080 + z * (-691 / 653837184000 + z * (1 / 37362124800))
    return z * (1 / 6 + z * (-1 / 360 + z * (1 / 15120 + z * (-1 / 604800 + z * rest))))


@kernel(inline=True)
def split_exponent(x: Points) -> tuple[Number, Points]:
    """A power of two and a factor between the roots of 1/2 and 2 whose product is ``x``."""
    bits = whole(np.float64(x).view(np.int64))
    twos = (bits - BELOW_ONE) >> FRACTION_BITS
    return twos, np.int64(bits - (twos << FRACTION_BITS)).view(np.float64)


@kernel(inline=True)
def two_to(exponent: Number) -> Points:
    """A power of two that is a normal number."""
    power_of_two: Points = np.int64((exponent + BIAS) << FRACTION_BITS).view(np.float64)
    return power_of_two


@kernel(inline=True)
def add(a: Points, b: Points) -> tuple[Points, Points]:
    """A sum and its rounding error."""
    total = a + b
    b_part = total - a
    return total, (a - (total - b_part)) + (b - b_part)


@kernel(inline=True)
def multiply(a: Points, b: Points) -> tuple[Points, Points]:
    """A product and its rounding error."""
    product = a * b
    a_half = split(a)
    a_rest = a - a_half
    b_half = split(b)
    b_rest = b - b_half
    error = ((a_half * b_half - product) + a_half * b_rest + a_rest * b_half) + a_rest * b_rest
    return product, error


@kernel(inline=True)
def split(a: Points) -> Points:
    """The upper half of a number's digits."""
    scaled = SPLITTER * a
    return scaled - (scaled - a)
