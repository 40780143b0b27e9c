"""Games whose people are away: they wait, get outages back, nudge, and let a bot play."""

import pytest

from han.engine.game import Game
from han.table import command as commands
from han.table import entry as log
from han.table.absence import NUDGE_AFTER_MS, STAND_IN_AFTER_MS
from han.table.entry import Seat
from han.table.options import Clock
from han.table.table import Table
from han.table.telling import Viewer
from han.table.timing import LEAST_ON_RETURN
from table.building import (
    ANN,
    BEN,
    CLEO,
    INVITE,
    SEED,
    TABLE,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    by,
    cleo,
    dora,
    facts,
)
from table.hearing import moment_json, table_json

TURNS = Clock("turn", 30)
DUEL = Game("ways-of-diplomacy", 2)


OF_ANN, OF_BEN, OF_CLEO = (ANN, 0), (BEN, 1), (CLEO, 2)
"""Whose command it is: a guest and a seat."""


def left_ms(keeper: Keeper) -> int:
    assert keeper.table.deadline is not None
    return keeper.table.deadline - keeper.now


def come_back(keeper: Keeper, guest: str, seat: int) -> None:
    keeper.send(guest, seat, commands.ComeBack)


def both_away(clock: Clock = TURNS) -> Keeper:
    """Ann and Ben, who both miss their first deadline."""
    keeper = begun(ann, ben, game=DUEL, clock=clock, stand_in="peasant")
    keeper.run_out()
    keeper.discard()
    keeper.run_out()
    return keeper


def is_told_to_wait(keeper: Keeper) -> bool:
    told = moment_json(keeper.table, Viewer())
    assert told is not None
    return told["is_waiting"] is True


# Everybody is away.


@pytest.mark.parametrize("clock", [TURNS, Clock("fischer", 30, 5)])
def test_a_game_waits_when_all_people_have_missed_their_last_deadline(clock: Clock) -> None:
    keeper = both_away(clock)
    table = keeper.table
    assert (table.to_move, table.is_waiting) == (1, True)
    assert (table.bot_to_move, table.deadline, table.person_to_move) == (None, None, None)
    assert is_told_to_wait(keeper)
    told = moment_json(table, Viewer(BEN, 1))
    assert told is not None
    assert (told["can_undo"], told["awaited"]) == (False, None)
    assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(table)


def test_a_waiting_game_goes_on_when_its_mover_is_back() -> None:
    keeper = both_away()
    keeper.now += 10**9
    come_back(keeper, *OF_BEN)
    assert not is_told_to_wait(keeper)
    assert keeper.table.person_to_move == 1
    assert left_ms(keeper) == LEAST_ON_RETURN


def test_a_waiting_game_goes_on_when_another_is_back() -> None:
    """The missed turn is played for Ben, and the next one is Ann's, with a whole clock."""
    keeper = both_away()
    keeper.now += 10**9
    come_back(keeper, *OF_ANN)
    assert keeper.table.bot_to_move == "peasant"
    assert keeper.discard() == 1
    assert keeper.table.person_to_move == 0
    assert left_ms(keeper) == 30_000
    assert not keeper.table.is_waiting


def test_it_waits_again_when_nobody_stays() -> None:
    keeper = both_away()
    come_back(keeper, *OF_ANN)
    keeper.discard()
    keeper.run_out()
    assert keeper.table.is_waiting, "Ben has missed his last deadline too"


def test_talk_is_no_return() -> None:
    keeper = both_away()
    keeper.send(*OF_ANN, commands.Say, phrase="hello")
    assert keeper.table.is_waiting


def test_who_played_meanwhile_has_not_missed_the_last_deadline() -> None:
    keeper = begun(ann, ben, game=DUEL, clock=TURNS)
    keeper.run_out()
    keeper.discard()
    keeper.discard()
    assert keeper.table.person_to_move == 0
    keeper.discard()
    keeper.run_out()
    assert keeper.table.bot_to_move, "Ann is there: the stand-in plays for Ben"


