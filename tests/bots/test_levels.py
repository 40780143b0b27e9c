"""Each level beats the one below, and compiled bots play the same as in matches."""

from collections.abc import Callable, Iterable
from itertools import cycle, islice

import numpy as np
import pytest

from han.bots.bot import Bot
from han.bots.budget import Budget
from han.bots.compiled import KINDS
from han.bots.governor import GovernorBot
from han.bots.levels import CHANCELLOR, LEVELS, MINISTER
from han.bots.mcts import MctsBot
from han.bots.registry import bot_names, make_bot, make_line_up
from han.engine.belief import sample
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.play.batch import play_batch, play_batches
from han.play.contract import check_bot
from han.play.match import play_match
from han.rules.score import winning_seats
from han.rules.state import State
from han.search.tree.settings import UNIFORM, make_settings
from tables import SEATINGS, positions_of, some_games
from unhurried import make_unhurried
from waiting import HUNG_S

Maker = Callable[[], Bot]


def test_levels_are_bots_by_these_names() -> None:
    assert list(LEVELS) == ["peasant", "scribe", "governor", "minister", "chancellor"]
    for name in LEVELS:
        assert name in bot_names()
        assert make_bot(name).spec == name


def test_each_searching_level_thinks_longer_than_the_one_below() -> None:
    assert MINISTER.sims is not None
    assert CHANCELLOR.sims is not None
    assert MINISTER.sims < CHANCELLOR.sims


# Compiled play.


@some_games
def test_every_compiled_bot_plays_alike_in_bulk(game: Game) -> None:
    """As many line-ups as bots, so that each one sits in every game."""
    players = game.players
    for first in range(0, len(KINDS), players):
        line_up = list(islice(cycle(KINDS), first, first + players))
        batch = play_batch(game, line_up, games=1, seed=2, first=7)
        match = play_match(game, make_line_up(",".join(line_up), players), seed=2, number=7)
        assert match.position.state.tobytes() == batch.states[0].tobytes()
        assert len(match.record.turns) == batch.turns[0]


def test_compiled_bots_are_ours() -> None:
    assert set(KINDS) <= set(bot_names())
    assert sorted(KINDS.values()) == list(range(len(KINDS)))


# Strength. Every deal is played once from each seat.


def share_of_wins(states: Iterable[State], seat: int) -> float:
    """How much of the games a seat won; a shared win counts by parts."""
    winners = [int(winning_seats(state)) for state in states]
    return sum((won >> seat & 1) / won.bit_count() for won in winners) / len(winners)


@pytest.mark.parametrize(
    ("level", "below", "least"), [("scribe", "peasant", 0.8), ("governor", "scribe", 0.55)]
)
@pytest.mark.parametrize(("map_id", "players"), [("ways-of-diplomacy", 2), ("border-disputes", 4)])
def test_a_level_beats_the_one_below(
    level: str, below: str, least: float, map_id: str, players: int
) -> None:
    """One against all others: far more than its share of 200 games."""
    game = Game(map_id, players)
    shares = []
    for seat in range(players):
        line_up = [below] * players
        line_up[seat] = level
        for batch in play_batches(game, line_up, 200 // players, seed=1, workers=1):
            shares.append(share_of_wins(batch.states, seat))
    assert np.mean(shares) > least


def duel(one: Maker, other: Maker, deals: int) -> float:
    """The first bot's share of wins in games of two."""
    game = Game("ways-of-diplomacy", 2)
    won = 0.0
    for number in range(deals):
        for seat in (0, 1):
            bots = [one(), other()] if seat == 0 else [other(), one()]
            state = play_match(game, bots, seed=1, number=number).position.state
            won += share_of_wins([state], seat)
    return won / (2 * deals)


@pytest.mark.slow
def test_the_minister_beats_the_governor() -> None:
    """Without its limit of time, so that a busy machine plays the same games.

    It wins nearly all games, so hardly ever only three of four.
    """
    assert duel(lambda: make_unhurried("minister"), GovernorBot, deals=6) > 0.75


@pytest.mark.slow
def test_guidance_beats_random_play_to_the_end() -> None:
    """With as many simulations."""

    def guided() -> Bot:
        return MctsBot("guided", Budget(sims=60))

    def uniform() -> Bot:
        return MctsBot("uniform", Budget(sims=60), make_settings(**UNIFORM))

    assert duel(guided, uniform, deals=5) > 0.7


# The contract.


@pytest.mark.parametrize("spec", ["peasant", "scribe", "governor", "mcts:sims=20"])
def test_our_bots_keep_the_contract(spec: str) -> None:
    assert check_bot(spec, decisions=8, ms_limit=1000 * HUNG_S).decisions > 40


# Hidden cards.


def assert_blind(spec: str, position: Position, swaps: int) -> int:
    """Check that hidden cards change no choice; return how many of them were others."""
    assert position.to_move is not None
    view = position.view(position.to_move)
    choice = make_unhurried(spec).choose(view, Chance(2))
    assert choice in position.legal_actions
    swapped = 0
    for number in range(swaps):
        other = sample(view, number)
        assert make_unhurried(spec).choose(other.view(position.to_move), Chance(2)) == choice
        swapped += other != position
    return swapped


@pytest.mark.parametrize(("map_id", "players"), SEATINGS)
def test_a_search_sees_no_hidden_cards(map_id: str, players: int) -> None:
    positions = positions_of(Game(map_id, players, variant=True), seed=3)
    decisions = [p for p in positions if p.to_move is not None and len(p.legal_actions) > 1]
    assert sum(assert_blind("mcts:sims=60", p, 2) for p in decisions[3::20]) > 2
