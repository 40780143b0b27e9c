"""What a table refuses, and that a refusal changes nothing."""

from collections.abc import Callable
from typing import NamedTuple, get_args

import pytest

from han.engine.errors import IllegalActionError, WrongSeatError
from han.messages import LANGUAGES, HanError
from han.messages.catalogue import catalogue
from han.records.fair import commitment
from han.rules.setup import SetupError
from han.table import command as commands
from han.table import moves
from han.table.absence import NUDGE_AFTER_MS, STAND_IN_AFTER_MS
from han.table.command import Command, SentCommand
from han.table.decide import LONGEST_LOG
from han.table.entry import Seat
from han.table.errors import StaleError, TableError
from han.table.opening import LONGEST_NAME, clean_name
from han.table.options import LONGEST_TURN, SHORTEST_TURN, Clock, Options, check_options
from han.table.table import MOST_UNDOS
from han.table.talk import LONGEST_TEXT
from table.building import (
    ANN,
    BEN,
    CLEO,
    EVE,
    SEED,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    by,
    cleo,
    facts,
    options_of,
)
from tables import GAMES


def waiting() -> Keeper:
    """Ann, her host, and Ben wait for a third player."""
    return Keeper(options_of(GAMES[0]), [ann, ben, Seat()])


def full() -> Keeper:
    """Nobody else can sit down."""
    return Keeper(options_of(GAMES[0]), [ann, ben, bot])


def invited() -> Keeper:
    """A rematch that Ben has not accepted yet."""
    return Keeper(options_of(GAMES[0]), [ann, ben, bot], invites=True)


def starting() -> Keeper:
    """Ann has asked to begin; the salt of Ben is missing."""
    keeper = full()
    keeper.add_salt(ANN, "salt of Ann")
    keeper.send(ANN, None, commands.Start)
    return keeper


def closed() -> Keeper:
    keeper = waiting()
    keeper.send(ANN, None, commands.Close)
    return keeper


def running() -> Keeper:
    """Ann is to move."""
    return begun(ann, ben, cleo)


def earnest() -> Keeper:
    return begun(ann, ben, cleo, casual=False)


def asked() -> Keeper:
    """Ann has asked to take her turn back."""
    keeper = running()
    keeper.discard()
    keeper.send(ANN, 0, commands.AskTakeBack, moment=keeper.table.moment)
    return keeper


def declined() -> Keeper:
    """Ben did not want that."""
    keeper = asked()
    keeper.send(BEN, 1, commands.AnswerTakeBack, agreed=False)
    return keeper


def away() -> Keeper:
    """A bot plays for Ann."""
    keeper = running()
    keeper.send(ANN, 0, commands.Leave)
    return keeper


def late() -> Keeper:
    """Ann is back, but her stand-in finishes the turn: she has no time left for it."""
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    for _ in range(2):
        keeper.send(ANN, 0, commands.Leave)
        keeper.now += 60_000
        keeper.send(ANN, 0, commands.ComeBack)
    return keeper


def alone() -> Keeper:
    """The only person's time has run out: the game waits."""
    keeper = begun(ann, bot, bot, clock=Clock("turn", 60))
    keeper.run_out()
    return keeper


def nudged() -> Keeper:
    """Ben has just nudged Ann, after a minute."""
    keeper = running()
    keeper.now += NUDGE_AFTER_MS
    keeper.send(BEN, 1, commands.Nudge, whom=0)
    return keeper


def timed() -> Keeper:
    """The same at a table with a clock, long ago."""
    keeper = begun(ann, ben, cleo, clock=Clock("turn", LONGEST_TURN))
    keeper.now += NUDGE_AFTER_MS
    keeper.send(BEN, 1, commands.Nudge, whom=0)
    keeper.now += STAND_IN_AFTER_MS
    return keeper


def undecided() -> Keeper:
    """Ann has placed the same house and taken it up again for as long as one may."""
    keeper = running()
    for _ in range(MOST_UNDOS):
        keeper.play("H chu-1 V")
        keeper.send(ANN, 0, commands.Undo, moment=keeper.table.moment)
    keeper.play("H chu-1 V")
    return keeper


