"""The table of variants, and kernels that dispatch to the variant in play.

A new variant is a module with the functions that the others have, and a place in `TABLE`.
"""

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

from han.maps.model import VARIANTS
from han.rules.compile import kernel
from han.rules.variants import fortifications, market_places, plain

P = ParamSpec("P")
R = TypeVar("R")

TABLE: Final[tuple[Any, ...]] = (plain, fortifications, market_places)
"""By the number that a state has as its ``variant``."""
assert tuple(variant.NAME for variant in TABLE[1:]) == VARIANTS


def _in_play(question: Callable[P, R]) -> Callable[P, R]:
    """A kernel that calls a function of the variant in play."""
    answer = question
    for number, variant in enumerate(TABLE[1:], 1):
        answer = _choose(number, getattr(variant, question.__name__), answer)
    return answer


def _choose(number: int, answer: Any, otherwise: Any) -> Any:
    """A kernel that calls ``answer`` if variant ``number`` is played, else ``otherwise``."""

    @kernel(cached=False)
    def choose(board: Any, state: Any, *details: Any) -> Any:
        if state.variant == number:
            return answer(board, state, *details)
        return otherwise(board, state, *details)

    return choose


markers_each: Final = _in_play(plain.markers_each)
refuse_companion: Final = _in_play(plain.refuse_companion)
place_companion: Final = _in_play(plain.place_companion)
doubling_spaces: Final = _in_play(plain.doubling_spaces)
joining_emissaries: Final = _in_play(plain.joining_emissaries)
fits_marker: Final = _in_play(plain.fits_marker)
