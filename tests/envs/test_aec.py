"""PettingZoo's own tests, and tests of what they do not cover."""

import re
import sys
import warnings
from collections.abc import Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest

from han.engine.game import Game
from han.envs import aec
from han.envs.errors import EnvError, IllegalError
from han.envs.observation import observe_view
from han.envs.register import env_ids
from han.messages import HanError
from tables import FEW_GAMES, SOME_GAMES

with warnings.catch_warnings():  # it still makes its own environments in a way it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test


def tables_for(games: Sequence[Game]) -> pytest.MarkDecorator:
    """What an environment is made with, for each of these games."""
    return pytest.mark.parametrize(
        "kind",
        [
            {"map_id": game.map.id, "players": game.players, "variant": game.variant}
            for game in games
        ],
        ids=lambda kind: f"{kind['map_id']}-{kind['players']}-{kind['variant']}",
    )


some_tables = tables_for(SOME_GAMES)
few_tables = tables_for(FEW_GAMES)


def play_out(table: Any, rng: np.random.Generator) -> dict[str, float]:
    """Random actions to the end; everybody's rewards."""
    rewards = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, ended, _, _ = table.last()
        rewards[agent] += reward
        table.step(None if ended else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return rewards


@few_tables
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
def test_it_keeps_to_the_interface(kind: dict[str, Any]) -> None:
    """Its two warnings are given to every environment that is not on PettingZoo's own list."""
    api_test(aec.env(**kind), num_cycles=200)
    api_test(aec.raw_env(**kind), num_cycles=50)


def test_pettingzoo_knows_every_kind_of_game() -> None:
    for env_id, kind in env_ids():
        table = pettingzoo.make("aec", env_id)
        assert table.unwrapped._running.game == Game(
            kind["map_id"], kind["players"], variant=kind["variant"]
        )


@few_tables
def test_seeds_decide_everything(kind: dict[str, Any]) -> None:
    seed_test(lambda: aec.env(**kind), num_cycles=60)


@few_tables
def test_it_can_be_looked_at(kind: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec.env(**kind, render_mode=render_mode))
    assert f"{kind['map_id']}, place" in capsys.readouterr().out


@few_tables
def test_its_benchmark_runs(
    kind: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """PettingZoo's benchmark, which looks at the clock 250 times and thinks five seconds over."""
    looks = count()
    clock = SimpleNamespace(time=lambda: 0.02 * next(looks))
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", clock)
    performance_benchmark(aec.env(**kind))
    found = re.search(r"([\d.]+) turns per second", capsys.readouterr().out)
    assert found
    assert float(found[1]) > 0


@some_tables
def test_a_whole_game_is_a_game_of_the_engine(kind: dict[str, Any]) -> None:
    """Every observation and mask along it, and who is asked, as the engine says."""
    table = aec.raw_env(**kind)
    table.reset(seed=4)
    rng = np.random.default_rng(4)
    while table.agents and not all(table.terminations.values()):
        position = table.unwrapped._running.position
        assert table.agent_selection == f"seat_{position.to_move}"
        for seat, agent in enumerate(table.agents):
            seen = table.observe(agent)
            assert np.array_equal(seen["observation"], observe_view(position.view(seat)))
            legal = list(position.legal_actions.codes) if seat == position.to_move else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        table.step(int(rng.choice(np.array(position.legal_actions.codes))))
    assert table.unwrapped._running.position.is_over


@pytest.mark.parametrize("reward", ["win", "margin", "both"])
def test_rewards_are_what_they_say(reward: str) -> None:
    for seed in range(6):
        table = aec.env("ways-of-diplomacy", 3, reward=reward)
        table.reset(seed=seed)
        rewards = list(play_out(table, np.random.default_rng(seed)).values())
        result = table.unwrapped._running.position.result
        assert result is not None
        shares = [(seat in result.winners) / len(result.winners) for seat in range(3)]
        best = [max(p for s, p in enumerate(result.total) if s != seat) for seat in range(3)]
        leads = [(points - other) / 40 for points, other in zip(result.total, best, strict=True)]
        expected = {
            "win": shares,
            "margin": leads,
            "both": [(share + lead) / 2 for share, lead in zip(shares, leads, strict=True)],
        }
        assert rewards == pytest.approx(expected[reward])


def illegal_in(table: Any) -> int:
    return int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])


@pytest.mark.parametrize("action", [None, -1, 1600, 10**30, "illegal"])
def test_an_illegal_action_changes_nothing(action: Any) -> None:
    table = aec.raw_env()
    table.reset(seed=1)
    wrong = illegal_in(table) if action == "illegal" else action
    before = table._running.position
    with pytest.raises(IllegalError, match=r"not legal now; nothing was played"):
        table.step(wrong)
    assert table._running.position == before
    assert table.agent_selection == f"seat_{before.to_move}"


def test_an_illegal_action_ends_the_game_the_way_of_pettingzoo() -> None:
    table = aec.env(players=3)
    table.reset(seed=1)
    loser = table.agent_selection
    table.step(illegal_in(table))
    assert table.terminations == dict.fromkeys(table.possible_agents, True)
    rewards = play_out(table, np.random.default_rng(0))
    assert rewards == {agent: -1.0 if agent == loser else 0.0 for agent in table.possible_agents}
    table.reset(seed=2)
    assert sum(play_out(table, np.random.default_rng(0)).values()) == pytest.approx(1)


def test_a_step_before_the_deal_and_one_after_the_end_are_refused() -> None:
    table = aec.env()
    with pytest.raises(EnvError, match="Reset the environment"):
        table.step(0)
    table.reset(seed=1)
    play_out(table, np.random.default_rng(0))
    with pytest.raises(EnvError, match="Reset the environment"):
        table.step(0)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ({"map_id": "atlantis"}, "atlantis"),
        ({"players": 9}, "3 to 5 players, not 9"),
        ({"players": True}, "players"),
        ({"variant": "market-places"}, "no variant “market-places”"),
        ({"reward": "gold"}, "“gold” is not a valid reward here: choose one of win, margin, both"),
        ({"render_mode": "film"}, "“film” is not a valid render_mode here"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(
    kind: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(HanError, match=re.escape(sentence)):
        aec.env(**kind)


def test_pictures_show_the_pieces() -> None:
    table = aec.raw_env("border-disputes", 3, render_mode="rgb_array")
    table.reset(seed=2)
    empty = table.render()
    assert isinstance(empty, np.ndarray)
    position = table._running.position
    house = next(action for action in position.legal_actions if str(action).startswith("H "))
    table.step(position.game.book.encode(house.atom))
    built = table.render()
    assert isinstance(built, np.ndarray)
    assert built.shape == empty.shape == (530, 800, 3)
    changed = np.argwhere((built != empty).any(axis=2))
    game_map = position.game.map
    space = next(space for space in game_map.spaces if space.id == house.place)
    assert changed[:, 1].mean() == pytest.approx(space.at[0] * 800 / game_map.canvas[0], abs=3)