def left_behind() -> Keeper:
    """Ben has left after a turn that followed Ann's."""
    keeper = running()
    keeper.discard()
    keeper.discard()
    keeper.send(BEN, 1, commands.Leave)
    return keeper


def over() -> Keeper:
    keeper = running()
    while keeper.table.status == "running":
        keeper.discard()
    return keeper


def led_on() -> Keeper:
    """There is a rematch."""
    keeper = over()
    keeper.send(ANN, 0, commands.Rematch, table_id="t2")
    return keeper


def endless() -> Keeper:
    """Somebody has filled the log."""
    keeper = running()
    keeper.table.seq = LONGEST_LOG
    return keeper


class Refused(NamedTuple):
    """A command that is not accepted."""

    key: str
    table: Callable[[], Keeper]
    sent: SentCommand


sit, place, stand_up = commands.Sit, commands.Place, commands.StandUp
ask, answer = commands.AskTakeBack, commands.AnswerTakeBack
nudge, stand_in = commands.Nudge, commands.AskStandIn
salt, BOUND = commands.AddSalt, {"commitment": commitment(SEED)}

REFUSED = [
    Refused("closed", closed, by(BEN, None, sit, name="Ben")),
    Refused("closed", closed, by(ANN, 0, stand_up)),
    Refused("closed", closed, by(ANN, None, place, where=2, now=bot)),
    Refused("closed", closed, by(ANN, None, commands.Start)),
    Refused("closed", closed, by(ANN, None, commands.Close)),
    Refused("has_begun", running, by(EVE, None, sit, name="Eve")),
    Refused("has_begun", running, by(ANN, 0, stand_up)),
    Refused("has_begun", running, by(ANN, None, place, where=2, now=bot)),
    Refused("has_begun", running, by(ANN, None, commands.Start)),
    Refused("has_begun", over, by(ANN, None, commands.Close)),
    Refused("full", full, by(EVE, None, sit, name="Eve")),
    Refused("seat_taken", waiting, by(EVE, None, sit, name="Eve", seat=1)),
    Refused("seat_taken", waiting, by(EVE, None, sit, name="Eve", seat=7)),
    Refused("seat_taken", waiting, by(EVE, None, sit, name="Eve", seat=-1)),
    Refused("name_taken", waiting, by(EVE, None, sit, name=" aNN ")),
    Refused("name_missing", waiting, by(EVE, None, sit, name=" \t\x00 ")),
    Refused("name_too_long", waiting, by(EVE, None, sit, name="x" * (LONGEST_NAME + 1))),
    Refused("closed", closed, by(ANN, None, salt, **BOUND)),
    Refused("has_begun", running, by(CLEO, None, salt, **BOUND)),
    Refused("not_your_seat", waiting, by(EVE, None, salt, **BOUND)),
    Refused("other_commitment", waiting, by(ANN, None, salt, commitment="c0ffee")),
    Refused("salt", waiting, by(ANN, None, salt, salt="x" * 65, **BOUND)),
    Refused("salt", waiting, by(ANN, None, salt, salt="\ud800", **BOUND)),
    Refused("salt_given", starting, by(ANN, None, salt, salt="another", **BOUND)),
    Refused("starting", starting, by(BEN, None, commands.Start)),
    Refused("host_only", waiting, by(BEN, None, place, where=2, now=bot)),
    Refused("not_your_seat", full, by(EVE, None, commands.Start)),
    Refused("host_only", waiting, by(BEN, None, commands.Close)),
    Refused("no_such_seat", waiting, by(ANN, None, place, where=3, now=bot)),
    Refused("no_such_seat", waiting, by(ANN, None, place, where=-1, now=bot)),
    Refused("no_such_seat", running, by(ANN, 0, commands.Mute, whom=3, muted=True)),
    Refused("accepted", waiting, by(BEN, None, commands.Accept)),
    Refused("accepted", invited, by(ANN, None, commands.Accept)),
    Refused("not_your_seat", invited, by(EVE, None, commands.Accept)),
    Refused("has_begun", running, by(BEN, None, commands.Accept)),
    Refused("not_accepted", invited, by(ANN, None, commands.Start)),
    Refused("seats_open", waiting, by(ANN, None, commands.Start)),
    Refused("not_your_seat", waiting, by(EVE, 0, stand_up)),
    Refused("not_your_seat", waiting, by(ANN, None, stand_up)),
    Refused("not_your_seat", running, by(BEN, 0, commands.Play, action="X V", moment=3)),
    Refused("not_your_seat", running, by(BEN, 0, commands.Undo, moment=3)),
    Refused("not_your_seat", running, by(BEN, 0, ask, moment=3)),
    Refused("not_your_seat", asked, by(BEN, 2, answer, agreed=True)),
    Refused("not_your_seat", running, by(EVE, 0, commands.Leave)),
    Refused("not_your_seat", away, by(BEN, 0, commands.ComeBack)),
    Refused("not_your_seat", running, by(EVE, None, commands.Say, text="hi")),
    Refused("not_your_seat", running, by(EVE, 0, commands.Mute, whom=0, muted=True)),
    Refused("not_your_seat", over, by(EVE, 0, commands.Rematch, table_id="t2")),
    Refused("not_begun", waiting, by(ANN, 0, commands.Play, action="X V", moment=-1)),
    Refused("not_begun", waiting, by(ANN, 0, commands.Undo, moment=-1)),
    Refused("not_begun", waiting, by(ANN, 0, ask, moment=-1)),
    Refused("not_begun", waiting, by(ANN, 0, answer, agreed=True)),
    Refused("not_begun", waiting, by(ANN, 0, commands.Leave)),
    Refused("not_begun", waiting, by(ANN, 0, commands.ComeBack)),
    Refused("closed", closed, by(ANN, 0, commands.ComeBack)),
    Refused("is_over", over, by(ANN, 0, commands.Play, action="X V", moment=3)),
    Refused("is_over", over, by(ANN, 0, commands.Undo, moment=3)),
    Refused("is_over", over, by(ANN, 0, ask, moment=3)),
    Refused("is_over", over, by(ANN, 0, answer, agreed=True)),
    Refused("is_over", over, by(ANN, 0, commands.Leave)),
    Refused("is_over", over, by(ANN, 0, commands.ComeBack)),
    Refused("away", away, by(ANN, 0, commands.Play, action="X V", moment=3)),
    Refused("away", away, by(ANN, 0, commands.Undo, moment=3)),
    Refused("away", away, by(ANN, 0, ask, moment=3)),
    Refused("away", away, by(ANN, 0, commands.Leave)),
    Refused("not_away", running, by(ANN, 0, commands.ComeBack)),
    Refused("waiting", alone, by(ANN, 0, commands.Play, action="X V", moment=1)),
    Refused("waiting", alone, by(ANN, 0, commands.Leave)),
    Refused("not_your_seat", nudged, by(EVE, None, nudge, whom=0)),
    Refused("not_your_seat", nudged, by(EVE, 1, stand_in, whom=0, agreed=True)),
    Refused("not_begun", waiting, by(BEN, 1, nudge, whom=0)),
    Refused("not_begun", waiting, by(BEN, 1, stand_in, whom=0, agreed=True)),
    Refused("is_over", over, by(BEN, 1, nudge, whom=0)),
    Refused("is_over", over, by(BEN, 1, stand_in, whom=0, agreed=True)),
    Refused("away", left_behind, by(BEN, 1, nudge, whom=2)),
    Refused("away", left_behind, by(BEN, 1, stand_in, whom=2, agreed=False)),
    Refused("not_awaited", running, by(ANN, 0, nudge, whom=0)),
    Refused("not_awaited", running, by(ANN, 0, nudge, whom=1)),
    Refused("not_awaited", running, by(ANN, 0, nudge, whom=7)),
    Refused("not_awaited", away, by(BEN, 1, nudge, whom=0)),
    Refused("not_awaited", nudged, by(ANN, 0, stand_in, whom=0, agreed=True)),
    Refused("not_awaited", nudged, by(BEN, 1, stand_in, whom=2, agreed=True)),
    Refused("nudge_too_soon", running, by(BEN, 1, nudge, whom=0)),
    Refused("nudge_too_soon", nudged, by(CLEO, 2, nudge, whom=0)),
    Refused("stand_in_too_soon", running, by(BEN, 1, stand_in, whom=0, agreed=True)),
    Refused("stand_in_too_soon", nudged, by(BEN, 1, stand_in, whom=0, agreed=True)),
    Refused("stand_in_too_soon_timed", timed, by(BEN, 1, stand_in, whom=0, agreed=True)),
    Refused("no_stand_in_asked", running, by(ANN, 0, stand_in, whom=0, agreed=False)),
    Refused("back_soon", late, by(ANN, 0, commands.Play, action="X V", moment=3)),
    Refused("too_late", running, by(ANN, 0, commands.Play, action="X V", moment=2)),
    Refused("too_late", running, by(ANN, 0, commands.Play, action="X V", moment=4)),
    Refused("too_late", running, by(ANN, 0, commands.Undo, moment=2)),
    Refused("too_late", running, by(ANN, 0, ask, moment=2)),
    Refused("undo_not_your_turn", running, by(BEN, 1, commands.Undo, moment=3)),
    Refused("nothing_to_undo", running, by(ANN, 0, commands.Undo, moment=3)),
    Refused("too_many_undos", undecided, by(ANN, 0, commands.Undo, moment=104)),
    Refused("not_casual", earnest, by(ANN, 0, ask, moment=3)),
    Refused("take_back_pending", asked, by(BEN, 1, ask, moment=5)),
    Refused("nothing_to_take_back", running, by(ANN, 0, ask, moment=3)),
    Refused("take_back_behind", left_behind, by(ANN, 0, ask, moment=7)),
    Refused("take_back_declined", declined, by(ANN, 0, ask, moment=5)),
    Refused("no_take_back", running, by(ANN, 0, answer, agreed=True)),
    Refused("no_such_phrase", running, by(ANN, 0, commands.Say, phrase="damn")),
    Refused("nothing_said", running, by(ANN, 0, commands.Say, text=" \n\x07 ")),
    Refused("text_too_long", running, by(ANN, 0, commands.Say, text="x" * 301)),
    Refused("not_over", running, by(ANN, 0, commands.Rematch, table_id="t2")),
    Refused("rematch_exists", led_on, by(BEN, 1, commands.Rematch, table_id="t3")),
    Refused("too_much", endless, by(ANN, 0, commands.Say, text="and so on")),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda c: f"{c.key}-{type(c.sent.command).__name__}")
