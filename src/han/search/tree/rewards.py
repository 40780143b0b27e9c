"""The rewards of a simulation: a number between 0 and 1 for each seat."""

from typing import Final

from han.rules.compile import kernel
from han.rules.score import total_points, winning_seats
from han.rules.state import SEATS, State
from han.rules.types import Number
from han.search.elementary import exponential
from han.search.tables.record import PHASES
from han.search.tree.settings import Settings
from han.search.tree.simulation import Notes
from han.search.types import Points

LEAST_SPREAD: Final = 3.0
"""The scale, in points, of how far equally strong seats end apart, in the last phase."""
SPREAD: Final = 1.5
"""What each further phase adds to that scale."""


@kernel
def fill_final_rewards(state: State, settings: Settings, notes: Notes) -> None:
    """Fill ``notes.rewards``: shares of the win (F5) and margins of a finished game."""
    winners = winning_seats(state)
    sharing = 0
    for seat in range(state.players):
        sharing += (winners >> seat) & 1
        notes.points[seat] = total_points(state, seat)
    for seat in range(state.players):
        share = ((winners >> seat) & 1) / sharing
        notes.rewards[seat] = reward_of(share, noted_lead(state, notes, seat), settings)


@kernel
def add_expected_rewards(state: State, settings: Settings, notes: Notes, phase: Number) -> None:
    """Add the rewards of the expected points ``notes.points`` to ``notes.expected``."""
    spread = LEAST_SPREAD + SPREAD * (PHASES - 1 - phase)
    best = notes.points[0]
    for seat in range(state.players):
        best = max(best, notes.points[seat])
    total = 0.0
    for seat in range(state.players):
        total += exponential((notes.points[seat] - best) / spread)
    for seat in range(state.players):
        share = exponential((notes.points[seat] - best) / spread) / total
        notes.expected[seat] += reward_of(share, noted_lead(state, notes, seat), settings)


@kernel
def noted_lead(state: State, notes: Notes, seat: Number) -> Points:
    """By how many of ``notes.points`` a seat is ahead of the best other one."""
    best = -1.0e9
    for other in range(state.players):
        if other != seat:
            best = max(best, notes.points[other])
    return notes.points[seat] - best


@kernel(inline=True)
def reward_of(share: Points, lead: Points, settings: Settings) -> Points:
    """The reward of a share of the win and a lead in points."""
    margin = min(max(lead / settings.margin_scale, -1.0), 1.0)
    return settings.win_weight * share + (1.0 - settings.win_weight) * (0.5 + 0.5 * margin)


@kernel(inline=True)
def combine_rewards(notes: Notes, settings: Settings) -> None:
    """Combine the final rewards with the mean of those expected after the first turns.

    If the game ended before the horizon, the final rewards stand in for the missing turns.
    """
    if settings.horizon == 0:
        return
    missing = settings.horizon - notes.turns
    for seat in range(SEATS):
        expected = (notes.expected[seat] + missing * notes.rewards[seat]) / settings.horizon
        notes.rewards[seat] += settings.tables_weight * (expected - notes.rewards[seat])
