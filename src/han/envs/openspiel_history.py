"""The history of a game for OpenSpiel: its start and every step since, each with a number.

A decision's number is its code (`han.rules.codes`). The number of a step of chance is a seat or
a colour: first the start player is drawn, then each seat's cards are dealt one by one and the
display after them; later cards come from the pile.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from han.engine.game import Game, shared_game
from han.engine.position import Position
from han.engine.view import View
from han.notation import atom as kinds
from han.notation.cards import LETTERS, format_cards
from han.notation.position import format_position
from han.rules.codes import DISPLAY_GETS, PILE_GIVES, TURN, code_of, codes_in
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.scratch import new_scratch
from han.rules.state import HAND_SIZE, OVER, PILE_CARD, REFILL, STATE, State
from han.rules.tape import NO_TAPE

if TYPE_CHECKING:
    from han.envs.openspiel_memory import Memory

Viewer = int | None
"""A seat, or none for a spectator."""


def view_text(view: View) -> str:
    """A view on one line: the position string with only the viewer's hand."""
    sizes = ",".join(map(str, view.hand_sizes))
    text = f"sizes={sizes} {format_position(view.game.map, view.state)}"
    return text if view.seat is None else f"viewer={view.seat} {text}"


class HistoryStep(NamedTuple):
    """A decision or an outcome of chance."""

    number: int
    text: str
    """In the notation; the letter of a card comes last."""
    card: int | None = None
    """The colour of the card that left the pile."""
    owner: int | None = None
    """The only seat that saw which card it was."""

    def seen_by(self, viewer: Viewer) -> str:
        """The step as the viewer saw it."""
        is_hidden = self.owner is not None and self.owner != viewer
        return self.text[:-1] + kinds.HIDDEN if is_hidden else self.text


class HistoryStart:
    """The start of a history: before the deal, or any position. It never changes."""

    def __init__(self, position: Position, deal_steps: int = 0, public: str = "") -> None:
        """Begin in a position.

        Args:
            position: The position.
            deal_steps: How many steps of chance the deal takes.
            public: The text of its public part, if it is known already.
        """
        self.game = position.game
        self.position = position
        self.deal_steps = deal_steps
        self._public = public

    @staticmethod
    def before_deal(game: Game) -> "HistoryStart":
        """The start of a whole game."""
        deal_steps = 1 + HAND_SIZE * game.players + game.map.display
        return HistoryStart(Position(game, game.new_setup()), deal_steps)

    @property
    def public(self) -> str:
        """The text of the public part of the position."""
        self._public = self._public or view_text(self.position.view(None))
        return self._public

    def seen_by(self, viewer: Viewer) -> str:
        """The text of the position as the viewer saw it."""
        if viewer is None:
            return self.public
        hand = format_cards(self.position.state["hands"][viewer])
        return f"viewer={viewer} hand={hand} {self.public}"

    def __deepcopy__(self, memo: dict[int, Any]) -> "HistoryStart":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        options = (game.source, game.players, game.variant, game.wild_in_prices)
        return _start, (options, self.position.state.tobytes(), self.deal_steps)


def _start(options: tuple[str, int, bool, bool], state: bytes, deal_steps: int) -> HistoryStart:
    position = Position(shared_game(*options), np.frombuffer(state, STATE)[0])
    return HistoryStart(position, deal_steps)


class GameHistory:
    """A start, the steps since, and the state that they have led to."""

    def __init__(self, start: HistoryStart, numbers: Iterable[int] = ()) -> None:
        """Begin at a start, and apply steps by their numbers."""
        self.start = start
        self.game = start.game
        self.steps: list[HistoryStep] = []
        self.memories: dict[int, Memory] = {}
        self._hold(start.position.states.copy())
        for number in numbers:
            self.apply(number)

    def _hold(self, states: NDArray[np.record]) -> None:
        self._states = states
        self.state: State = states[0]
        self._scratch = new_scratch()
        self._look()

    def _look(self) -> None:
        """Cache what is read most often: reading fields of a record is slow."""
        self._phase = int(self.state["phase"])
        self.seat = int(self.state["seat"])

    @property
    def is_dealing(self) -> bool:
        """Whether the deal is incomplete."""
        return len(self.steps) < self.start.deal_steps

    @property
    def is_chance(self) -> bool:
        """Whether chance is due rather than a decision."""
        return self._phase in (PILE_CARD, REFILL) or self.is_dealing

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._phase == OVER

    def legal_numbers(self) -> list[int]:
        """The decisions that can be made now."""
        list_legal(self.game.board, self.state, self._scratch)
        return codes_in(np.array(self._scratch.words))

    def outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes of chance with their probabilities."""
        if self.is_dealing and not self.steps:
            return [(seat, 1 / self.game.players) for seat in range(self.game.players)]
        pile = self.state["pile"].tolist()
        cards = sum(pile)
        return [(colour, count / cards) for colour, count in enumerate(pile) if count]

    def step(self, number: int) -> HistoryStep:
        """The step that ``number`` means now."""
        if self.is_dealing:
            return self._deal_step(number)
        if self._phase == PILE_CARD:
            return HistoryStep(number, kinds.PILE + LETTERS[number], number, self.seat)
        if self._phase == REFILL:
            return HistoryStep(number, kinds.REFILL + LETTERS[number], number)
        return HistoryStep(number, self.game.book.texts.get(number, str(number)))

    def _deal_step(self, number: int) -> HistoryStep:
        place = len(self.steps)
        if place == 0:
            return HistoryStep(number, f"start={number}")
        seat = (place - 1) // HAND_SIZE
        if seat < self.game.players:
            return HistoryStep(number, f"{seat}:{LETTERS[number]}", number, seat)
        return HistoryStep(number, kinds.REFILL + LETTERS[number], number)

    def apply(self, number: int) -> None:
        """Apply a step, which must be legal or possible."""
        step = self.step(number)
        if self.is_dealing:
            self._deal(step)
        else:
            play_code(self.game.board, self.state, self._code(number), self._scratch, NO_TAPE)
        self.steps.append(step)
        self.memories.clear()
        self._look()

    def _deal(self, step: HistoryStep) -> None:
        if step.card is None:
            self.state["start"] = self.state["seat"] = step.number
            return
        self.state["pile"][step.card] -= 1
        self.state["pile_size"] -= 1
        to = self.state["display"] if step.owner is None else self.state["hands"][step.owner]
        to[step.card] += 1

    def _code(self, number: int) -> int:
        """The engine's code of a step after the deal."""
        if self._phase == PILE_CARD:
            return code_of(TURN, PILE_GIVES + number)
        if self._phase == REFILL:
            return code_of(TURN, DISPLAY_GETS + number)
        return number

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self.game, self.state)

    def view(self, viewer: Viewer) -> View:
        """The viewer's view of the current position."""
        return self.position.view(viewer)

    def seen_by(self, viewer: Viewer) -> str:
        """All that the viewer has seen, from the start on and in its order."""
        told = [step.seen_by(viewer) for step in self.steps]
        return "; ".join([self.start.seen_by(viewer), *told])

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameHistory":
        twin = GameHistory.__new__(GameHistory)
        twin.start, twin.game = self.start, self.game
        twin.steps = self.steps.copy()
        twin.memories = {}
        twin._hold(self._states.copy())
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return GameHistory, (self.start, tuple(step.number for step in self.steps))
