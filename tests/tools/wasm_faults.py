"""A kernel that cannot be built for browsers."""

import numpy as np

from han.rules.compile import kernel
from han.rules.types import Number


@kernel(cached=False)
def count_to(number: Number) -> Number:
    """Count with an array, which has to be allocated."""
    return len(np.arange(number)[::2])


EXPORTS = (count_to,)
