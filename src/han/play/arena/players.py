"""Playing matches of a contest in one process."""

import time
from threading import Event, Lock

import numpy as np

from han.bots.bot import Bot
from han.bots.registry import make_bot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.position import Position
from han.engine.view import View
from han.play.arena.contest import Contest
from han.play.arena.match_result import MatchResult, SeatResult
from han.play.guard import GuardedBot, close_bot
from han.play.match import play_match
from han.play.series import with_faults

CLOSE_TIMEOUT_S = 1.0
"""How long `Players.close` waits for the current decision."""


class ClosedError(Exception):
    """The players were closed during a match."""


class Players:
    """Plays matches of a contest by their numbers. Makes each bot once for each seat."""

    def __init__(self, contest: Contest, keep_records: bool = False) -> None:
        """Start without bots; each is made when it first plays."""
        self._contest = contest
        self._keep_records = keep_records
        self._bots: dict[tuple[str, int], Bot] = {}
        self._playing = Lock()
        self._is_closed = Event()

    def play(self, number: int) -> MatchResult:
        """Play a match."""
        contest = self._contest
        times: list[float] = []
        with self._playing:
            seating = enumerate(contest.seating(number))
            bots = [self._seat(spec, seat, times) for seat, spec in seating]
            match = play_match(contest.game, bots, contest.seed, contest.deal_of(number))
        guards = [bot.guard for bot in bots]
        return MatchResult(
            number,
            tuple(_result(match.position, seat, bot) for seat, bot in enumerate(bots)),
            tuple(fault for guard in guards for fault in guard.faults),
            with_faults(match.record, guards) if self._keep_records else None,
            tuple(times) if self._keep_records else (),
        )

    def close(self) -> None:
        """Close the bots. A running match is abandoned at its next decision."""
        self._is_closed.set()
        if self._playing.acquire(timeout=CLOSE_TIMEOUT_S):
            self._playing.release()
        for bot in self._bots.values():
            close_bot(bot)

    def _seat(self, spec: str, seat: int, times: list[float]) -> "TimedBot":
        if (spec, seat) not in self._bots:
            self._bots[spec, seat] = make_bot(spec)
        return TimedBot(GuardedBot(self._bots[spec, seat]), self._is_closed, times)


class TimedBot:
    """Measures the time of a bot's decisions in one match."""

    def __init__(self, guard: GuardedBot, is_closed: Event, times: list[float]) -> None:
        """Start with no decision; ``times`` gets the times of all seats."""
        self.guard = guard
        self.spec = guard.spec
        self.moves = 0
        self.seconds = 0.0
        self._is_closed = is_closed
        self._times = times

    def choose(self, view: View, chance: Chance) -> Action:
        """The bot's choice. Decisions with only one legal action are not counted."""
        if self._is_closed.is_set():
            raise ClosedError
        is_forced = int(np.bitwise_count(view.legal_actions.words).sum()) == 1
        began = time.perf_counter()
        action = self.guard.choose(view, chance)
        taken = time.perf_counter() - began
        self._times.append(taken)
        if not is_forced:
            self.seconds += taken
            self.moves += 1
        return action


def _result(position: Position, seat: int, bot: TimedBot) -> SeatResult:
    return SeatResult(
        spec=bot.spec,
        points=tuple(int(points) for points in position.state["points"][:, seat]),
        pieces_left=position.houses_left[seat] + position.emissaries_left[seat],
        moves=bot.moves,
        seconds=bot.seconds,
        faults=len(bot.guard.faults),
    )
