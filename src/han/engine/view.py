"""What one seat, or a spectator, may know of a position."""

from operator import sub
from typing import TYPE_CHECKING

import numpy as np

from han.engine.action import LegalActions
from han.engine.public import Public
from han.notation.cards import format_cards
from han.rules.codes import new_words
from han.rules.setup import SetupError
from han.rules.state import STATE, State, new_states

if TYPE_CHECKING:
    from han.engine.game import Game
    from han.engine.position import Position

PUBLIC_FIELDS = (
    "houses",
    "markers",
    "free",
    "points",
    "disks",
    "settled",
    "touched",
    "open_dragons",
    "emissaries",
    "known",
    "display",
    "discards",
    "pile_size",
    "houses_left",
    "emissaries_left",
    "markers_left",
    "players",
    "start",
    "seat",
    "phase",
    "placed",
    "times_pile_emptied",
    "reason",
    "variant",
    "wild_in_prices",
)
"""The fields of a state that lie open. A field not named here reaches nobody."""
OPEN = new_states(1)
"""All bits of these fields, to copy them at once, and a nought for every other."""
for _name in PUBLIC_FIELDS:
    OPEN[_name] = ~OPEN[_name]
_OPEN_BITS = OPEN.view(np.uint64)


class View(Public):
    """A seat's knowledge. ``seat`` is ``None`` for a spectator, who sees no hand.

    ``state`` has the shape of a full state, with every hidden card absent.
    """

    def __init__(
        self,
        game: "Game",
        seat: int | None,
        state: State,
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
        """The seat's own cards; a spectator has none."""
        return "" if self.seat is None else format_cards(self.numbers["hands"][self.seat])

    @property
    def unseen(self) -> tuple[int, ...]:
        """Cards of each colour that lie in the pile or hidden in other hands."""
        hands = list(self.numbers["known"])
        if self.seat is not None:
            hands[self.seat] = self.numbers["hands"][self.seat]
        seen = (self.numbers["display"], self.numbers["discards"], *hands)
        return tuple(map(sub, self.game.deck, map(sum, zip(*seen, strict=True))))

    def hidden_count(self, seat: int) -> int:
        """How many cards of ``seat``'s hand this viewer cannot name."""
        check_seat(self.game, seat)
        if seat == self.seat:
            return 0
        return self.hand_sizes[seat] - int(sum(self.numbers["known"][seat]))

    def without_memory(self) -> "View":
        """The same for one who does not recall which cards were taken from the display."""
        states = np.array([self.state], STATE)
        states["known"] = 0
        states.flags.writeable = False
        sizes = self.hand_sizes, self.pile_size
        return View(self.game, self.seat, states[0], *sizes, self.legal_actions)

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
        who = "spectator" if self.seat is None else f"seat {self.seat}"
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
    states = (position.states.view(np.uint64) & _OPEN_BITS).view(STATE)
    legal = LegalActions(game.book, new_words())
    hands, pile = position.numbers["hands"], position.numbers["pile"]
    if seat is not None:
        states[0]["hands"][seat] = hands[seat]
        if seat == position.to_move:
            legal = position.legal_actions
    states.flags.writeable = False
    hand_sizes = tuple(map(sum, hands[: game.players]))
    return View(game, seat, states[0], hand_sizes, sum(pile), legal)