def test_the_only_person_is_waited_for() -> None:
    keeper = begun(ann, bot, bot, clock=TURNS)
    keeper.run_out()
    assert keeper.table.is_waiting
    come_back(keeper, *OF_ANN)
    assert keeper.table.person_to_move == 0


def test_people_at_one_device_are_away_together() -> None:
    keeper = begun(ann, dora, bot, clock=TURNS)
    keeper.run_out()
    assert keeper.table.is_waiting


def test_whoever_is_not_away_keeps_the_game_going() -> None:
    keeper = begun(ann, ben, cleo, clock=TURNS)
    for _ in range(2):
        keeper.run_out()
        assert keeper.table.bot_to_move
        keeper.discard()
    assert keeper.table.person_to_move == 2


def test_bots_end_a_game_that_everybody_left() -> None:
    keeper = begun(ann, ben, bot, clock=TURNS)
    keeper.send(*OF_ANN, commands.Leave)
    keeper.send(*OF_BEN, commands.Leave)
    assert not keeper.table.is_waiting
    while keeper.table.status == "running":
        keeper.discard()


def test_a_game_waits_for_who_is_away_when_the_others_leave() -> None:
    keeper = begun(ann, ben, bot, clock=TURNS)
    keeper.run_out()
    keeper.discard()
    keeper.send(*OF_BEN, commands.Leave)
    assert keeper.table.is_waiting
    assert keeper.table.bot_to_move is None, "not even for Ben, who left"
    come_back(keeper, *OF_ANN)
    assert keeper.discard() == 1
    assert keeper.discard() == 2
    assert keeper.table.person_to_move == 0


def anns_turn_without_ben(clock: Clock) -> Keeper:
    """Ann has missed a deadline. It is her turn again, and after 7 s of it Ben leaves."""
    keeper = begun(ann, ben, game=DUEL, clock=clock)
    keeper.run_out()
    keeper.discard()
    keeper.discard()
    keeper.now += 7_000
    keeper.send(*OF_BEN, commands.Leave)
    assert keeper.table.is_waiting
    keeper.now += 3_600_000
    return keeper


@pytest.mark.parametrize("clock", [TURNS, Clock("fischer", 30, 25)])
def test_no_clock_runs_while_a_game_waits_in_the_turn_of_somebody_missing(clock: Clock) -> None:
    keeper = anns_turn_without_ben(clock)
    had = keeper.table.timing
    assert had is not None
    left = had.left(0)
    come_back(keeper, *OF_ANN)
    assert keeper.table.person_to_move == 0
    assert left_ms(keeper) == left
    assert keeper.table.timing is not None
    assert keeper.table.timing.turn_began == keeper.now


def test_somebody_missing_can_play_without_coming_back_first() -> None:
    keeper = anns_turn_without_ben(Clock("fischer", 30, 25))
    assert keeper.table.timing is not None
    left = keeper.table.timing.left(0)
    keeper.play(f"X {keeper.table.position.hands[0][0]}")
    assert left_ms(keeper) == left


def test_the_waiting_turn_goes_on_when_another_comes_back() -> None:
    keeper = anns_turn_without_ben(TURNS)
    come_back(keeper, *OF_BEN)
    assert keeper.table.person_to_move == 0
    assert left_ms(keeper) == 23_000


def test_no_game_ends_while_all_are_away() -> None:
    """Whatever bots and stand-ins do by themselves, from every turn of a game on."""
    for turns in range(0, 60, 7):
        keeper = begun(ann, ben, bot, clock=TURNS)
        for _ in range(turns):
            if keeper.table.status == "running":
                keeper.discard()
        if keeper.table.status == "over":
            continue
        while not keeper.table.is_waiting and keeper.table.status == "running":
            if keeper.table.bot_to_move:
                keeper.discard()
            else:
                keeper.run_out()
        assert keeper.table.is_waiting


# No server was there.


