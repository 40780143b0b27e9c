"""Taking a whole turn back, when everybody agrees."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.game import Game
from han.engine.position import Position
from han.table import command as commands
from han.table import entry as log
from han.table.errors import StaleError, TableError
from han.table.options import Clock
from han.table.telling import Viewer
from table.building import ANN, BEN, CLEO, Keeper, ann, begun, ben, bot, by, cleo, dora
from table.hearing import moment_json
from tables import GAMES, any_action


def ask(keeper: Keeper, guest: str, seat: int) -> None:
    keeper.send(guest, seat, commands.AskTakeBack, moment=keeper.table.moment)


def answer(keeper: Keeper, guest: str, seat: int, agreed: bool = True) -> None:
    keeper.send(guest, seat, commands.AnswerTakeBack, agreed=agreed)


def refusal(keeper: Keeper, command: commands.SentCommand) -> str:
    with pytest.raises(TableError) as caught:
        keeper.carry_out(command)
    return caught.value.key


def told_agreed(keeper: Keeper) -> tuple[int, list[int]] | None:
    """Who asks and who agrees, as everybody is told."""
    told = moment_json(keeper.table, Viewer())
    assert told is not None
    take_back = told["take_back"]
    return (take_back["seat"], take_back["agreed"]) if take_back else None


# Where it leads.


def last_turn(turns: list[list[Position]], seat: int) -> Position | None:
    """The first position of the seat's last turn in which something was done."""
    begun = [turn[0] for turn in turns if turn[0].turn == seat and len(turn) > 1]
    return begun[-1] if begun else None


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=12, deadline=None)
def test_it_goes_to_the_start_of_the_last_turn(game: Game, seed: int) -> None:
    rng = Random(seed)
    keeper = begun(*(ann, bot, ben, cleo, bot)[: game.players], game=game, start=None)
    people = {i: s.guest for i, s in enumerate(keeper.table.seats) if s.kind == "person"}
    turns = [[keeper.table.position]]
    for _ in range(80):
        if rng.random() < 0.1:
            seat = rng.choice(list(people))
            goal = last_turn(turns, seat)
            if goal is None:
                command = by(people[seat], seat, commands.AskTakeBack, moment=keeper.table.moment)
                assert refusal(keeper, command) == "table.nothing_to_take_back"
                continue
            ask(keeper, people[seat], seat)
            for other in people.keys() - {seat}:
                assert keeper.table.position == turns[-1][-1]
                answer(keeper, people[other], other)
            assert keeper.table.position == goal
            while turns[-1][0] != goal:
                turns.pop()
            del turns[-1][1:]
        keeper.play(str(any_action(keeper.table.position, rng)))
        now = keeper.table.position
        if now.turn != turns[-1][0].turn:
            turns[-1].append(now)
            turns.append([now])
        else:
            turns[-1].append(now)
        if keeper.table.status == "over":
            break


def test_in_the_middle_of_a_turn_it_goes_to_its_start() -> None:
    keeper = begun(ann, bot, bot)
    first = keeper.table.position
    keeper.play(f"X {first.hands[0][0]}")
    assert keeper.table.to_move == 0
    ask(keeper, ANN, 0)
    assert keeper.table.position == first


