"""Taking a whole turn back: who is asked, what it needs, and what it leaves."""

import pytest

from han.table import command as commands
from han.table import entry as log
from han.table.errors import StaleError
from han.table.options import Clock
from han.table.telling import Viewer
from table.building import (
    ANN,
    BEN,
    CLEO,
    Keeper,
    ann,
    asked_to_go_back,
    begun,
    ben,
    bot,
    by,
    cleo,
    dora,
)
from table.hearing import moment_json


def told_agreed(keeper: Keeper) -> tuple[int, list[int]] | None:
    """Who asks and who agrees, as everybody is told."""
    told = moment_json(keeper.table, Viewer())
    assert told is not None
    take_back = told["take_back"]
    return (take_back["seat"], take_back["agreed"]) if take_back else None


# Who is asked.


def test_everybody_must_agree() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    keeper.discard()
    here = keeper.table.position
    keeper.ask_take_back(ANN, 0)
    assert told_agreed(keeper) == (0, [0])
    keeper.answer_take_back(CLEO, 2)
    assert told_agreed(keeper) == (0, [0, 2])
    assert keeper.table.position == here
    keeper.answer_take_back(BEN, 1)
    assert told_agreed(keeper) is None
    assert keeper.table.position == first
    assert keeper.table.moment == keeper.table.seq


def test_one_no_ends_it() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    here, moment = keeper.table.position, keeper.table.moment
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    keeper.answer_take_back(CLEO, 2, agreed=False)
    assert (keeper.table.position, keeper.table.moment) == (here, moment)
    assert told_agreed(keeper) is None
    command = by(CLEO, 2, commands.AnswerTakeBack, agreed=True)
    assert keeper.refusal(command) == "table.no_take_back"


def told_why_not(keeper: Keeper, guest: str, seat: int | None) -> str | None:
    """Why a seat cannot ask, as it is told."""
    why: str | None = moment_json(keeper.table, Viewer(guest, seat))["no_take_back"]
    return why


def test_who_was_declined_does_not_ask_for_the_same_turn_again() -> None:
    keeper = begun(ann, ben, cleo)
    assert told_why_not(keeper, ANN, 0) == "nothing"
    keeper.discard()
    assert told_why_not(keeper, ANN, 0) is None
    keeper.ask_take_back(ANN, 0)
    assert told_why_not(keeper, BEN, 1) == "pending"
    keeper.answer_take_back(BEN, 1)
    keeper.answer_take_back(CLEO, 2, agreed=False)
    keeper.discard()
    assert told_why_not(keeper, ANN, 0) == "declined"
    assert told_why_not(keeper, ANN, None) is None
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert keeper.refusal(command) == "table.take_back_declined"
    keeper.ask_take_back(BEN, 1)  # others may still ask
    keeper.answer_take_back(BEN, 1, agreed=False)
    keeper.discard()
    keeper.play(f"X {keeper.table.position.hands[0][0]}")
    assert told_why_not(keeper, ANN, 0) is None
    keeper.ask_take_back(ANN, 0)
    assert told_agreed(keeper) == (0, [0]), "who agreed before is asked anew"


def test_a_turn_that_begins_anew_can_be_asked_for_again() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(2):
        keeper.discard()
    keeper.ask_take_back(BEN, 1)
    keeper.answer_take_back(ANN, 0, agreed=False)
    assert told_why_not(keeper, BEN, 1) == "declined"
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    keeper.answer_take_back(CLEO, 2)
    for _ in range(2):
        keeper.discard()
    assert told_why_not(keeper, BEN, 1) is None, "it is another turn"


def test_the_one_who_asked_may_think_better_of_it() -> None:
    keeper = asked_to_go_back(ann, ben, cleo)
    keeper.answer_take_back(ANN, 0, agreed=False)
    assert told_agreed(keeper) is None
    keeper.ask_take_back(ANN, 0)  # nobody has declined


def test_a_single_person_goes_back_at_once() -> None:
    keeper = begun(ann, bot, bot)
    first = keeper.table.position
    for _ in range(3):
        keeper.discard()
    keeper.ask_take_back(ANN, 0)
    assert keeper.table.position == first


def test_people_on_one_device_agree_with_one_word() -> None:
    keeper = begun(ann, dora, ben)
    first = keeper.table.position
    keeper.discard()
    keeper.ask_take_back(ANN, 0)
    assert told_agreed(keeper) == (0, [0, 1])
    keeper.answer_take_back(BEN, 2)
    assert keeper.table.position == first


def test_each_seat_of_a_device_has_its_own_last_turn() -> None:
    keeper = begun(ann, dora, bot)
    first = keeper.table.position
    keeper.discard()
    second = keeper.table.position
    keeper.discard()
    keeper.ask_take_back(ANN, 1)
    assert keeper.table.position == second
    keeper.ask_take_back(ANN, 0)
    assert keeper.table.position == first


def test_those_who_left_are_not_asked() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    keeper.discard()
    keeper.send(BEN, 1, commands.Leave)
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(CLEO, 2)
    assert keeper.table.position == first