@pytest.mark.parametrize("clock", [TURNS, Clock("fischer", 30, 5)])
def test_an_outage_is_given_back(clock: Clock) -> None:
    keeper = begun(ann, ben, game=DUEL, clock=clock)
    keeper.now += 12_000
    before = left_ms(keeper)
    keeper.now += 21_000
    keeper.add(log.Downtime(at=keeper.now, ms=21_000))
    assert left_ms(keeper) == before == 18_000
    keeper.now += 10_000
    keeper.discard()
    told = moment_json(keeper.table, Viewer())
    assert told is not None
    assert told["clock"] is not None
    assert told["clock"]["left"][0] == (30_000 if clock.kind == "turn" else 13_000)
    assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(keeper.table)


def test_after_an_outage_there_is_time_to_connect_again() -> None:
    keeper = begun(ann, ben, game=DUEL, clock=TURNS)
    keeper.now += 29_000
    keeper.now += 60_000
    keeper.add(log.Downtime(at=keeper.now, ms=60_000))
    assert left_ms(keeper) == LEAST_ON_RETURN
    keeper.discard()
    keeper.discard()
    assert left_ms(keeper) == 30_000


def test_an_outage_counts_not_for_the_time_to_react() -> None:
    keeper = waited()
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    assert keeper.table.is_timed
    keeper.add(log.Downtime(at=keeper.now, ms=60_000))
    agree = by(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)
    assert keeper.refusal(agree) == "table.stand_in_too_soon"
    keeper.now += 60_000
    keeper.carry_out(agree)


# Nobody has a clock, and somebody is gone.


def waited(third: Seat = bot) -> Keeper:
    """Everybody has waited for Ann for a minute."""
    keeper = begun(ann, ben, third, stand_in="peasant")
    keeper.now += NUDGE_AFTER_MS
    return keeper


def nudge(keeper: Keeper) -> None:
    keeper.send(*OF_BEN, commands.Nudge, whom=0)


def awaited(keeper: Keeper) -> dict[str, object]:
    told = moment_json(keeper.table, Viewer())
    assert told is not None
    assert told["awaited"] is not None
    return dict(told["awaited"])


def test_a_nudge_is_told_to_everybody_and_once_a_minute() -> None:
    keeper = waited()
    began = keeper.now - NUDGE_AFTER_MS
    fresh = {"seat": 0, "nudged_at": None, "nudge_from": keeper.now, "stand_in_from": None}
    assert awaited(keeper) == fresh | {"agreed": []}
    nudge(keeper)
    assert awaited(keeper) == {
        "seat": 0,
        "nudged_at": keeper.now,
        "nudge_from": keeper.now + NUDGE_AFTER_MS,
        "stand_in_from": keeper.now + STAND_IN_AFTER_MS,
        "agreed": [],
    }
    keeper.now += NUDGE_AFTER_MS - 1
    again = by(*OF_BEN, commands.Nudge, whom=0)
    assert keeper.refusal(again) == "table.nudge_too_soon"
    keeper.now += 1
    keeper.carry_out(again)
    assert keeper.table.awaited.since == began
    assert awaited(keeper)["stand_in_from"] == began + NUDGE_AFTER_MS + STAND_IN_AFTER_MS


def test_who_waits_for_nobody_else_is_told_so() -> None:
    told = moment_json(begun(ann, bot, bot).table, Viewer())
    assert told is not None
    assert told["awaited"] is None


def test_the_others_let_a_bot_play_for_who_is_gone() -> None:
    keeper = waited(cleo)
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    keeper.send(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)
    assert awaited(keeper)["agreed"] == [1]
    assert keeper.table.person_to_move == 0, "Cleo is asked too"
    keeper.send(*OF_CLEO, commands.AskStandIn, whom=0, agreed=True)
    assert keeper.table.bot_to_move == "peasant"
    assert [seat["away"] for seat in table_json(keeper.table, "")["seats"]] == [
        "absent",
        None,
        None,
    ]
    for _ in range(3):
        keeper.discard()
    assert keeper.table.bot_to_move == "peasant", "until she is back"
    come_back(keeper, *OF_ANN)
    assert keeper.table.person_to_move == 0
    assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(keeper.table)


