"""What a simulation was good for, to each seat: between 0 and 1."""

import math

from han.rules.compile import kernel
from han.rules.score import total_points, winning_seats
from han.rules.types import Number, State
from han.search.types import Desk, Points, Settings

CALM = 3.0
"""How far apart equal seats end, in points, when the game is over but for the counting."""
TURMOIL = 1.5
"""How much farther for each phase that is still to come."""


@kernel
def reward_end(state: State, settings: Settings, desk: Desk) -> None:
    """Fill ``desk.rewards``: shares of the win and margins of a finished game."""
    winners = winning_seats(state)
    sharing = 0
    for seat in range(state.players):
        sharing += (winners >> seat) & 1
        desk.points[seat] = total_points(state, seat)
    for seat in range(state.players):
        share = ((winners >> seat) & 1) / sharing
        desk.rewards[seat] = blend(share, lead_of(state, desk, seat), settings)


@kernel
def add_outlook(state: State, settings: Settings, desk: Desk, phase: Number) -> None:
    """Add to ``desk.outlooks`` what ``desk.points``, expected at the end, are good for."""
    turmoil = CALM + TURMOIL * (6 - phase)
    best = desk.points[0]
    for seat in range(state.players):
        best = max(best, desk.points[seat])
    total = 0.0
    for seat in range(state.players):
        total += math.exp((desk.points[seat] - best) / turmoil)
    for seat in range(state.players):
        share = math.exp((desk.points[seat] - best) / turmoil) / total
        desk.outlooks[seat] += blend(share, lead_of(state, desk, seat), settings)


@kernel
def lead_of(state: State, desk: Desk, seat: Number) -> Points:
    """By how many points a seat is ahead of the best other one."""
    best = -1.0e9
    for other in range(state.players):
        if other != seat:
            best = max(best, desk.points[other])
    return desk.points[seat] - best


@kernel(inline=True)
def blend(share: Points, lead: Points, settings: Settings) -> Points:
    """The mix of winning and margin."""
    margin = min(max(lead / settings.margin_scale, -1.0), 1.0)
    return settings.win_weight * share + (1.0 - settings.win_weight) * (0.5 + 0.5 * margin)