def test_when_the_last_one_asked_leaves_the_others_have_agreed() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    keeper.discard()
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    keeper.send(CLEO, 2, commands.Leave)
    assert keeper.table.position == first


def test_when_the_one_who_asked_leaves_nobody_wants_it_any_more() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    here = keeper.table.position
    keeper.ask_take_back(ANN, 0)
    keeper.send(ANN, 0, commands.Leave)
    assert told_agreed(keeper) is None
    keeper.send(BEN, 1, commands.Leave)
    keeper.send(CLEO, 2, commands.Leave)
    assert keeper.table.position == here


def test_who_came_back_is_asked() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    keeper.send(BEN, 1, commands.Leave)
    keeper.ask_take_back(ANN, 0)
    keeper.send(BEN, 1, commands.ComeBack)
    here = keeper.table.position
    keeper.answer_take_back(CLEO, 2)
    assert keeper.table.position == here
    keeper.answer_take_back(BEN, 1, agreed=False)
    assert told_agreed(keeper) is None


def test_whose_clock_ran_out_is_asked_all_the_same() -> None:
    """Else one could wait for it, go back behind the other's turn, and know the next cards."""
    keeper = begun(ann, ben, bot, clock=Clock("turn", 60))
    first = keeper.table.position
    keeper.discard()
    keeper.run_out()
    assert keeper.table.stand_ins == {1: "clock"}
    here = keeper.table.position
    keeper.ask_take_back(ANN, 0)
    assert keeper.table.position == here
    keeper.answer_take_back(BEN, 1)
    assert keeper.table.position == first
    assert keeper.table.stand_ins == {}, "the turn of the missed deadline is gone"


def test_a_clock_that_runs_out_agrees_to_nothing() -> None:
    keeper = asked_to_go_back(ann, ben, bot, clock=Clock("turn", 60))
    here = keeper.table.position
    keeper.run_out()
    assert keeper.table.position == here
    assert told_agreed(keeper) == (0, [0])


def test_who_left_answers_nothing() -> None:
    keeper = asked_to_go_back(ann, ben, cleo)
    keeper.send(BEN, 1, commands.Leave)
    command = by(BEN, 1, commands.AnswerTakeBack, agreed=True)
    assert keeper.refusal(command) == "table.away"


def test_it_goes_not_behind_what_somebody_who_left_decided() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(3):
        keeper.discard()
    keeper.send(BEN, 1, commands.Leave)
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert keeper.refusal(command) == "table.take_back_behind"
    goal = keeper.table.position
    keeper.discard()
    keeper.discard()  # Ben's stand-in
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(CLEO, 2)
    assert keeper.table.position == goal, "what a stand-in decided may be undone"
    keeper.send(BEN, 1, commands.ComeBack)
    keeper.ask_take_back(ANN, 0)
    assert told_agreed(keeper) == (0, [0])


def test_a_question_falls_when_somebody_leaves_whose_decisions_it_would_undo() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(3):
        keeper.discard()
    here = keeper.table.position
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(CLEO, 2)
    keeper.send(BEN, 1, commands.Leave)
    assert keeper.table.position == here
    assert told_agreed(keeper) is None


def test_who_agreed_and_left_has_agreed() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    for _ in range(3):
        keeper.discard()
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    keeper.send(BEN, 1, commands.Leave)
    keeper.answer_take_back(CLEO, 2)
    assert keeper.table.position == first


def test_who_agreed_once_has_not_agreed_for_ever() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(3):
        keeper.discard()
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    keeper.answer_take_back(CLEO, 2, agreed=False)
    keeper.send(BEN, 1, commands.Leave)
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert keeper.refusal(command) == "table.take_back_behind"


# What it needs, and what it leaves.


@pytest.mark.parametrize("seats", [(ann, ben, cleo), (ann, bot, bot)])
def test_only_at_casual_tables(seats: tuple[log.Seat, ...]) -> None:
    keeper = begun(*seats, casual=False)
    keeper.discard()
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert keeper.refusal(command) == "table.not_casual"


def test_whoever_plays_on_has_answered_for_all() -> None:
    keeper = asked_to_go_back(ann, ben, cleo)
    keeper.discard()
    assert told_agreed(keeper) is None


def test_two_do_not_ask_at_once() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    keeper.discard()
    keeper.ask_take_back(ANN, 0)
    command = by(BEN, 1, commands.AskTakeBack, moment=keeper.table.moment)
    assert keeper.refusal(command) == "table.take_back_pending"


def test_a_question_about_an_earlier_moment_is_refused() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    moment = keeper.table.moment
    keeper.discard()
    with pytest.raises(StaleError):
        keeper.send(ANN, 0, commands.AskTakeBack, moment=moment)


def test_the_clock_begins_anew() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    keeper.discard()
    keeper.now += 50_000
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    keeper.now += 5_000
    keeper.answer_take_back(CLEO, 2)
    assert keeper.table.to_move == 0
    assert keeper.table.deadline == keeper.now + 60_000


def test_time_that_was_spent_stays_spent() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 2))
    keeper.now += 30_000
    keeper.discard()
    keeper.ask_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    keeper.answer_take_back(CLEO, 2)
    assert keeper.table.deadline == keeper.now + 72_000
