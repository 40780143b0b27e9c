"""A position: a game and its whole state. Positions are immutable."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from han.engine.action import Action, LegalActions, action_of
from han.engine.chance import Chance
from han.engine.errors import GameOverError, WrongSeatError
from han.engine.event import Event, read_tape
from han.engine.public import Public
from han.engine.refusal import explain_refusal
from han.engine.sentence import Seats
from han.engine.view import View, make_view
from han.notation.cards import format_cards
from han.notation.parse_position import parse_heading
from han.notation.position import format_position
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.reasons import ALLOWED
from han.rules.refuse import refuse
from han.rules.scratch import new_scratch
from han.rules.state import STATE, State
from han.rules.tape import NO_TAPE, new_tape

if TYPE_CHECKING:
    from han.engine.game import Game


class Position(Public):
    """A game at one moment, including hidden cards.

    Players, bots and spectators get a `view` of it. Make positions with `Game.deal`,
    `Game.position` or `Position.parse`.
    """

    def __init__(self, game: "Game", state: State) -> None:
        """Wrap a state, which must not be changed afterwards."""
        self.game = game
        self.states = np.array([state], STATE)
        """The state as an array of one."""
        self.states.flags.writeable = False
        self.state = self.states[0]

    @staticmethod
    def parse(text: str, map: str | None = None) -> "Position":  # noqa: A002
        """The position that a position string describes, of whatever game it says.

        Args:
            text: The position string.
            map: The path of the map's file, if it is not packaged.
        """
        from han.engine.game import Game

        heading = parse_heading(text)
        words = text.split()
        game = Game(
            map or heading.map_id,
            heading.players,
            variant="variant=on" in words,
            wild_in_prices="wild=off" not in words,
        )
        return game.position(text)

    @property
    def hands(self) -> tuple[str, ...]:
        """The cards that each seat holds."""
        return tuple(format_cards(hand) for hand in self.state["hands"][: self.game.players])

    @property
    def pile(self) -> str:
        """The cards in the pile, which has no order."""
        return format_cards(self.state["pile"])

    @cached_property
    def legal_actions(self) -> LegalActions:
        """The legal actions, or the possible outcomes where chance is due."""
        scratch = new_scratch()
        list_legal(self.game.board, self.state, scratch)
        words = np.array(scratch.words)
        words.flags.writeable = False
        return LegalActions(self.game.book, words)

    @property
    def chance_outcomes(self) -> dict[Action, float]:
        """The possible outcomes of chance and their probabilities; empty at a decision."""
        if not self.is_chance:
            return {}
        cards = int(self.state["pile"].sum())
        return {
            action: int(self.state["pile"]["VYOGR".index(action.cards)]) / cards
            for action in self.legal_actions
        }

    def play(
        self, action: Action | str, chance: Chance | None = None, *, seat: int | None = None
    ) -> "tuple[Position, tuple[Event, ...]]":
        """Play ``action``; return the new position and the events.

        Args:
            action: A legal action, or a possible outcome where chance is due.
            chance: If given, draws the outcomes that become due, up to the next decision.
            seat: If given, the acting seat: refused unless it is to move.
        """
        code = self._checked_code(action, seat)
        state = np.array([self.state], STATE)[0]
        tape = new_tape()
        scratch = new_scratch()
        play_code(self.game.board, state, code, scratch, tape)
        events = read_tape(self.game, tape)
        position = Position(self.game, state)
        if chance is None:
            return position, events
        rest, more = position.settle(chance)
        return rest, events + more

    def after(self, codes: Iterable[int]) -> "Position":
        """The position after the given codes, which are known to be legal and not checked."""
        state = np.array([self.state], STATE)[0]
        scratch = new_scratch()
        for code in codes:
            play_code(self.game.board, state, code, scratch, NO_TAPE)
        return Position(self.game, state)

    def settle(self, chance: Chance) -> "tuple[Position, tuple[Event, ...]]":
        """Draw outcomes from ``chance`` until a seat decides or the game is over."""
        position = self
        events: tuple[Event, ...] = ()
        while position.is_chance:
            outcome = action_of(self.game.book, chance.outcome(position.state))
            position, more = position.play(outcome)
            events += more
        return position, events

    def view(self, seat: int | None) -> View:
        """What ``seat`` may know; ``None`` is a spectator."""
        return make_view(self, seat)

    def _checked_code(self, action: Action | str, seat: int | None) -> int:
        action = Action(action) if isinstance(action, str) else action
        if self.is_over:
            rule = "D4" if self.state["reason"] == 1 else "D5"
            raise GameOverError(rule, self.game.map, "rules.game_is_over")
        if seat is not None and self.is_chance:
            raise WrongSeatError("D1", self.game.map, "rules.chance_decides")
        if seat is not None and seat != self.to_move:
            turn = Seats((self.turn,))
            raise WrongSeatError("S4", self.game.map, "rules.wrong_seat", turn=turn)
        code = action.code_on(self.game.book)
        reason = int(refuse(self.game.board, self.state, code))
        if reason != ALLOWED:
            raise explain_refusal(self.game, self.state, action, reason)
        return code

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.state.tobytes() == other.state.tobytes()

    def __hash__(self) -> int:
        return hash((self.game, self.state.tobytes()))

    def __str__(self) -> str:
        return format_position(self.game.map, self.state)

    def __repr__(self) -> str:
        elsewhere = self.game.source != self.game.map.id
        return f"Position.parse({str(self)!r}{f', map={self.game.source!r}' if elsewhere else ''})"
