"""OpenSpiel's searches play whole games, and one of them is a bot of ours."""

import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from envs.spiel import any_number, dealt, load, state_after, states_of
from han.bots.errors import SpecError
from han.bots.registry import bot_names, make_bot
from han.engine.chance import Chance
from han.engine.game import Game
from han.envs.openspiel import HanGame
from han.envs.openspiel_search import CompiledRollouts
from han.play.contract import check_bot
from han.play.match import play_match
from program import environment, json_of
from waiting import HUNG_S

SPEC = "openspiel-ismcts:sims=6"


def search_tree(game: HanGame) -> Any:
    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    return mcts.MCTSBot(game, 1.0, 2, rollouts, random_state=dice)


def search_sets(game: HanGame) -> Any:
    dice = np.random.RandomState(1)
    return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.0, 3, random_state=dice)


def search_sets_of_views(game: HanGame) -> Any:
    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    return ismcts.ISMCTSBot(game, rollouts, 1.0, 3, random_state=dice, use_observation_string=True)


@pytest.mark.parametrize("make", [search_tree, search_sets, search_sets_of_views])
def test_openspiels_searches_play_whole_games(make: Callable[[HanGame], Any]) -> None:
    """From the deal on; once by a search at each decision of the second half."""
    game = load()
    bot, rng, first = make(game), Random(3), dealt(game)
    assert bot.step(first) in first.legal_actions()
    state = state_after(game, seed=3, steps=110)
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(any_number(state, rng))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
    assert decisions > 20
    assert sum(state.returns()) == pytest.approx(1)


def test_the_search_of_openspiels_compiled_part_sees_the_game_too() -> None:
    game = load()
    rollouts = pyspiel.RandomRolloutEvaluator(1, 5)
    bot = pyspiel.MCTSBot(game, rollouts, 1.0, 5, 50, False, 1, False)
    state = dealt(game)
    assert bot.mcts_search(state).best_child().action in state.legal_actions()


# The bot.


def test_the_bot_is_registered() -> None:
    assert "openspiel-ismcts" in bot_names()
    assert make_bot("openspiel-ismcts").spec == "openspiel-ismcts"
    assert make_bot(SPEC).spec == SPEC


def test_it_keeps_the_contract() -> None:
    report = check_bot(SPEC, decisions=6, ms_limit=1000 * HUNG_S)
    assert report.games == 6
    assert report.decisions > 30


def test_it_plays_whole_games_of_every_kind() -> None:
    for map_id, players in (("ways-of-diplomacy", 2), ("border-disputes", 5)):
        game = Game(map_id, players, variant=True, wild_in_prices=False)
        line_up = [make_bot(SPEC), *(make_bot("random") for _ in range(players - 1))]
        match = play_match(game, line_up, seed=2)
        assert match.position.is_over


def test_it_beats_random_play() -> None:
    game = Game("ways-of-diplomacy", 2)
    bots = [make_bot("openspiel-ismcts:sims=40"), make_bot("random")]
    results = [play_match(game, bots, seed=seed).position.result for seed in range(4)]
    assert sum(result is not None and result.winners == (0,) for result in results) >= 3


def test_the_arena_takes_it() -> None:
    small = ("--map", "ways-of-diplomacy", "--players", "2", "--games", "2", "--workers", "1")
    report = json_of("arena", "--bots", f"{SPEC},greedy", *small)
    assert [bot["spec"] for bot in report["bots"]] == [SPEC, "greedy"]
    assert [bot["faults"] for bot in report["bots"]] == [0, 0]
    assert report["games"] == 2


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("openspiel-ismcts:sims=1", "The parameter “sims” must be at least 2, not 1."),
        ("openspiel-ismcts:sims=many", "The parameter “sims” must be a whole number, not “many”."),
        ("openspiel-ismcts:depth=3", "openspiel-ismcts has no parameter “depth”"),
    ],
)
def test_parameters_that_mean_nothing(spec: str, sentence: str) -> None:
    with pytest.raises(SpecError) as caught:
        make_bot(spec)
    assert str(caught.value).startswith(sentence)


def test_without_openspiel_it_is_one_sentence_and_status_2() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; from han.cli.main import run; run()"
    run = subprocess.run(
        [sys.executable, "-c", code, "arena", "--bots", f"{SPEC},greedy", "--players", "2"],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    needed = "openspiel-ismcts needs the extra “openspiel”: pip install han-game[openspiel]."
    assert run.stderr.strip() == f"han: {needed}"


def test_compiled_rollouts_end_the_game() -> None:
    game = load(players=3, reward="margin")
    rollouts = CompiledRollouts(game, Chance(1), np.random.RandomState(1))
    state = state_after(game, seed=1, steps=100)
    before = str(state)
    returns = {tuple(rollouts.evaluate(state)) for _ in range(20)}
    assert len(returns) > 5
    assert all(len(each) == 3 and max(each) >= 0 >= min(each) for each in returns)
    assert str(state) == before
    *_, last = states_of(state, seed=1)
    assert rollouts.evaluate(last).tolist() == last.returns()
