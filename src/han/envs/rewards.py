"""The rewards of a finished game."""

from typing import Final

from han.envs.errors import check_choice
from han.rules.compile import kernel
from han.rules.score import total_points, winning_seats
from han.rules.state import SEATS, State
from han.rules.types import Number
from han.search.types import PointsArray

REWARDS: Final = ("win", "margin", "both")
"""``win``: the share of the win, 1 for a sole winner and 0 for who did not win.
``margin``: points ahead of the best other seat, by `FULL_MARGIN`, from -1 to 1.
``both``: the mean of the two.
"""
WIN: Final = REWARDS.index("win")
MARGIN: Final = REWARDS.index("margin")

FULL_MARGIN: Final = 40.0
"""A lead of so many points or more is a margin of 1."""
ILLEGAL: Final = -1.0
"""The reward of an illegal action where it ends the game: the lowest there is."""


def reward_kind(name: str) -> int:
    """The number of a kind of reward."""
    return check_choice("reward", name, REWARDS)


@kernel
def fill_rewards(state: State, kind: Number, out: PointsArray) -> None:
    """Write every seat's reward of a finished game; seats that do not play get 0."""
    winners = winning_seats(state)
    sharing = 0
    for seat in range(state.players):
        sharing += (winners >> seat) & 1
    for seat in range(SEATS):
        if seat >= state.players:
            out[seat] = 0.0
            continue
        share = ((winners >> seat) & 1) / sharing
        lead = min(max(lead_of(state, seat) / FULL_MARGIN, -1.0), 1.0)
        if kind == WIN:
            out[seat] = share
        elif kind == MARGIN:
            out[seat] = lead
        else:
            out[seat] = (share + lead) / 2


@kernel(inline=True)
def lead_of(state: State, seat: Number) -> Number:
    """By how many points a seat is ahead of the best other one."""
    best = -1000
    for other in range(state.players):
        if other != seat:
            best = max(best, total_points(state, other))
    return total_points(state, seat) - best