def ben_agrees(keeper: Keeper) -> None:
    keeper.send(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)


def test_who_answers_nothing_for_long_is_not_waited_for() -> None:
    """Cleo is gone too: else the two who are gone would end the game for Ben."""
    keeper = waited(cleo)
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    ben_agrees(keeper)
    keeper.now += STAND_IN_AFTER_MS - 1
    ben_agrees(keeper)
    assert keeper.table.person_to_move == 0, "Cleo may still answer"
    keeper.now += 1
    ben_agrees(keeper)
    assert keeper.table.stand_ins == {0: "absent"}
    assert facts(Table.load(TABLE, SEED, keeper.entries, INVITE)) == facts(keeper.table)


def test_who_declines_is_asked_anew_and_has_the_whole_time() -> None:
    keeper = waited(cleo)
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    ben_agrees(keeper)
    keeper.send(*OF_CLEO, commands.AskStandIn, whom=0, agreed=False)
    keeper.now += STAND_IN_AFTER_MS
    ben_agrees(keeper)
    assert keeper.table.person_to_move == 0
    keeper.now += STAND_IN_AFTER_MS
    keeper.add(log.Downtime(at=keeper.now, ms=60_000))
    ben_agrees(keeper)
    assert keeper.table.person_to_move == 0, "nobody could answer for a minute"
    keeper.now += 60_000
    ben_agrees(keeper)
    assert keeper.table.stand_ins == {0: "absent"}


def test_one_who_declines_ends_it() -> None:
    keeper = waited(cleo)
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    keeper.send(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)
    keeper.send(*OF_CLEO, commands.AskStandIn, whom=0, agreed=False)
    assert awaited(keeper)["agreed"] == []
    keeper.send(*OF_CLEO, commands.AskStandIn, whom=0, agreed=True)
    assert keeper.table.person_to_move == 0, "Ben is asked anew"


def test_who_is_there_after_all_says_so_or_plays() -> None:
    keeper = waited()
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    keeper.send(*OF_ANN, commands.AskStandIn, whom=0, agreed=False)
    agree = by(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)
    assert keeper.refusal(agree) == "table.stand_in_too_soon"
    keeper.now += NUDGE_AFTER_MS
    nudge(keeper)
    keeper.play("H chu-1 V")
    keeper.now += STAND_IN_AFTER_MS
    assert keeper.refusal(agree) == "table.stand_in_too_soon"


def test_who_has_left_is_not_asked() -> None:
    keeper = waited(cleo)
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    keeper.send(*OF_CLEO, commands.Leave)
    keeper.send(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)
    assert keeper.table.stand_ins == {0: "absent", 2: "left"}


def test_a_game_waits_when_the_last_who_was_there_leaves() -> None:
    keeper = waited()
    nudge(keeper)
    keeper.now += STAND_IN_AFTER_MS
    keeper.send(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)
    keeper.send(*OF_BEN, commands.Leave)
    assert keeper.table.is_waiting
    come_back(keeper, *OF_ANN)
    assert keeper.table.person_to_move == 0


def test_after_two_missed_deadlines_the_others_need_not_wait_for_each() -> None:
    keeper = begun(ann, ben, game=DUEL, clock=TURNS)
    agree = by(*OF_BEN, commands.AskStandIn, whom=0, agreed=True)
    for _ in range(2):
        assert keeper.refusal(agree) == "table.stand_in_too_soon_timed"
        keeper.run_out()
        keeper.discard()
        keeper.discard()
    keeper.carry_out(agree)
    assert keeper.table.stand_ins == {0: "absent"}
    keeper.discard()
    keeper.discard()
    come_back(keeper, *OF_ANN)
    assert left_ms(keeper) == 30_000
