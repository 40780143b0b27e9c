"""Thinking about one task: the bot's own choice, whatever else the process did before."""

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import han
from han.bots.registry import own_bot_names
from han.engine.view_bytes import unpack_view
from han.play.guard import GuardedBot
from han.server.bot_pool import BotChoice
from han.server.bot_pool import think as think_module
from han.server.bot_pool.think import WARMING, close_bots, think, warming_tasks
from processes import is_alive
from server.bot_pool.tasks import choice, opening, task, task_of
from tables import GAMES, positions_of

LINE_BOT = Path(__file__).parents[3] / "examples" / "line_bot.py"


@pytest.fixture(autouse=True)
def all_closed() -> Iterator[None]:
    yield
    close_bots()


@pytest.mark.parametrize("spec", ["random", "peasant", "greedy", "governor", "mcts:sims=30"])
def test_the_answer_is_the_bots_own_choice(spec: str) -> None:
    for seed, game in enumerate(GAMES[::5]):
        for position in positions_of(game, seed)[::25]:
            if position.to_move is not None:
                view = position.view(position.to_move)
                assert think(task_of(view, spec, seed)) == choice(view, spec, seed)


def test_a_search_does_not_remember_what_was_asked_before() -> None:
    """Along a turn a bot at a table would keep its tree; here each task is its own."""
    position = han.Game("border-disputes", 3).deal(3, start=0)
    spec = "mcts:sims=80"
    tasks = []
    while position.to_move == 0:
        tasks.append(task_of(position.view(0), spec, seed=5))
        position, _ = position.play(think(tasks[-1]).action, han.Chance(1))
    assert len(tasks) > 1
    forwards = [think(each) for each in tasks]
    assert [think(each) for each in reversed(tasks)] == forwards[::-1]
    assert forwards[-1] == choice(unpack_view(tasks[-1].view), spec, 5)


@pytest.mark.parametrize("spec", ["atlantis", "mcts:sims=0", "", "exec:", "random:x=1"])
def test_a_bot_that_cannot_be_made_is_replaced(spec: str) -> None:
    with pytest.raises(han.HanError) as caught:
        han.make_bot(spec)
    answer = think(task(spec))
    assert answer == BotChoice(choice(opening(), "greedy").action, str(caught.value))


def test_a_bot_that_fails_is_replaced_with_the_guards_fault() -> None:
    spec = f"exec:{shlex.quote(sys.executable)} -c pass"
    guarded = GuardedBot(han.make_bot(spec))
    action = guarded.choose(opening(), han.Chance(1))
    assert think(task(spec)) == BotChoice(str(action), guarded.faults[0].error.text())
    assert guarded.faults[0].error.text().endswith("(exit status 0).")


def program(folder: Path) -> str:
    """A program that notes the number of each of its processes."""
    file = folder / "program.py"
    note = f"print(os.getpid(), file=open({str(folder / 'pids')!r}, 'a'))"
    run = f"runpy.run_path({str(LINE_BOT)!r}, run_name='__main__')"
    file.write_text(f"import os, runpy\n{note}\n{run}\n")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(file))}"


def pids(folder: Path) -> list[int]:
    return [int(pid) for pid in (folder / "pids").read_text().split()]


def test_a_program_is_kept_until_all_are_closed(tmp_path: Path) -> None:
    spec = f"exec:{program(tmp_path)}"
    answers = [think(task(spec, seed)) for seed in (1, 2, 1)]
    assert answers[0] == answers[2]
    assert [answer.fault for answer in answers] == [None] * 3
    (pid,) = pids(tmp_path)
    assert is_alive(pid)
    close_bots()
    assert not is_alive(pid)


def test_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think_module, "MOST_KEPT", 2)
    specs = [f"exec:ms={ms} {program(tmp_path)}" for ms in (4000, 5000, 6000)]
    for spec in (specs[0], specs[1], specs[0], specs[2]):
        assert think(task(spec)).fault is None
    assert [is_alive(pid) for pid in pids(tmp_path)] == [True, False, True]


def test_bytes_that_are_no_view_are_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="no view"):
        think(type(task("greedy"))("game", 1, 0, "greedy", b"nonsense", 1))


def test_warming_up_leaves_no_kernel_cold() -> None:
    """Whatever a bot may need has been compiled or loaded then."""
    assert [each.spec for each in warming_tasks()] == list(WARMING)
    assert [think(each).fault for each in warming_tasks()] == [None] * len(WARMING)
    kinds = {type(han.make_bot(spec)) for spec in WARMING}
    assert {type(han.make_bot(name)) for name in own_bot_names()} <= kinds
