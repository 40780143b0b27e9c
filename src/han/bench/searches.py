"""The speed of the search, and how long the levels take to answer."""

import time
from dataclasses import dataclass

from han.bots.bot import Bot
from han.bots.governor import GovernorBot
from han.bots.levels import LEVELS
from han.bots.registry import make_bot
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view import View
from han.play.match import Match
from han.search.tree.search import Search
from han.search.tree.settings import UNIFORM, make_settings

_STEP = 256


def middle_of_a_game(game: Game, seed: int = 3) -> Position:
    """The position at the middle turn of a game between governors."""
    governors: list[Bot] = [GovernorBot() for _ in range(game.players)]
    turns = [
        step.before
        for step in Match(game, governors, seed)
        if step.before.phase == "place" and step.before.state.placed == 0
    ]
    return turns[len(turns) // 2]


def time_simulations(position: Position, seconds: float, *, guided: bool) -> float:
    """Simulations a second of a growing tree, each played to the end of the game."""
    settings = make_settings(**({} if guided else UNIFORM))
    search = Search(position.game, settings, capacity=max(100_000, round(200_000 * seconds)))
    seat = position.to_move
    assert seat is not None
    search.begin(position.view(seat), seed=0)
    search.run(_STEP)
    began = time.perf_counter()
    while True:
        search.run(_STEP)
        spent = time.perf_counter() - began
        if spent >= seconds:
            break
    return round((search.simulations - _STEP) / spent, 1)


@dataclass(frozen=True)
class Answers:
    """How long a level took for decisions with more than one legal action."""

    level: str
    answers: int
    mean_ms: float
    slowest_ms: float


class _TimedBot:
    """Measures how long a bot takes."""

    def __init__(self, bot: Bot) -> None:
        self.spec = bot.spec
        self.times: list[float] = []
        self._bot = bot

    def choose(self, view: View, chance: Chance) -> Action:
        began = time.perf_counter()
        action = self._bot.choose(view, chance)
        if len(view.legal_actions) > 1:
            self.times.append(1000 * (time.perf_counter() - began))
        return action


def time_answers(level: str, game: Game, games: int, most: int) -> Answers:
    """Let a level play against governors on one core, after one answer to warm up.

    No game is played on when there are as many answers as wanted at ``most``.
    """
    timed = _TimedBot(make_bot(level))
    opening = game.deal(0)
    timed.choose(opening.view(opening.start), Chance(0))
    timed.times.clear()
    others: list[Bot] = [GovernorBot() for _ in range(game.players - 1)]
    for number in range(games):
        for _ in Match(game, [timed, *others], seed=0, number=number):
            if len(timed.times) >= most:
                break
    times = timed.times
    return Answers(level, len(times), round(sum(times) / len(times), 2), round(max(times), 2))


def time_levels(game: Game, games: int, most: int) -> list[Answers]:
    """Every level's answers."""
    return [time_answers(level, game, games, most) for level in LEVELS]