def test_a_command_is_refused_and_nothing_changes(case: Refused) -> None:
    keeper = case.table()
    before = facts(keeper.table)
    with pytest.raises(TableError) as caught:
        keeper.carry_out(case.sent)
    assert caught.value.key == f"table.{case.key}"
    assert isinstance(caught.value, StaleError) == (case.key == "too_late")
    assert facts(keeper.table) == before
    assert len({caught.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


BOARD = "border-disputes"
NO_TABLE = [
    ("no_such_map", Options("atlantis", 3)),
    ("no_such_map", Options("../border-disputes", 3)),
    ("start", Options(BOARD, 3, start=3)),
    ("start", Options(BOARD, 3, start=-1)),
    ("clock_seconds", Options(BOARD, 3, clock=Clock("turn", SHORTEST_TURN - 1))),
    ("clock_seconds", Options(BOARD, 3, clock=Clock("fischer", LONGEST_TURN + 1))),
    ("clock_increment", Options(BOARD, 3, clock=Clock("fischer", 60, -1))),
    ("clock_increment", Options(BOARD, 3, clock=Clock("fischer", 60, LONGEST_TURN + 1))),
    ("seat_count", Options(BOARD, 4)),
]


@pytest.mark.parametrize(("key", "options"), NO_TABLE)
def test_no_table_is_set_up(key: str, options: Options) -> None:
    with pytest.raises(TableError) as caught:
        Keeper(options, [ann, ben, cleo])
    assert caught.value.key == f"table.{key}"
    assert len({caught.value.text(lang) for lang in LANGUAGES}) == len(LANGUAGES)


BROUGHT = {"brought_seed", "brought_too_long", "brought_state", "brought_close"}
"""Refusals of games that come from a device: `test_table_brought` has their cases."""


def test_every_refusal_has_a_case() -> None:
    cases = {case.key for case in REFUSED} | {key for key, _ in NO_TABLE} | BROUGHT
    assert cases == set(catalogue("en", "table"))


def test_every_command_is_refused_somewhere() -> None:
    assert {type(case.sent.command) for case in REFUSED} == set(get_args(Command))


# Limits are inside what is allowed.


@pytest.mark.parametrize(
    "clock",
    [
        Clock("turn", SHORTEST_TURN),
        Clock("turn", LONGEST_TURN),
        Clock("fischer", 60, 0),
        Clock("fischer", 60, LONGEST_TURN),
        Clock("none", -7, -7),
    ],
)
def test_a_clock_that_is_just_possible(clock: Clock) -> None:
    check_options(Options(BOARD, 3, clock=clock))


def test_names_and_texts_that_are_just_short_enough() -> None:
    assert clean_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME
    keeper = running()
    keeper.send(ANN, 0, commands.Say, text=" " + "x" * LONGEST_TEXT)


def test_names_are_put_in_order() -> None:
    assert clean_name("\u200b Ann\x1b[31m \n of  Wei ") == "Ann [31m of Wei"


def test_a_full_log_leaves_what_brings_the_game_to_its_end() -> None:
    keeper = endless()
    moment = keeper.table.moment
    keeper.send(ANN, 0, commands.Play, action="X V", moment=moment)
    ending = over()
    ending.table.seq = LONGEST_LOG
    ending.send(ANN, 0, commands.Rematch, table_id="t2")


# What the rules refuse.


def test_the_rules_refuse_as_ever() -> None:
    keeper = running()
    before = facts(keeper.table)
    with pytest.raises(IllegalActionError):
        keeper.send(ANN, 0, commands.Play, action="X R", moment=3)
    with pytest.raises(WrongSeatError):
        keeper.send(BEN, 1, commands.Play, action="X R", moment=3)
    with pytest.raises(HanError):
        keeper.send(ANN, 0, commands.Play, action="castle", moment=3)
    with pytest.raises(SetupError):
        Keeper(Options(BOARD, 2), [ann, ben])
    assert facts(keeper.table) == before


@pytest.mark.parametrize("card", "VYOGR")
def test_nobody_chooses_the_card_that_the_pile_gives(card: str) -> None:
    keeper = running()
    keeper.play("X V")
    for action in (f"*{card}", f"={card}", "*?"):
        with pytest.raises(HanError):
            keeper.play(action)
    keeper.play("*")


def test_a_bot_that_is_not_to_move_comes_too_late() -> None:
    keeper = running()
    for table in (keeper.table, over().table, waiting().table):
        with pytest.raises(StaleError):
            moves.play_bot(table, keeper.now, "X V")


def test_one_can_ask_whether_an_action_would_be_refused() -> None:
    table = running().table
    before = facts(table)
    moves.check_action(table, 0, "X V")
    with pytest.raises(IllegalActionError):
        moves.check_action(table, 0, "X R")
    with pytest.raises(WrongSeatError):
        moves.check_action(table, 1, "X R")
    with pytest.raises(TableError) as caught:
        moves.check_action(table, None, "X V")
    assert caught.value.key == "table.not_your_seat"
    assert facts(table) == before
