"""Taking one's last decisions back, as long as nobody has learned anything by them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.game import Game
from han.engine.position import Position
from han.table import command as commands
from han.table import entry as log
from han.table.errors import StaleError, TableError
from han.table.table import MOST_UNDOS
from han.table.telling import Viewer
from table.building import ANN, BEN, CLEO, Keeper, ann, begun, ben, bot, cleo, dora
from table.hearing import moment_json
from tables import GAMES, any_action, eager_action

PEOPLE = (ann, ben, cleo, dora, bot)


def can_undo(keeper: Keeper) -> bool:
    """What the seat to move is told about it."""
    table = keeper.table
    assert table.to_move is not None
    told = moment_json(table, Viewer(table.seats[table.to_move].guest, table.to_move))
    assert told is not None
    return told["can_undo"] is True


def played_on(keeper: Keeper, stack: list[Position], rng: Random) -> list[Position]:
    """Decide once; the positions that the seat to move can return to, and the one it is in."""
    choose = rng.choice([any_action, eager_action])
    keeper.play(str(choose(keeper.table.position, rng)))
    entry = keeper.entries[-1]
    assert isinstance(entry, log.Played)
    is_new_turn = stack[-1].turn != keeper.table.position.turn
    learned_a_card = len(entry.actions) > 1
    return [*([] if is_new_turn or learned_a_card else stack), keeper.table.position]


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=6, deadline=None)
def test_undoing_leads_back_position_by_position(game: Game, seed: int) -> None:
    """To the start of the own turn, or to the last card that came out, and no further."""
    rng = Random(seed)
    keeper = begun(*PEOPLE[: game.players], game=game, start=None)
    stack = [keeper.table.position]
    while keeper.table.status == "running":
        if not keeper.table.bot_to_move and rng.random() < 0.2:
            while len(stack) > 1:
                assert can_undo(keeper)
                keeper.undo()
                stack.pop()
                assert keeper.table.position == stack[-1]
                assert keeper.table.moment == keeper.table.seq
            assert not can_undo(keeper)
            assert keeper.refusal(keeper.to_undo()) == "table.nothing_to_undo"
        stack = played_on(keeper, stack, rng)


def test_a_whole_turn_can_be_undone_until_a_card_comes() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    for action in ("H shu-chu OV", ".", "+R"):
        keeper.play(action)
    assert keeper.table.to_move == 0, "one more card to take"
    for _ in range(3):
        assert keeper.table.position != first
        keeper.undo()
    assert keeper.table.position == first
    assert keeper.refusal(keeper.to_undo()) == "table.nothing_to_undo"


def test_nobody_undoes_what_showed_a_card_of_the_pile() -> None:
    keeper = begun(ann, ben, cleo)
    for action in ("H shu-chu OV", ".", "*"):
        keeper.play(action)
    assert keeper.table.to_move == 0
    assert keeper.refusal(keeper.to_undo()) == "table.nothing_to_undo"
    assert not can_undo(keeper)


def test_nobody_undoes_what_refilled_the_display() -> None:
    keeper = begun(ann, dora, ben)
    keeper.discard()
    entry = keeper.entries[-1]
    assert isinstance(entry, log.Played)
    assert [action[0] for action in entry.actions] == ["+", "="]
    before = keeper.table.position
    for guest, seat in ((ANN, 0), (ANN, 1)):
        with pytest.raises(TableError) as caught:
            keeper.send(guest, seat, commands.Undo, moment=keeper.table.moment)
        right = "table.nothing_to_undo" if seat == 1 else "table.undo_not_your_turn"
        assert caught.value.key == right
    assert keeper.table.position == before


def test_only_the_seat_to_move_undoes() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("H chu-1 V")
    for guest, seat in ((BEN, 1), (CLEO, 2)):
        moment = keeper.table.moment_of(seat)
        with pytest.raises(TableError) as caught:
            keeper.send(guest, seat, commands.Undo, moment=moment)
        assert caught.value.key == "table.undo_not_your_turn"
    keeper.undo()


def test_an_undo_that_comes_too_late_changes_nothing() -> None:
    keeper = begun(ann, ben, cleo)
    earlier = keeper.table.moment
    keeper.play("H chu-1 V")
    with pytest.raises(StaleError):
        keeper.send(ANN, 0, commands.Undo, moment=earlier)


def test_a_finished_undo_can_be_played_again() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("H chu-1 V")
    after = keeper.table.position
    keeper.undo()
    keeper.play("H chu-1 V")
    assert keeper.table.position == after


def test_who_came_back_may_undo_what_the_stand_in_did() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    keeper.send(ANN, 0, commands.Leave)
    keeper.play("H chu-1 V")
    assert not can_undo(keeper)
    assert keeper.refusal(keeper.to_undo()) == "table.away"
    keeper.send(ANN, 0, commands.ComeBack)
    keeper.undo()
    assert keeper.table.position == first


def test_within_a_turn_nobody_undoes_for_ever() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(MOST_UNDOS):
        keeper.play("H chu-1 V")
        assert can_undo(keeper)
        keeper.undo()
    assert keeper.refusal(keeper.to_undo()) == "table.nothing_to_undo"
    keeper.play("H chu-1 V")
    assert not can_undo(keeper)
    assert keeper.refusal(keeper.to_undo()) == "table.too_many_undos"
    for action in (".", "*"):
        keeper.play(action)
    assert keeper.table.to_move == 1
    keeper.play(f"X {keeper.table.position.hands[1][0]}")
    assert can_undo(keeper), "others, and later turns, have not undone anything yet"
    keeper.undo()


def test_a_turn_that_is_taken_back_to_its_start_has_no_more_undos() -> None:
    keeper = begun(ann, bot, bot)
    discard = f"X {keeper.table.position.hands[0][0]}"
    for _ in range(MOST_UNDOS):
        keeper.play(discard)
        keeper.undo()
    keeper.play(discard)
    keeper.send(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    keeper.play(discard)
    assert keeper.refusal(keeper.to_undo()) == "table.too_many_undos"
    keeper.play("*")
    keeper.discard()
    keeper.send(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    keeper.play(discard)
    keeper.undo()


def test_others_cannot_tell_whether_a_seat_can_undo() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("H chu-1 V")
    for viewer in (Viewer(ANN, 0), Viewer(ANN), Viewer(BEN, 1), Viewer()):
        told = moment_json(keeper.table, viewer)
        assert told is not None
        assert told["can_undo"] == (viewer.seat == 0)


@pytest.mark.parametrize("start", range(4))
def test_the_turn_of_the_next_seat_begins_with_nothing_to_undo(start: int) -> None:
    """Also in the last round, when no card comes between two turns."""
    rng = Random(start)
    keeper = begun(ann, ben, cleo, dora, game=Game("border-disputes", 4), start=start)
    turn = keeper.table.to_move
    while keeper.table.status == "running":
        if keeper.table.to_move != turn:
            assert keeper.refusal(keeper.to_undo()) == "table.nothing_to_undo"
            turn = keeper.table.to_move
        keeper.play(str(any_action(keeper.table.position, rng)))
