"""Many games at once are many games, each by the rules."""

import re
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction

import han.envs
from han.engine.game import Game
from han.engine.position import Position
from han.envs.observation import observe_view
from han.envs.register import env_ids
from han.envs.vector import HanVectorEnv
from han.messages import HanError
from tables import SOME_GAMES

assert han.envs  # its import tells Gymnasium the names
KINDS = {(game.map.id, game.players, game.variant) for game in SOME_GAMES}
some_ids = pytest.mark.parametrize(
    "env_id", [env_id for env_id, kind in env_ids() if tuple(kind.values()) in KINDS]
)


def positions_in(batch: HanVectorEnv) -> list[Position]:
    return [Position(batch.game, state) for state in batch._games["state"]]


def check_batch(batch: HanVectorEnv, seen: dict[str, Any], infos: dict[str, Any]) -> None:
    """Every mask and observation of a batch, as the engine says."""
    for game, position in enumerate(positions_in(batch)):
        legal = list(position.legal_actions.codes)
        assert np.flatnonzero(seen["action_mask"][game]).tolist() == legal
        view = position.view(int(infos["seat"][game]))
        if not position.is_over:
            assert np.array_equal(seen["observation"][game], observe_view(view))


def test_gymnasium_knows_every_kind_of_game() -> None:
    for env_id, kind in env_ids():
        batch = gymnasium.make_vec(env_id, num_envs=2).unwrapped
        assert isinstance(batch, HanVectorEnv)
        assert batch.game == Game(kind["map_id"], kind["players"], variant=kind["variant"])


@some_ids
def test_every_step_is_one_of_the_engine(env_id: str) -> None:
    batch = gymnasium.make_vec(env_id, num_envs=3).unwrapped
    assert isinstance(batch, HanVectorEnv)
    seen, infos = batch.reset(seed=7)
    ended = np.zeros(3, bool)
    over = 0
    for step in range(400):
        if step % 23 == 0:
            check_batch(batch, seen, infos)
        before = positions_in(batch)
        actions = batch.sample_actions().copy()
        was_ended = ended
        seen, rewards, ended, cut, infos = batch.step(actions)
        ended = ended.copy()
        assert not cut.any()
        for game, position in enumerate(positions_in(batch)):
            if was_ended[game]:  # began anew, whatever the action
                assert not any(position.houses)
                assert rewards[game] == 0
            elif ended[game]:
                over += 1
                result = position.result
                assert result is not None
                shares = [
                    (s in result.winners) / len(result.winners)
                    for s in range(position.game.players)
                ]
                assert infos["returns"][game][: len(shares)] == pytest.approx(shares)
                assert rewards[game] == pytest.approx(shares[before[game].turn])
            else:
                played = before[game].after([int(actions[game])])
                assert played.houses == position.houses
                assert rewards[game] == 0
    assert over >= 3


def test_spaces_hold_what_is_seen() -> None:
    batch = HanVectorEnv(4, copy=True)
    seen, _ = batch.reset(seed=1)
    assert seen in batch.observation_space
    later, *_ = batch.step(batch.sample_actions())
    assert later in batch.observation_space
    assert not np.array_equal(seen["observation"], later["observation"])  # copies stay as they were
    assert batch.sample_actions() in batch.action_space


def test_without_copies_the_arrays_are_the_same_ones() -> None:
    batch = HanVectorEnv(4)
    seen, _ = batch.reset(seed=1)
    later, *_ = batch.step(batch.sample_actions())
    assert seen["observation"] is later["observation"]
    assert seen["action_mask"] is later["action_mask"]


def test_masks_alone_play_the_same_games() -> None:
    plain, full = HanVectorEnv(16, features=False), HanVectorEnv(16)
    assert set(plain.reset(seed=3)[0]) == {"action_mask"}
    full.reset(seed=3)
    for _ in range(300):
        actions = plain.sample_actions()
        assert np.array_equal(actions, full.sample_actions())
        plain.step(actions)
        full.step(actions)
    assert plain._games["state"].tobytes() == full._games["state"].tobytes()


