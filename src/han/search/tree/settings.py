"""The parameters of the search."""

from typing import Final

import numpy as np

from han.rules.records import KernelRecord, dtype_of, field, new_record
from han.rules.types import Number, Truth
from han.search.types import Points


class Settings(KernelRecord):
    """The parameters of the tree, of rewards, and of play after the tree."""

    # weight of the exploration term in an upper bound
    exploration: Points = field(np.float64)
    # what a point of value adds to an action's reward as its prior, and how many visits the prior
    # counts like
    prior_weight: Points = field(np.float64)
    prior_visits: Points = field(np.float64)
    # a node has at most 1 + widening * visits ** widening_power children
    widening: Points = field(np.float64)
    widening_power: Points = field(np.float64)
    # the weight of winning in a reward; the rest is the lead over the best other seat, which
    # counts in full from `margin_scale` points on
    win_weight: Points = field(np.float64)
    margin_scale: Points = field(np.float64)
    # the weight of rewards that the tables expect after the first turns; the rest is the final one
    tables_weight: Points = field(np.float64)
    # how many turns after the tree the guided policy plays, and its parameters
    # (`han.search.policy.guided.guided_code`)
    horizon: Number = field(np.int64)
    first_pieces: Number = field(np.int64)
    careful: Truth = field(np.bool_)
    # the sample size of the quick policy after that; if 0 all play after the tree is random
    candidates: Number = field(np.int64)


SETTINGS: Final = dtype_of(Settings)

_CHOSEN: Final[dict[str, float]] = {
    "exploration": 0.08,
    "prior_weight": 0.02,
    "prior_visits": 10.0,
    "widening": 2.0,
    "widening_power": 0.5,
    "win_weight": 0.5,
    "margin_scale": 40.0,
    "tables_weight": 0.9,
    "horizon": 9,
    "first_pieces": 4,
    "careful": False,
    "candidates": 2,
}

UNIFORM: Final[dict[str, float]] = {"tables_weight": 0.0, "horizon": 0, "candidates": 0}
"""Changes for random play after the tree, as a baseline."""
CAREFUL: Final[dict[str, float]] = {"careful": True, "first_pieces": 8}
"""Changes for fewer simulations that are played better."""
ROLLOUTS: Final[dict[str, dict[str, float]]] = {
    "guided": {},
    "careful": CAREFUL,
    "uniform": UNIFORM,
}
"""How simulations are played to the end: changes to the settings, by name."""


def make_settings(**changes: float) -> Settings:
    """The tuned settings, with changes if any are given."""
    settings = new_record(Settings)
    for name, value in {**_CHOSEN, **changes}.items():
        settings[name] = value
    return settings


def copy_settings(settings: Settings) -> Settings:
    """A copy of settings, which can be changed."""
    copy: Settings = np.array([settings], SETTINGS)[0]
    return copy
