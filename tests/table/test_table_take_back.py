"""Taking a whole turn back, when everybody agrees."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.game import Game
from han.engine.position import Position
from han.records.errors import RecordMismatchError
from han.records.fair import MOST_REDRAWS, UnfairCardsError
from han.records.record import Record, format_record
from han.records.replay import verify
from han.table import command as commands
from han.table import entry as log
from han.table.errors import StaleError
from han.table.options import Clock
from han.table.telling import Viewer
from records.documented import check
from table.building import (
    ANN,
    BEN,
    CLEO,
    EVE,
    Keeper,
    ann,
    asked_to_go_back,
    begun,
    ben,
    bot,
    by,
    cleo,
    dora,
    record_of,
)
from table.hearing import moment_json, tell_history
from tables import GAMES, any_action


def ask(keeper: Keeper, guest: str, seat: int) -> None:
    keeper.send(guest, seat, commands.AskTakeBack, moment=keeper.table.moment_of(seat))


def answer(keeper: Keeper, guest: str, seat: int, agreed: bool = True) -> None:
    keeper.send(guest, seat, commands.AnswerTakeBack, agreed=agreed)


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
                moment = keeper.table.moment_of(seat)
                command = by(people[seat], seat, commands.AskTakeBack, moment=moment)
                assert keeper.refusal(command) == "table.nothing_to_take_back"
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


def test_it_is_told_how_many_actions_still_count() -> None:
    """So that a log can strike out what has been taken back."""
    keeper = begun(ann, bot, bot)
    for _ in range(3):
        keeper.discard()
    remaining = keeper.table.timeline.length if keeper.table.timeline else 0
    keeper.discard()
    ask(keeper, ANN, 0)
    told = tell_history(keeper.table, keeper.entries, Viewer())
    played = [one for one in told if one["type"] == "played"]
    assert told[-1]["length"] == remaining
    assert [one["length"] > remaining for one in played] == [one["round"] == 2 for one in played]
    assert sum(len(one["actions"]) for one in played) == played[-1]["length"]
    assert "length" not in told[0], "nothing counted before the deal"


def drawn_again_and_again(keeper: Keeper, times: int) -> list[str]:
    """The card that Ann draws first, each time that she takes her turn back and plays it again."""
    first = keeper.table.position
    cards = []
    for _ in range(times):
        keeper.play(f"X {first.hands[0][0]}")
        entry = keeper.play("*")
        assert isinstance(entry, log.Played)
        cards.append(entry.actions[1])
        ask(keeper, ANN, 0)
        assert keeper.table.position == first
    return cards


def test_what_was_seen_says_nothing_about_what_comes() -> None:
    """The card that came first comes again as often as any card of its colour."""
    cards = drawn_again_and_again(begun(ann, bot, bot), 400)
    pile = Counter(begun(ann, bot, bot).table.position.pile)
    pairs = Counter(pairwise(cards))
    for one, other in product(pile, pile):
        expected = 399 * pile[one] * pile[other] / pile.total() ** 2
        assert abs(pairs[f"*{one}", f"*{other}"] - expected) < 5 * sqrt(expected), (one, other)


def test_a_request_of_an_older_version_brings_the_same_cards_again() -> None:
    keeper = begun(ann, bot, bot)
    first = keeper.table.position
    tries = []
    for _ in range(2):
        keeper.play(f"X {first.hands[0][0]}")
        tries.append((keeper.play("*"), keeper.table.position))
        keeper.add(log.TakeBackAsked(at=keeper.now, guest=ANN, seat=0, length=0))
        assert keeper.table.position == first
    assert tries[0] == tries[1]
    assert keeper.table.fair.meta(start_drawn=False).keys().isdisjoint({"redraws"})


def test_cards_come_as_before_if_none_was_seen() -> None:
    """Then nobody has learned anything, and the server gets no second try."""
    told = []
    for takes_back in (False, True):
        keeper = begun(ann, bot, bot)
        discard = f"X {keeper.table.position.hands[0][0]}"
        if takes_back:
            keeper.play(discard)
            ask(keeper, ANN, 0)
        keeper.play(discard)
        told.append(keeper.play("*"))
    assert told[0] == told[1]


def test_the_request_says_how_many_cards_are_drawn_anew() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()  # turns up one card
    keeper.discard()
    keeper.play(f"X {keeper.table.position.hands[2][0]}")
    ask(keeper, ANN, 0)
    for viewer in (Viewer(ANN, 0), Viewer(BEN, 1), Viewer(EVE)):
        assert moment_json(keeper.table, viewer)["take_back"]["redrawn"] == 2


@given(game=st.sampled_from(GAMES), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=8, deadline=None)
def test_all_cards_of_a_game_with_take_backs_can_be_checked(game: Game, seed: int) -> None:
    """By us and by the documented program."""
    rng = Random(seed)
    keeper = begun(*(ann, *[bot] * 4)[: game.players], game=game, start=None)
    while keeper.table.status == "running":
        timeline = keeper.table.timeline
        assert timeline is not None
        if len(timeline.redraws) < 4 and rng.random() < 0.1 and timeline.last_turn_of(0):
            ask(keeper, ANN, 0)
        keeper.play(str(any_action(keeper.table.position, rng)))
    record = record_of(keeper.table)
    assert verify(record) == keeper.table.position
    check(json.loads(format_record(record)))


def a_game_with_two_take_backs() -> Record:
    keeper = begun(ann, bot, bot)
    for rounds in (3, 2):
        for _ in range(3 * rounds):
            keeper.discard()
        ask(keeper, ANN, 0)
    while keeper.table.status == "running":
        keeper.play(str(keeper.table.position.legal_actions[-1]))
    return record_of(keeper.table)


@pytest.mark.parametrize(
    ("redraws", "key"),
    [
        ([], "fair_card"),  # the cards are not those of the first draw
        ([19], "fair_card"),
        ([19, 22, 23], "fair_card"),  # a take-back that nobody knows of
        ([19, 23], "fair_card"),
        ([12, 22], "fair_value"),  # a card of the deal
        ([19, True], "fair_value"),
        ([19, "22"], "fair_value"),
        (None, "fair_value"),
        ([19] * (MOST_REDRAWS + 1), "fair_value"),
    ],
)
def test_other_take_backs_than_there_were_are_found_out(redraws: object, key: str) -> None:
    record = a_game_with_two_take_backs()
    fair = record.meta["fair"]
    assert fair["redraws"] == [19, 22]
    assert verify(record).is_over
    told = replace(record, meta={**record.meta, "fair": {**fair, "redraws": redraws}})
    with pytest.raises(UnfairCardsError) as caught:
        verify(told)
    assert caught.value.key == f"records.{key}"


@pytest.mark.parametrize("part", ["hand", "display"])
def test_a_card_of_the_servers_choice_is_found_after_take_backs_too(part: str) -> None:
    record = a_game_with_two_take_backs()
    sign = {"hand": "*", "display": "="}[part]
    found = 0
    for number, turn in enumerate(record.turns):
        for at, atom in enumerate(turn.atoms):
            if not atom.startswith(sign):
                continue
            other = sign + ("V" if atom[1] != "V" else "Y") + atom[2:]
            atoms = (*turn.atoms[:at], other, *turn.atoms[at + 1 :])
            turns = list(record.turns)
            turns[number] = replace(turn, atoms=atoms)
            with pytest.raises(RecordMismatchError):
                verify(replace(record, turns=tuple(turns)))
            found += 1
    assert found > 5


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
    ask(keeper, ANN, 0)
    assert told_why_not(keeper, BEN, 1) == "pending"
    answer(keeper, BEN, 1)
    answer(keeper, CLEO, 2, agreed=False)
    keeper.discard()
    assert told_why_not(keeper, ANN, 0) == "declined"
    assert told_why_not(keeper, ANN, None) is None
    command = by(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    assert keeper.refusal(command) == "table.take_back_declined"
    ask(keeper, BEN, 1)  # others may still ask
    answer(keeper, BEN, 1, agreed=False)
    keeper.discard()
    keeper.play(f"X {keeper.table.position.hands[0][0]}")
    assert told_why_not(keeper, ANN, 0) is None
    ask(keeper, ANN, 0)
    assert told_agreed(keeper) == (0, [0]), "who agreed before is asked anew"


def test_a_turn_that_begins_anew_can_be_asked_for_again() -> None:
    keeper = begun(ann, ben, cleo)
    for _ in range(2):
        keeper.discard()
    ask(keeper, BEN, 1)
    answer(keeper, ANN, 0, agreed=False)
    assert told_why_not(keeper, BEN, 1) == "declined"
    ask(keeper, ANN, 0)
    answer(keeper, BEN, 1)
    answer(keeper, CLEO, 2)
    for _ in range(2):
        keeper.discard()
    assert told_why_not(keeper, BEN, 1) is None, "it is another turn"


def test_the_one_who_asked_may_think_better_of_it() -> None:
    keeper = asked_to_go_back(ann, ben, cleo)
    answer(keeper, ANN, 0, agreed=False)
    assert told_agreed(keeper) is None
    ask(keeper, ANN, 0)  # nobody has declined


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
    ask(keeper, ANN, 0)
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
