"""The checks of `han.play.contract.check_bot`."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import numpy as np

from han.bots.bot import Bot
from han.bots.errors import BotContractError
from han.engine.action import Action
from han.engine.belief import sample
from han.engine.chance import Chance
from han.engine.encoding import encode
from han.engine.position import Position
from han.engine.view import View
from han.engine.view_json import view_json
from han.play.guard import close_bot

FRESH_EVERY = 5
"""Every so many decisions fresh bots are asked about a single view."""


class Candidate:
    """A fresh bot with its seat and its chance."""

    def __init__(self, bot: Bot, seed: int, seat: int) -> None:
        """Assign a bot to a seat."""
        self.bot = bot
        self.chance = Chance(seed, seat)
        self.has_chosen = False


class Examiner:
    """Checks one kind of bot in many positions; `check_bot` lists the requirements."""

    def __init__(self, make_bot: Callable[[], Bot], ms_limit: float) -> None:
        """Prepare the checks; ``make_bot`` makes a fresh bot each time it is called."""
        self._make_bot = make_bot
        self._ms_limit = ms_limit
        self._made: list[Bot] = []
        self._where = ""
        self.decisions = 0
        self.slowest_ms = 0.0

    def follow(self, position: Position, seed: int, decisions: int) -> None:
        """Let two line-ups of fresh bots play the same game from a position on."""
        cards = Chance(seed, position.game.players)
        one, other = (self._line_up(position.game.players, seed) for _ in range(2))
        for number in range(decisions):
            seat = position.to_move
            if seat is None:
                break
            self._where = f"seed {seed}, seat {seat}, position “{position}”"
            choice = self._ask(one[seat], position)
            if self._ask(other[seat], position) != choice:
                self._fail("Two fresh bots that followed the same game disagree")
            if number % FRESH_EVERY == 0:
                self._check_alone(position, seed)
            position, _ = position.play(choice, cards)
            self.decisions += 1

    def close(self) -> None:
        """Close the bots."""
        for bot in self._made:
            close_bot(bot)

    def _check_alone(self, position: Position, seed: int) -> None:
        """Ask fresh bots, which have seen nothing of the game before, about one view."""
        choice = self._ask_alone(position, seed)
        if self._ask_alone(position, seed) != choice:
            self._fail("Two fresh bots disagree about the same view")
        if self._ask_alone(position, seed, global_seed=1) != choice:
            self._fail("The choice depends on a global random generator")
        hidden_otherwise = sample(position.view(position.turn), Chance(seed, self.decisions))
        if self._ask_alone(hidden_otherwise, seed) != choice:
            self._fail("The choice depends on cards that the seat cannot see")

    def _ask_alone(self, position: Position, seed: int, global_seed: int = 0) -> Action:
        candidate = self._candidate(seed, position.turn)
        try:
            return self._ask(candidate, position, global_seed)
        finally:
            close_bot(candidate.bot)

    def _ask(self, candidate: Candidate, position: Position, global_seed: int = 0) -> Action:
        """The bot's answer to a view of the position, after checking it."""
        view = position.view(position.turn)
        before = _bytes_of(view)
        with _global_generators(global_seed):
            began = time.perf_counter()
            answer = self._answer(candidate, view)
            self._note_time(candidate, 1000 * (time.perf_counter() - began))
        if _bytes_of(view) != before:
            self._fail("The bot changed the view")
        if not isinstance(answer, Action):
            self._fail(f"The answer {answer!r} is not an Action")
        if answer not in position.legal_actions:
            self._fail(f"The answer “{answer}” is not legal")
        return answer

    def _answer(self, candidate: Candidate, view: View) -> object:
        try:
            return candidate.bot.choose(view, candidate.chance)
        except Exception as error:
            self._fail(f"The bot failed with {type(error).__name__} ({error})", error)

    def _note_time(self, candidate: Candidate, ms: float) -> None:
        if candidate.has_chosen:
            self.slowest_ms = max(self.slowest_ms, ms)
            if ms > self._ms_limit:
                self._fail(f"The answer took {ms:.0f} ms; {self._ms_limit:.0f} are allowed")
        candidate.has_chosen = True

    def _line_up(self, players: int, seed: int) -> list[Candidate]:
        return [self._candidate(seed, seat) for seat in range(players)]

    def _candidate(self, seed: int, seat: int) -> Candidate:
        self._made.append(self._make_bot())
        return Candidate(self._made[-1], seed, seat)

    def _fail(self, what: str, cause: Exception | None = None) -> NoReturn:
        raise BotContractError(f"{what}: {self._where}.") from cause


def _bytes_of(view: View) -> bytes:
    """Everything that a view contains, including what it computes on demand."""
    shown = encode([view_json(view), view.legal_actions.texts])
    return shown + view.state.tobytes() + view.legal_actions.words.tobytes()


@contextmanager
def _global_generators(seed: int) -> Iterator[None]:
    """Seed Python's and numpy's global generators inside a context."""
    python, numpy = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed)
    try:
        yield
    finally:
        random.setstate(python)
        np.random.set_state(numpy)
