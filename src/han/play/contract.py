"""A contract test for bots: `check_bot`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from han.bots.bot import Bot
from han.bots.errors import BotContractError
from han.bots.registry import make_bot as make_registered
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.maps.load import load_map, map_ids
from han.play.examiner import Examiner


@dataclass(frozen=True)
class BotCheck:
    """How much was checked, and the longest time for a choice."""

    games: int
    decisions: int
    slowest_ms: float


def check_bot(
    make_bot: str | Callable[[], Bot],
    *,
    seeds: Sequence[int] = (0,),
    decisions: int = 30,
    ms_limit: float = 1000,
) -> BotCheck:
    """Check that a bot keeps the contract, in every seat of every kind of game.

    Its choices must be legal and in time. They must depend on nothing but the views and the
    chance it was given: two fresh bots that follow the same game must agree, and so must two
    fresh bots that get one view, whatever the hidden cards and the state of Python's and numpy's
    global generators. The bot must not change the view.

    Args:
        make_bot: Makes a fresh bot each time it is called; or a bot's spec.
        seeds: For each of them, a part of one game of each kind is played.
        decisions: How many decisions of each of these games, at most.
        ms_limit: Milliseconds that a choice may take. A bot's first choice is not timed, since
            it may have to load, compile or start something.

    Raises:
        BotContractError: At the first violation; names it, the position and the seed.
    """
    examiner = Examiner(_maker_of(make_bot), ms_limit)
    try:
        games = 0
        for seed in seeds:
            for game in _every_game():
                examiner.follow(_random_decision(game, seed, games), seed, decisions)
                games += 1
    finally:
        examiner.close()
    return BotCheck(games, examiner.decisions, round(examiner.slowest_ms, 3))


def _maker_of(make_bot: str | Callable[[], Bot]) -> Callable[[], Bot]:
    """A function that makes fresh bots, after the bot's spec was checked."""
    if isinstance(make_bot, str):
        given = make_bot
        spec = make_registered(given).spec
        again = make_registered(spec).spec
        if again != spec:
            raise BotContractError(f"{given!r} makes a bot {spec!r}, but that one makes {again!r}.")
        return lambda: make_registered(given)
    bot = make_bot()
    if not isinstance(getattr(bot, "spec", None), str) or not bot.spec:
        raise BotContractError(f"{bot!r} has no spec, the text that names it in records.")
    return make_bot


def _every_game() -> Iterator[Game]:
    """Each map with each number of players, alternately with and without the variant."""
    for map_id in map_ids():
        fewest, most = load_map(map_id).players
        for players in range(fewest, most + 1):
            yield Game(map_id, players, variant=players % 2 == 0)


def _random_decision(game: Game, seed: int, number: int) -> Position:
    """A decision at the beginning, in the middle or near the end of a random game."""
    chance = Chance(seed, number)
    positions = [game.deal(chance)]
    while not positions[-1].is_over:
        legal = positions[-1].legal_actions
        positions.append(positions[-1].play(legal[chance.below(len(legal))], chance)[0])
    return positions[len(positions) * (0, 50, 95)[number % 3] // 100]
