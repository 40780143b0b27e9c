"""The numbers that a search is tuned with."""

from typing import Final

import numpy as np

from han.maps.board import record_dtype

SETTINGS: Final = record_dtype(
    [
        ("explore", np.float64),
        ("advice", np.float64),
        ("doubt", np.float64),
        ("widen", np.float64),
        ("widen_power", np.float64),
        ("win_weight", np.float64),
        ("margin_scale", np.float64),
        ("trust", np.float64),
        ("horizon", np.int64),
        ("candidates", np.int64),
        ("care", np.int64),
        ("careful", np.bool_),
    ]
)
"""In the tree: ``explore`` weighs what is not known yet; ``advice`` is what a point of
guidance adds to a reward, and counts like ``doubt`` visits; a node has at most
1 + ``widen`` * visits ** ``widen_power`` children.

Rewards: ``win_weight`` is the share of winning, the rest is the margin over the best other
seat, where ``margin_scale`` points are all there is. ``trust`` is the share of what the
tables expect after each of the first ``horizon`` turns, the rest is how the game ends.

Play to the end: in the first ``horizon`` turns all pieces are looked at, ``care`` of them
closely, and if ``careful`` what a second piece would add is worked out; then only as many
pieces as ``candidates`` are looked at. With 0 candidates all actions are random.
"""

_CHOSEN: Final[dict[str, float]] = {
    "explore": 0.08,
    "advice": 0.02,
    "doubt": 10.0,
    "widen": 2.0,
    "widen_power": 0.5,
    "win_weight": 0.5,
    "margin_scale": 40.0,
    "trust": 0.9,
    "horizon": 9,
    "candidates": 2,
    "care": 4,
    "careful": False,
}

UNIFORM: Final[dict[str, float]] = {"trust": 0.0, "horizon": 0, "candidates": 0}
"""Changes for plain random play to the end, to compare guidance with."""
CAREFUL: Final[dict[str, float]] = {"careful": True, "care": 8}
"""Changes for fewer simulations that are played better."""
ROLLOUTS: Final[dict[str, dict[str, float]]] = {
    "guided": {},
    "careful": CAREFUL,
    "uniform": UNIFORM,
}
"""How simulations are played to the end."""


def make_settings(**changes: float) -> np.record:
    """The settings as tuned, or with changes for an experiment."""
    settings: np.record = np.zeros(1, SETTINGS)[0]
    for name, value in {**_CHOSEN, **changes}.items():
        settings[name] = value
    return settings
