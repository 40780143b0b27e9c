"""What a seat can still undo, and what it has undone, is told to nobody else."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.errors import IllegalActionError
from han.engine.game import Game
from han.table import command as commands
from han.table import entry as log
from han.table import moves
from han.table.entry import Entry
from han.table.options import Clock
from han.table.progress import progress_by
from han.table.table import Table
from han.table.telling import Viewer
from table.building import (
    ANN,
    BEN,
    CLEO,
    EVE,
    INVITE,
    SEED,
    TABLE,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    cleo,
    dora,
)
from table.hearing import moment_json, tell_history, tell_moment, tell_news
from table.parties import Party
from tables import GAMES, any_action

OWN, OTHER, WATCHING = Viewer(ANN, 0), Viewer(BEN, 1), Viewer(EVE)


def board(keeper: Keeper, viewer: Viewer) -> Any:
    """All that a viewer sees of the game, but who is awaited since when."""
    told = moment_json(keeper.table, viewer)
    return told | {"awaited": None}


class Ear:
    """A viewer at a table, who hears everything that happens there."""

    def __init__(self, keeper: Keeper, viewer: Viewer) -> None:
        self.viewer = viewer
        self.heard: list[Any] = []
        self._table = keeper.table

    def listen(self, entries: Sequence[Entry]) -> list[Any]:
        """The news of what has come since; the log is passed whole."""
        news: list[Any] = []
        for entry in entries[self._table.seq + 1 :]:
            progress = progress_by(self._table, entry)
            news += tell_news(progress, self.viewer)
            self._table = progress.after
        self.heard += news
        return news


def told_actions(news: Sequence[Any]) -> list[str]:
    return [action for one in news if one["type"] == "played" for action in one["actions"]]


def test_others_hear_of_a_turn_when_it_cannot_be_undone_any_more() -> None:
    keeper = begun(ann, ben, cleo)
    own, other = Ear(keeper, OWN), Ear(keeper, OTHER)
    before = board(keeper, OTHER)
    for action in ("H shu-chu OV", "."):
        keeper.play(action)
        assert told_actions(own.listen(keeper.entries)) == [action]
        assert other.listen(keeper.entries) == []
        assert board(keeper, OTHER) == before
        assert board(keeper, OWN)["view"] != before["view"]
    keeper.play("*")  # Ann sees a card
    assert len(told_actions(own.listen(keeper.entries))) == 2
    news = other.listen(keeper.entries)
    assert told_actions(news) == ["H shu-chu OV", ".", "*", "*?"]
    assert [one["seq"] for one in news] == [4, 5, 6]
    assert board(keeper, OTHER)["view"]["houses"] == board(keeper, OWN)["view"]["houses"] != {}
    assert board(keeper, OTHER)["moment"] == keeper.table.moment


def test_others_hear_nothing_of_what_was_undone_then_and_later() -> None:
    keeper = begun(ann, ben, cleo)
    ears = [Ear(keeper, viewer) for viewer in (OTHER, WATCHING, Viewer(ANN))]
    before = [board(keeper, ear.viewer) for ear in ears]
    keeper.play("H shu-chu OV")
    keeper.undo()
    assert [ear.listen(keeper.entries) for ear in ears] == [[], [], []]
    assert [board(keeper, ear.viewer) for ear in ears] == before
    for action in ("H chu-1 V", ".", "*"):
        keeper.play(action)
    for ear in ears:
        ear.listen(keeper.entries)
        assert told_actions(ear.heard) == ["H chu-1 V", ".", "*", "*?"]
        whole = tell_history(keeper.table, keeper.entries, ear.viewer)
        assert [one for one in whole if one["seq"] > 3] == ear.heard
    whole = tell_history(keeper.table, keeper.entries, OWN)
    assert [one["type"] for one in whole[4:6]] == ["played", "undone"]


def test_who_was_away_meanwhile_hears_what_was_held_back() -> None:
    """A client that knows all entries up to 5 has not heard of the placement that is entry 4."""
    keeper = begun(ann, ben, cleo)
    keeper.play("H chu-1 V")
    keeper.send(BEN, 1, commands.Say, phrase="hello")
    keeper.play(".")
    assert tell_history(keeper.table, keeper.entries, OTHER, after=5) == []
    keeper.play("*")
    news = tell_history(keeper.table, keeper.entries, OTHER, after=5)
    assert [one["seq"] for one in news] == [4, 6, 7]
    again = tell_history(keeper.table, keeper.entries, OTHER, after=7)
    assert again == []


def test_a_moment_of_the_past_shows_what_has_been_told_since() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("H shu-chu OV")
    keeper.undo()
    keeper.play("H chu-1 V")
    for viewer in (OTHER, WATCHING):
        assert look(keeper, viewer, 6)["houses"] == look(keeper, viewer, 3)["houses"]
    for action in (".", "*"):
        keeper.play(action)
    for viewer in (OTHER, WATCHING):
        assert look(keeper, viewer, 4) == look(keeper, viewer, 5) == look(keeper, viewer, 3)
        now = moment_json(keeper.table, viewer)["view"]
        assert look(keeper, viewer, 6)["houses"] == now["houses"]
    assert look(keeper, OWN, 4) != look(keeper, OWN, 3)


def look(keeper: Keeper, viewer: Viewer, seq: int) -> Any:
    """The view of a moment of the past."""
    return tell_moment(keeper.table, keeper.entries, viewer, seq)["view"]


def test_what_bots_do_is_told_at_once() -> None:
    """Nobody can undo it."""
    keeper = begun(bot, ann, ben)
    ear = Ear(keeper, WATCHING)
    placing = next(str(a) for a in keeper.table.position.legal_actions if str(a)[0] == "H")
    keeper.play(placing)
    assert told_actions(ear.listen(keeper.entries)) == [placing]
    assert board(keeper, WATCHING)["view"]["houses"]


def test_the_end_of_a_turn_tells_it_even_if_no_card_came() -> None:
    """As in the last round, in which nobody draws."""
    rng = Random(5)
    keeper = begun(ann, ben, cleo, game=Game("border-disputes", 3))
    while keeper.table.status == "running":
        keeper.play(str(any_action(keeper.table.position, rng)))
        table = keeper.table
        assert not table.held or table.held[0].entry.seat == table.to_move
    assert not keeper.table.held
    assert keeper.table.told_moment == keeper.table.moment
    assert board(keeper, OTHER)["result"] is not None


def test_a_turn_that_is_taken_back_while_another_tries_things_out() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    ear = Ear(keeper, Viewer(CLEO, 2))
    keeper.play(f"X {keeper.table.position.hands[1][0]}")
    moment = moment_json(keeper.table, OWN)["moment"]
    assert moment < keeper.table.moment
    keeper.send(ANN, 0, commands.AskTakeBack, moment=moment)
    keeper.send(BEN, 1, commands.AnswerTakeBack, agreed=True)
    keeper.send(CLEO, 2, commands.AnswerTakeBack, agreed=True)
    assert keeper.table.held == ()
    assert keeper.table.told_moment == keeper.table.moment
    assert told_actions(ear.listen(keeper.entries)) == []
    for viewer in (OWN, OTHER, WATCHING):
        assert board(keeper, viewer)["moment"] == keeper.table.moment


def test_a_stand_in_and_a_clock_go_on_with_what_is_held_back() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    own, other = Ear(keeper, OWN), Ear(keeper, OTHER)
    keeper.play("H chu-1 V")
    assert board(keeper, OTHER)["clock"] == board(keeper, OWN)["clock"]
    keeper.run_out()
    keeper.play(".")
    assert "H chu-1 V" not in told_actions(other.listen(keeper.entries))
    while keeper.table.to_move == 0:
        keeper.play("*")
    other.listen(keeper.entries)
    own.listen(keeper.entries)
    assert told_actions(other.heard)[:2] == ["H chu-1 V", "."]
    assert len(told_actions(other.heard)) == len(told_actions(own.heard))


def test_people_on_one_device_look_from_their_own_seats() -> None:
    keeper = begun(ann, dora, ben)
    before = board(keeper, Viewer(ANN, 1))
    keeper.play(f"X {keeper.table.position.hands[0][0]}")
    assert board(keeper, Viewer(ANN, 1)) == before
    assert board(keeper, OWN)["view"]["hand_sizes"] != before["view"]["hand_sizes"]


def test_asking_why_shows_nothing_of_what_is_held_back() -> None:
    keeper = begun(ann, ben, cleo)
    refusals = []
    for _ in range(2):
        with pytest.raises(IllegalActionError) as caught:
            moves.check_action(keeper.table, 1, "H chu-1 V")
        refusals.append((caught.value.key, str(caught.value)))
        if keeper.table.moment == 3:
            keeper.play("H chu-1 V")
    assert refusals[0] == refusals[1]


def with_tries(entries: Sequence[Entry], rng: Random) -> list[Entry]:
    """The log of a game in which people also tried out what they undid at once."""
    table, tried = Table(TABLE, SEED, INVITE), list[Entry]()
    for entry in entries:
        tried.append(entry)
        table.apply(entry)
        seat = table.person_to_move
        if seat is None or rng.random() < 0.5:
            continue
        action = any_action(table.position, rng)
        after, _ = table.position.play(action)
        if after.is_chance or after.is_over or after.turn != table.position.turn:
            continue
        assert table.timeline is not None
        stamp: Any = {"at": entry.at, "guest": table.seats[seat].guest, "seat": seat}
        length = table.timeline.length
        tried.append(log.Played(**stamp, actions=(str(action),)))
        tried.append(log.Undone(**stamp, length=length))
    return tried


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=6, deadline=None)
def test_nobody_can_tell_whether_another_has_tried_something_out(game: Game, seed: int) -> None:
    """But for the numbers of entries, which show that something was done."""
    keeper = begun(*(ann, ben, cleo, dora, bot)[: game.players], game=game)
    rng = Random(seed)
    while keeper.table.status == "running":
        keeper.play(str(any_action(keeper.table.position, rng)))
    plain, tried = keeper.entries, with_tries(keeper.entries, rng)
    assert len(tried) > len(plain)
    table = Table.load(TABLE, SEED, tried, INVITE)
    for viewer in (WATCHING, Viewer(ANN)):
        told = [without_numbers(tell_history(table, log_, viewer)) for log_ in (plain, tried)]
        assert told[0] == told[1]


def without_numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [without_numbers(one) for one in value]
    return {key: one for key, one in value.items() if key != "seq"}


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=6, deadline=None)
def test_the_news_and_the_history_say_the_same(game: Game, seed: int) -> None:
    """Whoever comes back after any entry, with all that was heard until then."""
    party = Party(game, seed)
    ears = [Ear(party.keeper, Viewer(EVE, seat)) for seat in (None, 0, 1)]  # Eve mutes nobody
    since = {ear.viewer: len(party.keeper.entries) for ear in ears}
    rng = Random(seed)
    for keeper in party.play():
        if keeper.table.status == "over":
            break
        for ear in ears:
            ear.listen(keeper.entries)
            if rng.random() < 0.02:
                begun_at = since[ear.viewer]
                missed = tell_history(keeper.table, keeper.entries, ear.viewer, begun_at - 1)
                assert missed == sorted(ear.heard, key=lambda one: one["seq"])
                ear.heard.clear()
                since[ear.viewer] = len(keeper.entries)


def test_the_stored_log_has_everything() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("H shu-chu OV")
    keeper.undo()
    kinds = [type(entry) for entry in keeper.entries[-2:]]
    assert kinds == [log.Played, log.Undone]
    assert msgspec.structs.asdict(keeper.entries[-1])["length"] == 0
