"""Gymnasium's own tests, and tests of what they do not cover."""

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.utils.env_checker import check_env

import han.envs
from han.bots.registry import make_bot
from han.engine.chance import Chance
from han.envs.register import env_ids
from han.envs.single import HanEnv
from han.messages import HanError

IDS = [env_id for env_id, _ in env_ids()]
assert han.envs  # its import tells Gymnasium the names


@pytest.mark.parametrize("env_id", IDS)
def test_gymnasium_finds_nothing_wrong(env_id: str) -> None:
    table = gymnasium.make(env_id, opponents="random").unwrapped
    check_env(table)
    table.close()


def test_every_kind_of_game_has_a_name() -> None:
    assert len(IDS) == 12
    assert "han/BorderDisputes-5p-variant-v1" in IDS
    assert "han/WaysOfDiplomacy-2p-v1" in IDS


def play_out(table: HanEnv, seed: int) -> tuple[int, float]:
    """Random actions to the end; how many decisions there were, and the reward."""
    table.action_space.seed(seed)
    table.reset(seed=seed)
    steps = 0
    while True:
        steps += 1
        _, reward, ended, cut, _ = table.step(table.action_space.sample())
        assert not cut
        if ended:
            return steps, reward
        assert reward == 0


@pytest.mark.parametrize("opponents", ["greedy", ["scribe", "mcts:sims=2", "governor"]])
def test_whole_games_against_any_bots(opponents: Any) -> None:
    table = HanEnv(players=4, opponents=opponents)
    first = play_out(table, 3)
    assert first == play_out(HanEnv(players=4, opponents=opponents), 3)
    assert first[0] > 15


def test_a_good_learner_wins_and_a_bad_one_does_not() -> None:
    def share_of(spec: str) -> float:
        table = HanEnv("ways-of-diplomacy", 2, opponents="scribe")
        bot, won = make_bot(spec), 0.0
        for seed in range(30):
            table.reset(seed=seed)
            ended = False
            while not ended:
                position = table._running.position
                action = bot.choose(position.view(position.turn), Chance(seed))
                code = np.int64(position.game.book.encode(action.atom))
                _, reward, ended, _, _ = table.step(code)
            won += reward
        return won / 30

    assert share_of("governor") > 0.6
    assert share_of("random") < 0.2


def test_the_learner_sits_where_it_is_told_to() -> None:
    for seat in range(3):
        table = HanEnv(players=3, seat=seat, opponents="random")
        for seed in range(5):
            seen, info = table.reset(seed=seed)
            assert info["seat"] == seat == table._running.position.to_move
            assert seen["observation"][5] == 1  # its own turn
    drawn = {HanEnv(players=3).reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert drawn == {0, 1, 2}


def test_an_illegal_action_is_an_error_that_changes_nothing() -> None:
    table = HanEnv(opponents="random")
    seen, _ = table.reset(seed=1)
    before = table._running.position
    for action in (int(np.flatnonzero(seen["action_mask"] == 0)[0]), -1, 1600):
        with pytest.raises(InvalidAction, match=r"not legal now; nothing was played"):
            table.step(np.int64(action))
        assert table._running.position == before


def test_a_step_without_a_game_is_refused() -> None:
    table = HanEnv(opponents="random")
    with pytest.raises(ResetNeeded, match="Reset the environment"):
        table.step(np.int64(0))
    play_out(table, 1)
    with pytest.raises(ResetNeeded):
        table.step(np.int64(0))


def test_samples_are_always_legal() -> None:
    table = HanEnv(opponents="random")
    table.action_space.seed(5)
    early = table.action_space.sample()  # before the deal that the same seed gives
    seen, _ = table.reset(seed=5)
    assert seen["action_mask"][early]
    assert all(seen["action_mask"][table.action_space.sample()] for _ in range(50))


def test_a_bot_that_fails_does_not_stop_the_game() -> None:
    table = HanEnv("ways-of-diplomacy", 2, opponents="exec:false")
    steps, _ = play_out(table, 2)
    table.close()
    assert steps > 10


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ({"opponents": "nobody"}, "nobody"),
        ({"opponents": ["greedy"]}, "There are 3 other seats, but 1 opponents."),
        ({"seat": 4}, "“4” is no seat of this game"),
        ({"reward": "gold"}, "“gold” is no reward here"),
        ({"players": 2}, "3 to 5 players, not 2"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(
    kind: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(HanError, match=re.escape(sentence)):
        HanEnv(**kind)
