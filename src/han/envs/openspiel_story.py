"""A game as OpenSpiel tells it: how it began and every step since, each of them a number.

A decision's number is its code (`han.rules.codes`). A step of chance is numbered by what it
brings, a seat or a colour: first the start player is drawn, then each seat's cards are dealt
one by one and the display after them; later cards come from the pile.
"""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from han.engine.game import Game
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
"""A seat, or none for an onlooker."""


def view_text(view: View) -> str:
    """All that a view says on one line: the notation's position, but with one hand alone."""
    sizes = ",".join(map(str, view.hand_sizes))
    text = f"sizes={sizes} {format_position(view.game.map, view.state)}"
    return text if view.seat is None else f"viewer={view.seat} {text}"


class Step(NamedTuple):
    """Something that happened."""

    number: int
    text: str
    """In the notation; the letter of a card comes last."""
    card: int | None = None
    """The colour of the card that left the pile."""
    owner: int | None = None
    """The only seat that saw which card it was."""

    def told_to(self, viewer: Viewer) -> str:
        """What the viewer learnt of it."""
        is_hidden = self.owner is not None and self.owner != viewer
        return self.text[:-1] + kinds.HIDDEN if is_hidden else self.text


class Beginning:
    """Where a story begins: before the deal, or in any position. It never changes."""

    def __init__(self, position: Position, deal_steps: int = 0, public: str = "") -> None:
        """Begin in a position.

        Args:
            position: The position.
            deal_steps: How many steps of chance will complete it.
            public: What lies open in it, if somebody has written it down already.
        """
        self.game = position.game
        self.position = position
        self.deal_steps = deal_steps
        self._public = public

    @staticmethod
    def before_deal(game: Game) -> "Beginning":
        """The beginning of a whole game."""
        deal_steps = 1 + HAND_SIZE * game.players + game.map.display
        return Beginning(Position(game, game.new_setup()), deal_steps)

    @property
    def public(self) -> str:
        """What lay open when the story began."""
        self._public = self._public or view_text(self.position.view(None))
        return self._public

    def told_to(self, viewer: Viewer) -> str:
        """What the viewer saw when the story began."""
        if viewer is None:
            return self.public
        hand = format_cards(self.position.state["hands"][viewer])
        return f"viewer={viewer} hand={hand} {self.public}"

    def __deepcopy__(self, memo: dict[int, Any]) -> "Beginning":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        options = (game.source, game.players, game.variant, game.wild_in_prices)
        return _beginning, (options, self.position.state.tobytes(), self.deal_steps)


@cache
def _game(source: str, players: int, variant: bool, wild_in_prices: bool) -> Game:
    return Game(source, players, variant=variant, wild_in_prices=wild_in_prices)


def _beginning(options: tuple[str, int, bool, bool], state: bytes, deal_steps: int) -> Beginning:
    position = Position(_game(*options), np.frombuffer(state, STATE)[0])
    return Beginning(position, deal_steps)


class Story:
    """A beginning, the steps since, and the state that they have led to."""

    def __init__(self, beginning: Beginning, numbers: Iterable[int] = ()) -> None:
        """Tell a story from its beginning on."""
        self.beginning = beginning
        self.game = beginning.game
        self.steps: list[Step] = []
        self.memories: dict[int, Memory] = {}
        self._hold(beginning.position.states.copy())
        for number in numbers:
            self.apply(number)

    def _hold(self, states: NDArray[np.record]) -> None:
        self._states = states
        self.state: State = states[0]
        self._scratch = new_scratch()
        self._look()

    def _look(self) -> None:
        """Keep what is asked for most: reading a record takes its time."""
        self._phase = int(self.state["phase"])
        self.seat = int(self.state["seat"])

    @property
    def is_dealing(self) -> bool:
        """Whether the deal is not complete yet."""
        return len(self.steps) < self.beginning.deal_steps

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
        """What chance can bring now, with its probability."""
        if self.is_dealing and not self.steps:
            return [(seat, 1 / self.game.players) for seat in range(self.game.players)]
        pile = self.state["pile"].tolist()
        cards = sum(pile)
        return [(colour, count / cards) for colour, count in enumerate(pile) if count]

    def step(self, number: int) -> Step:
        """What ``number`` would mean now."""
        if self.is_dealing:
            return self._deal_step(number)
        if self._phase == PILE_CARD:
            return Step(number, kinds.PILE + LETTERS[number], number, self.seat)
        if self._phase == REFILL:
            return Step(number, kinds.REFILL + LETTERS[number], number)
        return Step(number, self.game.book.texts.get(number, str(number)))

    def _deal_step(self, number: int) -> Step:
        place = len(self.steps)
        if place == 0:
            return Step(number, f"start={number}")
        seat = (place - 1) // HAND_SIZE
        if seat < self.game.players:
            return Step(number, f"{seat}:{LETTERS[number]}", number, seat)
        return Step(number, kinds.REFILL + LETTERS[number], number)

    def apply(self, number: int) -> None:
        """Go on by one step, which must be possible."""
        step = self.step(number)
        if self.is_dealing:
            self._deal(step)
        else:
            play_code(self.game.board, self.state, self._code(number), self._scratch, NO_TAPE)
        self.steps.append(step)
        self.memories.clear()
        self._look()

    def _deal(self, step: Step) -> None:
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
        """The position that the story has reached."""
        return Position(self.game, self.state)

    def view(self, viewer: Viewer) -> View:
        """What the viewer sees now."""
        return self.position.view(viewer)

    def told_to(self, viewer: Viewer) -> str:
        """All that the viewer has seen, from the beginning on and in its order."""
        told = [step.told_to(viewer) for step in self.steps]
        return "; ".join([self.beginning.told_to(viewer), *told])

    def __deepcopy__(self, memo: dict[int, Any]) -> "Story":
        twin = Story.__new__(Story)
        twin.beginning, twin.game = self.beginning, self.game
        twin.steps = self.steps.copy()
        twin.memories = {}
        twin._hold(self._states.copy())
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Story, (self.beginning, tuple(step.number for step in self.steps))
