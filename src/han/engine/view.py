"""What one seat, or an onlooker, may know of a position."""

from typing import TYPE_CHECKING

import numpy as np

from han.engine.action import LegalActions
from han.engine.public import Public
from han.notation.cards import format_cards
from han.rules.codes import new_words
from han.rules.setup import SetupError
from han.rules.state import new_states

if TYPE_CHECKING:
    from han.engine.game import Game
    from han.engine.position import Position

PUBLIC_FIELDS = (
    "houses",
    "markers",
    "points",
    "disks",
    "settled",
    "touched",
    "emissaries",
    "known",
    "display",
    "discards",
    "houses_left",
    "emissaries_left",
    "markers_left",
    "players",
    "start",
    "seat",
    "phase",
    "placed",
    "passes",
    "reason",
    "variant",
    "wild_in_prices",
)
"""The fields of a state that lie open. A field not named here reaches nobody."""
_PUBLIC = new_states(1)[list(PUBLIC_FIELDS)].dtype
"""A state with these fields alone, to copy them at once."""


class View(Public):
    """A seat's knowledge. ``seat`` is ``None`` for an onlooker, who sees no hand.

    ``state`` has the shape of a full state, with every hidden card absent.
    """

    def __init__(
        self,
        game: "Game",
        seat: int | None,
        state: np.record,
        hand_sizes: tuple[int, ...],
        pile_size: int,
        legal_actions: LegalActions,
    ) -> None:
        """Hold what `make_view` named."""
        self.game = game
        self.seat = seat
        self.state = state
        self.hand_sizes = hand_sizes
        self.pile_size = pile_size
        self.legal_actions = legal_actions

    @property
    def hand(self) -> str:
        """The seat's own cards; an onlooker has none."""
        return "" if self.seat is None else format_cards(self.state["hands"][self.seat])

    @property
    def unseen(self) -> tuple[int, ...]:
        """Cards of each colour that lie in the pile or hidden in other hands."""
        seen = self.state["known"].sum(axis=0, dtype=np.int64)
        seen = seen + self.state["display"] + self.state["discards"]
        if self.seat is not None:
            seen = seen - self.state["known"][self.seat] + self.state["hands"][self.seat]
        return tuple((np.array(self.game.deck) - seen).tolist())

    def hidden_count(self, seat: int) -> int:
        """How many cards of ``seat``'s hand this viewer cannot name."""
        check_seat(self.game, seat)
        if seat == self.seat:
            return 0
        return self.hand_sizes[seat] - int(self.state["known"][seat].sum())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._identity() == other._identity() and self.legal_actions == other.legal_actions

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        shown = (self.hand_sizes, self.pile_size, self.state.tobytes())
        return (self.game, self.seat, *shown)

    def __repr__(self) -> str:
        who = "onlooker" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {self.phase}, hand {self.hand or '-'}, scores {self.scores}>"


def check_seat(game: "Game", seat: int) -> None:
    """Refuse a seat that the game does not have."""
    if seat not in range(game.players):
        raise SetupError("setup.seat", seat=seat, last=game.players - 1)


def make_view(position: "Position", seat: int | None) -> View:
    """Build a view by naming what goes into it, never by taking things out."""
    game = position.game
    if seat is not None:
        check_seat(game, seat)
    states = new_states(1)
    state = states[0]
    states.view(_PUBLIC)[:] = position.states.view(_PUBLIC)
    legal = LegalActions(game.book, new_words())
    if seat is not None:
        state["hands"][seat] = position.state["hands"][seat]
        if seat == position.to_move:
            legal = position.legal_actions
    states.flags.writeable = False
    hand_sizes = tuple(position.state["hands"].sum(axis=1)[: game.players].tolist())
    return View(game, seat, states[0], hand_sizes, int(position.state["pile"].sum()), legal)