def history(batch: HanVectorEnv, seed: Any, steps: int = 200) -> bytes:
    batch.reset(seed=seed)
    for _ in range(steps):
        batch.step(batch.sample_actions())
    return batch._games["state"].tobytes()


def test_seeds_decide_everything() -> None:
    assert history(HanVectorEnv(8), 5) == history(HanVectorEnv(8), 5)
    assert history(HanVectorEnv(8), 5) != history(HanVectorEnv(8), 6)
    assert history(HanVectorEnv(2), [1, 2]) == history(HanVectorEnv(2), [1, 2])
    batch = HanVectorEnv(2)
    batch.reset(seed=[4, 4])
    assert batch._games["state"][0].tobytes() == batch._games["state"][1].tobytes()
    batch.reset(seed=4)
    assert batch._games["state"][0].tobytes() != batch._games["state"][1].tobytes()
    first = batch._games["state"].tobytes()
    batch.reset()  # goes on
    assert batch._games["state"].tobytes() != first


@pytest.mark.parametrize("opponents", ["greedy", ["random", "scribe", "governor"]])
def test_bots_play_the_other_seats(opponents: Any) -> None:
    batch = HanVectorEnv(32, opponents=opponents)
    _, infos = batch.reset(seed=1)
    assert set(infos["seat"].tolist()) == {0, 1, 2, 3}
    for _ in range(60):
        seen, _, ended, _, infos = batch.step(batch.sample_actions())
        for game, position in enumerate(positions_in(batch)):
            assert position.is_over == ended[game]
            if not ended[game]:
                assert position.to_move == infos["seat"][game]
                assert seen["observation"][game][5] == 1  # its own turn


def test_random_play_loses_to_the_governor() -> None:
    batch = HanVectorEnv(64, "ways-of-diplomacy", 2, opponents="governor")
    batch.reset(seed=1)
    won = games = 0.0
    for _ in range(150):
        _, rewards, ended, _, _ = batch.step(batch.sample_actions())
        games += ended.sum()
        won += rewards.sum()
    assert games > 100
    assert won / games < 0.05


@pytest.mark.parametrize("wrong", ["illegal", -1, 1600, 2**40])
def test_an_illegal_action_changes_no_game(wrong: Any) -> None:
    batch = HanVectorEnv(4)
    seen, _ = batch.reset(seed=1)
    actions = batch.sample_actions().copy()
    actions[2] = np.flatnonzero(seen["action_mask"][2] == 0)[0] if wrong == "illegal" else wrong
    before = batch._games["state"].tobytes()
    with pytest.raises(InvalidAction, match="not legal in game 2 of the batch"):
        batch.step(actions)
    assert batch._games["state"].tobytes() == before


@pytest.mark.parametrize(
    "actions", [np.zeros(3, np.int64), np.zeros((4, 1), np.int64), np.zeros(4), [[0]] * 4]
)
def test_actions_of_another_shape_are_refused(actions: Any) -> None:
    batch = HanVectorEnv(4)
    batch.reset(seed=1)
    with pytest.raises(HanError, match="one whole number for each of the 4 games"):
        batch.step(actions)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ({"num_envs": 0}, "A batch needs at least one game, not 0."),
        (
            {"opponents": "chancellor"},
            "“chancellor” is not a valid opponent here: choose one of random",
        ),
        ({"opponents": ["greedy"]}, "There are 3 other seats, but 1 opponents."),
        ({"reward": "gold"}, "“gold” is not a valid reward here"),
        ({"map_id": "atlantis"}, "atlantis"),
        ({"players": 6}, "3 to 5 players, not 6"),
    ],
)
def test_a_batch_that_cannot_be_is_refused_in_a_sentence(
    kind: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(HanError, match=re.escape(sentence)):
        HanVectorEnv(**kind)


def test_seeds_must_be_as_many_as_games() -> None:
    with pytest.raises(HanError, match="There are 3 games, but 2 seeds"):
        HanVectorEnv(3).reset(seed=[1, 2])


def test_a_step_before_the_deal_is_refused() -> None:
    with pytest.raises(HanError, match="Reset the environment"):
        HanVectorEnv(1).step(np.zeros(1, np.int64))
