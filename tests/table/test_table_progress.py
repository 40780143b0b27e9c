"""What a command makes of a table is worked out once."""

from collections import Counter
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from han.engine.game import Game
from han.engine.position import Position
from han.table import absence
from han.table import command as commands
from han.table import entry as log
from han.table.decide import decide
from han.table.options import Clock
from han.table.progress import progress_by
from han.table.table import Table
from table.building import ANN, INVITE, SEED, TABLE, Keeper, ann, begun, ben, bot, by, cleo, facts
from table.parties import Party
from tables import GAMES


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often positions are played, cards are dealt and tables are copied from now on."""
    counted = Counter[str]()
    for kind, name in ((Position, "play"), (Game, "deal_cards"), (Table, "copy")):
        monkeypatch.setattr(kind, name, _counting(getattr(kind, name), name, counted))
    return counted


def _counting(method: Any, name: str, counted: Counter[str]) -> Any:
    def counting(*args: Any, **options: Any) -> Any:
        counted[name] += 1
        return method(*args, **options)

    return counting


def test_each_action_and_outcome_is_played_once(calls: Counter[str]) -> None:
    """Persons, a bot and a stand-in; with no outcome, one, and several."""
    keeper, outcomes = begun(ann, bot, ben), Counter[int]()
    keeper.send(ANN, 0, commands.Leave)
    while keeper.table.status == "running":
        action = str(keeper.table.position.legal_actions[-1])
        calls.clear()
        played = keeper.play(action)
        assert isinstance(played, log.Played)
        assert calls == {"play": len(played.actions), "copy": 1}
        outcomes[len(played.actions) - 1] += 1
    assert {0, 1} <= outcomes.keys()


def test_cards_are_dealt_once(calls: Counter[str]) -> None:
    keeper = Keeper(begun(ann, ben, cleo).table.options, [ann, ben, cleo])
    calls.clear()
    keeper.deal()
    assert isinstance(keeper.entries[-1], log.Started)
    assert calls["deal_cards"] == 1
    assert calls["play"] == 0


def test_whatever_plays_nothing_plays_no_position(calls: Counter[str]) -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    keeper.play("H chu-1 V")
    calls.clear()
    keeper.send(ANN, 0, commands.Say, phrase="hello")
    keeper.send(ANN, 0, commands.Undo, moment=keeper.table.moment)
    keeper.run_out()
    assert calls == {"copy": 3}


def test_what_is_decided_is_what_the_log_gives() -> None:
    """The table after a command is not made of its entry, so the two are compared."""
    for keeper in Party(GAMES[5], seed=7).play():
        last = keeper.table
    assert last.status == "over"
    assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(last)


def test_the_events_are_those_of_the_stored_entry() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("X V")
    command = by(ANN, 0, commands.Play, action="*", moment=keeper.table.moment)
    progress = decide(keeper.table, command, keeper.now)
    again = progress_by(keeper.table, progress.entry)
    assert progress.events == again.events
    assert len(progress.events) > 1
    assert facts(progress.after) == facts(again.after)


def test_a_progress_cannot_be_changed() -> None:
    progress = absence.give_back_downtime(begun(ann, ben, cleo, clock=Clock("turn", 9)).table, 1, 5)
    assert progress is not None
    with pytest.raises(FrozenInstanceError):
        progress.after = progress.before  # type: ignore[misc]


@pytest.mark.parametrize(("clock", "ms"), [(Clock(), 5), (Clock("turn", 9), 0)])
def test_downtime_in_which_no_clock_ran_is_no_progress(clock: Clock, ms: int) -> None:
    assert absence.give_back_downtime(begun(ann, ben, cleo, clock=clock).table, 1, ms) is None
