"""exp, log and powers: their accuracy, and the same bits compiled, interpreted and on a GPU."""

import hashlib
import math
import struct
from collections.abc import Callable
from decimal import Decimal, localcontext
from random import Random

import pytest

from han.search.elementary import exponential, logarithm, power
from interpreting import run_python

DIGITS = 40
"""Many more than a number has."""
DIGEST = """
from search.test_elementary import digest_of_values
print(digest_of_values())
"""
ON_A_GPU = """
import numpy as np
from han.play.gpu import load_cuda
cuda = load_cuda()
from han.search.elementary import exponential, logarithm, power
from search.test_elementary import digest_of, values

@cuda.jit
def fill(results, exponents, counts, bases, powers):
    for index in range(len(exponents)):
        results[0, index] = exponential(exponents[index])
        results[1, index] = logarithm(counts[index])
        results[2, index] = power(bases[index], powers[index])

given = list(map(np.array, values()))
results = np.zeros((3, len(given[0])))
fill[1, 1](results, *given)
print(digest_of(*results.tolist()))
"""


def units(found: float, exact: Decimal) -> float:
    """How far a result is from the exact one, in units of the last place."""
    return float(abs(Decimal(float(found)) - exact) / Decimal(math.ulp(float(exact))))


def some(draw: Callable[[Random], float], count: int = 300) -> list[float]:
    chance = Random(1)
    return [draw(chance) for _ in range(count)]


EXPONENTS = [
    *some(lambda chance: chance.uniform(-1, 1)),
    *some(lambda chance: chance.uniform(-60, 0)),
    *some(lambda chance: chance.uniform(-708, 709)),
    *(n * math.log(2) / 2 for n in range(-9, 9, 2)),  # where the reduction changes
]
POSITIVE = [
    *some(lambda chance: chance.uniform(0.5, 2)),
    *some(lambda chance: chance.randrange(2, 1 << chance.randrange(2, 40))),
    *some(lambda chance: 2.0 ** chance.uniform(-1021, 1023)),
    *(math.nextafter(x, x * way) for x in (0.5, math.sqrt(0.5), 1, math.sqrt(2)) for way in (0, 2)),
]


def test_exponentials_are_within_one_unit() -> None:
    with localcontext(prec=DIGITS):
        assert max(units(exponential(one), Decimal(one).exp()) for one in EXPONENTS) < 1


def test_logarithms_are_within_one_unit() -> None:
    with localcontext(prec=DIGITS):
        assert max(units(logarithm(float(one)), Decimal(one).ln()) for one in POSITIVE) < 1


@pytest.mark.parametrize("most", [0.5, 1, 4])
def test_powers_are_within_one_unit(most: float) -> None:
    chance = Random(2)
    with localcontext(prec=DIGITS):
        for base in (one for one in POSITIVE if 1e-60 < one < 1e60):
            exponent = chance.uniform(0, most)
            exact = (Decimal(base).ln() * Decimal(exponent)).exp()
            assert units(power(float(base), exponent), exact) < 1, (base, exponent)


def test_ends_of_the_ranges() -> None:
    assert exponential(0.0) == 1.0
    assert exponential(-math.inf) == exponential(-746.0) == 0.0
    assert exponential(-745.0) == math.exp(-745.0) > 0.0  # a subnormal number
    assert exponential(math.inf) == exponential(709.8) == math.inf
    assert logarithm(1.0) == 0.0
    assert [power(0.0, 0.5), power(0.0, 0.0), power(7.0, 0.0), power(7.0, 1.0)] == [0, 1, 1, 7]
    assert power(2.0, 1023.0) == 2.0**1023


def test_roots_of_squares_are_exact() -> None:
    """Searches compare them with whole numbers."""
    assert all(power(float(root * root), 0.5) == root for root in range(5000))


Values = tuple[list[float], list[float], list[float], list[float]]


def values() -> Values:
    """Numbers as searches have them: for exp, for log, and bases and exponents of powers."""
    chance = Random(3)
    return (
        [chance.uniform(-70, 5) for _ in range(500)],
        [float(chance.randrange(1, 1 << 20)) for _ in range(500)],
        [float(chance.randrange(1 << 20)) for _ in range(500)],
        [chance.uniform(0, 1) for _ in range(500)],
    )


def digest_of(*results: list[float]) -> str:
    digest = hashlib.sha256()
    for numbers in results:
        digest.update(struct.pack(f"{len(numbers)}d", *numbers))
    return digest.hexdigest()


def digest_of_values() -> str:
    """A digest of the bits of all results."""
    exponents, counts, bases, powers = values()
    return digest_of(
        [exponential(x) for x in exponents],
        [logarithm(x) for x in counts],
        [power(*pair) for pair in zip(bases, powers, strict=True)],
    )


@pytest.mark.slow
def test_interpreted_kernels_give_the_same_bits() -> None:
    assert run_python(DIGEST, HAN_INTERPRET="1") == digest_of_values()


@pytest.mark.slow
def test_cuda_kernels_give_the_same_bits() -> None:
    """In the simulator; a GPU would have to be told not to contract."""
    assert run_python(ON_A_GPU, NUMBA_ENABLE_CUDASIM="1", HAN_INTERPRET="1") == digest_of_values()
