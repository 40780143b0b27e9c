"""The numbers that a search is tuned with."""

from typing import Final

import numpy as np

from han.rules.records import Record, dtype_of, field, new_record
from han.rules.types import Number, Truth
from han.search.types import Points


class Settings(Record):
    """In the tree, in rewards, and in play to the end of a game."""

    # in the tree: how much it is drawn to what it has seldom tried
    exploration: Points = field(np.float64)
    # what a point of a piece's value adds to its reward at first, and how many visits that
    # counts like
    prior_weight: Points = field(np.float64)
    prior_visits: Points = field(np.float64)
    # a node has at most 1 + widening * visits ** widening_power children
    widening: Points = field(np.float64)
    widening_power: Points = field(np.float64)
    # the share of winning in a reward; the rest is the margin over the best other seat, where
    # so many points are all there is
    win_weight: Points = field(np.float64)
    margin_scale: Points = field(np.float64)
    # the share of what the tables expect after each of the first turns; the rest is the end
    tables_weight: Points = field(np.float64)
    # how many turns after the tree are played well, looking at all pieces; so many first
    # pieces closely, and if careful at what a second one adds
    horizon: Number = field(np.int64)
    looks: Number = field(np.int64)
    careful: Truth = field(np.bool_)
    # then so many pieces are looked at; with 0 all actions after the tree are random
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
    "looks": 4,
    "careful": False,
    "candidates": 2,
}

UNIFORM: Final[dict[str, float]] = {"tables_weight": 0.0, "horizon": 0, "candidates": 0}
"""Changes for plain random play to the end, to compare guidance with."""
CAREFUL: Final[dict[str, float]] = {"careful": True, "looks": 8}
"""Changes for fewer simulations that are played better."""
ROLLOUTS: Final[dict[str, dict[str, float]]] = {
    "guided": {},
    "careful": CAREFUL,
    "uniform": UNIFORM,
}
"""How simulations are played to the end."""


def make_settings(**changes: float) -> Settings:
    """The settings as tuned, or with changes for an experiment."""
    settings = new_record(Settings)
    for name, value in {**_CHOSEN, **changes}.items():
        settings[name] = value
    return settings


def copy_settings(settings: Settings) -> Settings:
    """The same settings, to be changed."""
    copy: Settings = np.array([settings], SETTINGS)[0]
    return copy