def test_it_goes_behind_what_others_have_done_since() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    goal = keeper.table.position
    for _ in range(3):
        keeper.discard()
    keeper.play(f"X {keeper.table.position.hands[1][0]}")
    assert keeper.table.to_move == 1
    ask(keeper, CLEO, 2)
    answer(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    assert keeper.table.position != goal
    assert keeper.table.to_move == 2
    ask(keeper, BEN, 1)
    answer(keeper, ANN, 0)
    answer(keeper, CLEO, 2)
    assert keeper.table.position == goal


def test_the_same_cards_come_again() -> None:
    """Card n is number n of the seed, so taking back is no way to better luck."""
    keeper = begun(ann, bot, bot)
    first = keeper.table.position
    tries = []
    for _ in range(2):
        keeper.play(f"X {first.hands[0][0]}")
        entry = keeper.play("*")
        assert isinstance(entry, log.Played)
        tries.append((entry.actions, keeper.table.position))
        ask(keeper, ANN, 0)
        assert keeper.table.position == first
    assert tries[0] == tries[1]


# Who is asked.


def test_everybody_must_agree() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    keeper.discard()
    here = keeper.table.position
    ask(keeper, ANN, 0)
    assert told_agreed(keeper) == (0, [0])
    answer(keeper, CLEO, 2)
    assert told_agreed(keeper) == (0, [0, 2])
    assert keeper.table.position == here
    answer(keeper, BEN, 1)
    assert told_agreed(keeper) is None
    assert keeper.table.position == first
    assert keeper.table.moment == keeper.table.seq


def test_one_no_ends_it() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    here, moment = keeper.table.position, keeper.table.moment
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    answer(keeper, CLEO, 2, agreed=False)
    assert (keeper.table.position, keeper.table.moment) == (here, moment)
    assert told_agreed(keeper) is None
    command = by(CLEO, 2, commands.AnswerTakeBack, agreed=True)
    assert refusal(keeper, command) == "table.no_take_back"


def test_after_a_no_one_can_ask_again_and_begins_anew() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    answer(keeper, CLEO, 2, agreed=False)
    ask(keeper, ANN, 0)
    assert told_agreed(keeper) == (0, [0]), "who agreed before is asked anew"


def test_the_one_who_asked_may_think_better_of_it() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    ask(keeper, ANN, 0)
    answer(keeper, ANN, 0, agreed=False)
    assert told_agreed(keeper) is None


def test_a_single_person_goes_back_at_once() -> None:
    keeper = begun(ann, bot, bot)
    first = keeper.table.position
    for _ in range(3):
        keeper.discard()
    ask(keeper, ANN, 0)
    assert keeper.table.position == first


def test_people_on_one_device_agree_with_one_word() -> None:
    keeper = begun(ann, dora, ben)
    first = keeper.table.position
    keeper.discard()
    ask(keeper, ANN, 0)
    assert told_agreed(keeper) == (0, [0, 1])
    answer(keeper, BEN, 2)
    assert keeper.table.position == first


def test_each_seat_of_a_device_has_its_own_last_turn() -> None:
    keeper = begun(ann, dora, bot)
    first = keeper.table.position
    keeper.discard()
    second = keeper.table.position
    keeper.discard()
    ask(keeper, ANN, 1)
    assert keeper.table.position == second
    ask(keeper, ANN, 0)
    assert keeper.table.position == first


def test_those_who_left_are_not_asked() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    keeper.discard()
    keeper.send(BEN, 1, commands.Leave)
    ask(keeper, ANN, 0)
    answer(keeper, CLEO, 2)
    assert keeper.table.position == first


def test_when_the_last_one_asked_leaves_the_others_have_agreed() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    keeper.discard()
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    keeper.send(CLEO, 2, commands.Leave)
    assert keeper.table.position == first


def test_when_the_one_who_asked_leaves_nobody_wants_it_any_more() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    here = keeper.table.position
    ask(keeper, ANN, 0)
    keeper.send(ANN, 0, commands.Leave)
    assert told_agreed(keeper) is None
    keeper.send(BEN, 1, commands.Leave)
    keeper.send(CLEO, 2, commands.Leave)
    assert keeper.table.position == here


def test_who_came_back_is_asked() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    keeper.send(BEN, 1, commands.Leave)
    ask(keeper, ANN, 0)
    keeper.send(BEN, 1, commands.ComeBack)
    here = keeper.table.position
    answer(keeper, CLEO, 2)
    assert keeper.table.position == here
    answer(keeper, BEN, 1, agreed=False)
    assert told_agreed(keeper) is None


def test_whose_clock_ran_out_is_asked_all_the_same() -> None:
    """Else one could wait for it, go back behind the other's turn, and know the next cards."""
    keeper = begun(ann, ben, bot, clock=Clock("turn", 60))
    first = keeper.table.position
    keeper.discard()
    keeper.run_out()
    assert keeper.table.stand_ins == {1: "clock"}
    here = keeper.table.position
    ask(keeper, ANN, 0)
    assert keeper.table.position == here
    answer(keeper, BEN, 1)
    assert keeper.table.position == first
    assert keeper.table.stand_ins == {}, "the turn of the missed deadline is gone"


def test_a_clock_that_runs_out_agrees_to_nothing() -> None:
    keeper = begun(ann, ben, bot, clock=Clock("turn", 60))
    keeper.discard()
    ask(keeper, ANN, 0)
    here = keeper.table.position
    keeper.run_out()
    assert keeper.table.position == here
    assert told_agreed(keeper) == (0, [0])


def test_who_left_answers_nothing() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    ask(keeper, ANN, 0)
    keeper.send(BEN, 1, commands.Leave)
    command = by(BEN, 1, commands.AnswerTakeBack, agreed=True)
    assert refusal(keeper, command) == "table.away"


def test_it_goes_not_behind_what_somebody_who_left_decided() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(3):
        keeper.discard()
    keeper.send(BEN, 1, commands.Leave)
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert refusal(keeper, command) == "table.take_back_behind"
    goal = keeper.table.position
    keeper.discard()
    keeper.discard()  # Ben's stand-in
    ask(keeper, ANN, 0)
    answer(keeper, CLEO, 2)
    assert keeper.table.position == goal, "what a stand-in decided may be undone"
    keeper.send(BEN, 1, commands.ComeBack)
    ask(keeper, ANN, 0)
    assert told_agreed(keeper) == (0, [0])


def test_a_question_falls_when_somebody_leaves_whose_decisions_it_would_undo() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(3):
        keeper.discard()
    here = keeper.table.position
    ask(keeper, ANN, 0)
    answer(keeper, CLEO, 2)
    keeper.send(BEN, 1, commands.Leave)
    assert keeper.table.position == here
    assert told_agreed(keeper) is None


def test_who_agreed_and_left_has_agreed() -> None:
    keeper = begun(ann, ben, cleo)
    first = keeper.table.position
    for _ in range(3):
        keeper.discard()
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    keeper.send(BEN, 1, commands.Leave)
    answer(keeper, CLEO, 2)
    assert keeper.table.position == first


def test_who_agreed_once_has_not_agreed_for_ever() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(3):
        keeper.discard()
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    answer(keeper, CLEO, 2, agreed=False)
    keeper.send(BEN, 1, commands.Leave)
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert refusal(keeper, command) == "table.take_back_behind"


# What it needs, and what it leaves.


@pytest.mark.parametrize("seats", [(ann, ben, cleo), (ann, bot, bot)])
def test_only_at_casual_tables(seats: tuple[log.Seat, ...]) -> None:
    keeper = begun(*seats, casual=False)
    keeper.discard()
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert refusal(keeper, command) == "table.not_casual"


def test_whoever_plays_on_has_answered_for_all() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    ask(keeper, ANN, 0)
    keeper.discard()
    assert told_agreed(keeper) is None


def test_two_do_not_ask_at_once() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    keeper.discard()
    ask(keeper, ANN, 0)
    command = by(BEN, 1, commands.AskTakeBack, moment=keeper.table.moment)
    assert refusal(keeper, command) == "table.take_back_pending"


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
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    keeper.now += 5_000
    answer(keeper, CLEO, 2)
    assert keeper.table.to_move == 0
    assert keeper.table.deadline == keeper.now + 60_000


def test_time_that_was_spent_stays_spent() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("fischer", 100, 2))
    keeper.now += 30_000
    keeper.discard()
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    answer(keeper, CLEO, 2)
    assert keeper.table.deadline == keeper.now + 72_000
