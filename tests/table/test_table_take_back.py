"""Taking a whole turn back: where that leads, and which cards are drawn anew."""

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
from han.table.telling import Viewer
from records.documented import check
from table.building import (
    ANN,
    BEN,
    CLEO,
    EVE,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    by,
    cleo,
    record_of,
)
from table.hearing import moment_json, tell_history
from tables import GAMES, any_action


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
            keeper.ask_take_back(people[seat], seat)
            for other in people.keys() - {seat}:
                assert keeper.table.position == turns[-1][-1]
                keeper.answer_take_back(people[other], other)
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
    keeper.ask_take_back(ANN, 0)
    assert keeper.table.position == first


def test_it_goes_behind_what_others_have_done_since() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()
    goal = keeper.table.position
    for _ in range(3):
        keeper.discard()
    keeper.play(f"X {keeper.table.position.hands[1][0]}")
    assert keeper.table.to_move == 1
    keeper.ask_take_back(CLEO, 2)
    keeper.answer_take_back(ANN, 0)
    keeper.answer_take_back(BEN, 1)
    assert keeper.table.position != goal
    assert keeper.table.to_move == 2
    keeper.ask_take_back(BEN, 1)
    keeper.answer_take_back(ANN, 0)
    keeper.answer_take_back(CLEO, 2)
    assert keeper.table.position == goal


def test_it_is_told_how_many_actions_still_count() -> None:
    """So that a log can strike out what has been taken back."""
    keeper = begun(ann, bot, bot)
    for _ in range(3):
        keeper.discard()
    remaining = keeper.table.timeline.length if keeper.table.timeline else 0
    keeper.discard()
    keeper.ask_take_back(ANN, 0)
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
        keeper.ask_take_back(ANN, 0)
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
            keeper.ask_take_back(ANN, 0)
        keeper.play(discard)
        told.append(keeper.play("*"))
    assert told[0] == told[1]


def test_the_request_says_how_many_cards_are_drawn_anew() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.discard()  # turns up one card
    keeper.discard()
    keeper.play(f"X {keeper.table.position.hands[2][0]}")
    keeper.ask_take_back(ANN, 0)
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
            keeper.ask_take_back(ANN, 0)
        keeper.play(str(any_action(keeper.table.position, rng)))
    record = record_of(keeper.table)
    assert verify(record) == keeper.table.position
    check(json.loads(format_record(record)))


def a_game_with_two_take_backs() -> Record:
    keeper = begun(ann, bot, bot)
    for rounds in (3, 2):
        for _ in range(3 * rounds):
            keeper.discard()
        keeper.ask_take_back(ANN, 0)
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
