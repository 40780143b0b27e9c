"""A game that was begun on somebody's device goes on at a table: checked, and with new cards."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from han.messages import HanError
from han.records.fair import FairCards, UnfairCardsError, brought_cards, cards_before, count_redraws
from han.records.parse import parse_record
from han.records.record import Record, format_record
from han.records.replay import verify
from han.table import bringing
from han.table import command as commands
from han.table import entry as log
from han.table.bringing import check_brought
from han.table.entry import Seat, decode_entry, encode_entry
from han.table.errors import TableError
from han.table.table import Table
from han.table.telling import Viewer
from records.documented import check
from table.building import ANN, BEN, EVE, Keeper, ann, bot, facts, record_of
from table.devices import NEW_SEED, NEW_TABLE, brought, carried, device, with_fair
from table.hearing import moment_json, table_json, tell_history, tell_moment
from tables import SOME_GAMES, eager_action


@pytest.fixture
def keeper() -> Keeper:
    """A device's game in the middle, with take-backs that put cards back."""
    found = device(40)
    assert found.table.timeline is not None
    assert len(found.table.timeline.redraws) == 2
    return found


def play_out(keeper: Keeper, seed: int = 5) -> Record:
    """The record of the game that a table goes on with."""
    rng = Random(seed)
    while keeper.table.status == "running":
        keeper.play(str(eager_action(keeper.table.position, rng)))
    return record_of(keeper.table)


def begin(table: Keeper) -> None:
    """Let the people who sit there go on."""
    table.add_salt(ANN, "new salt")
    table.send(ANN, None, commands.Start)


def test_the_game_goes_on_where_it_was(keeper: Keeper) -> None:
    table = brought(keeper)
    assert (table.table.status, table.table.timeline) == ("open", None)
    begin(table)
    assert table.table.status == "running"
    assert table.table.position == keeper.table.position
    assert table.table.to_move == keeper.table.to_move
    assert table.table.salts == ("new salt", "", "")


def test_the_log_says_the_same_whenever_it_is_read(keeper: Keeper) -> None:
    table = brought(keeper)
    begin(table)
    rng = Random(3)
    for _ in range(20):
        table.play(str(eager_action(table.table.position, rng)))
    stored = [decode_entry(encode_entry(entry)) for entry in table.entries]
    assert stored == table.entries
    read = facts(Table.load(NEW_TABLE, NEW_SEED, stored, table.table.invite))
    known = facts(table.table)
    for one in (read, known):
        one["brought"] = one["brought"].cards
    assert read == known


@pytest.mark.parametrize("game", SOME_GAMES, ids=repr)
def test_what_came_before_and_what_comes_after_can_be_checked(game: Any) -> None:
    keeper = device(30, game=replace_players(game))
    table = brought(keeper)
    begin(table)
    record = play_out(table)
    assert verify(parse_record(format_record(record))).is_over
    check(json.loads(format_record(record)))
    assert keeper.table.timeline is not None
    assert brought_cards(record) == keeper.table.timeline.cards
    assert count_redraws(record) == len(keeper.table.timeline.redraws)


def replace_players(game: Any) -> Any:
    """The game for three: as many as sit at the device."""
    return type(game)(game.map.id, 3, variant=game.variant, wild_in_prices=game.wild_in_prices)


def test_the_device_does_not_know_the_cards_to_come(keeper: Keeper) -> None:
    """Whoever has the device's seed could draw all its cards: the table draws others."""
    table = brought(keeper)
    begin(table)
    timeline, ours = keeper.table.timeline, table.table.fair
    assert timeline is not None
    theirs = keeper.table.fair
    later = range(timeline.cards, timeline.cards + 40)
    assert [ours.card(n, [8] * 5) for n in later] != [theirs.card(n, [8] * 5) for n in later]
    fair = ours.meta(start_drawn=False)
    alone = FairCards(NEW_SEED, ("new salt", "", ""), fair["redraws"])
    assert [ours.card(n, [8] * 5) for n in later] == [alone.card(n, [8] * 5) for n in later]


def test_a_turn_from_before_can_be_taken_back_and_is_drawn_anew(keeper: Keeper) -> None:
    table = brought(keeper)
    begin(table)
    assert table.table.timeline is not None
    before = table.table.timeline.redraws
    goal = table.table.timeline.last_turn_of(0)
    assert goal is not None
    table.add(log.TakeBackAsked(at=table.now, guest=ANN, seat=0, length=goal, redraw=True))
    assert table.table.timeline.length == goal
    assert len(table.table.timeline.redraws) == len(before) + 1
    assert verify(play_out(table)).is_over


def test_what_was_placed_on_the_device_cannot_be_undone() -> None:
    for decisions in range(6, 60):
        keeper = device(decisions)
        if keeper.table.to_move == 0 and keeper.table.undoable:
            break
    table = brought(keeper)
    begin(table)
    assert table.table.undoable == 0
    assert not moment_json(table.table, Viewer(ANN, 0))["can_undo"]
    assert (table.table.held, table.table.told_moment) == ((), table.table.moment)


# Who is told what.


def test_everybody_is_told_that_the_cards_were_known(keeper: Keeper) -> None:
    table = brought(keeper)
    told = table_json(table.table, EVE)["brought"]
    assert told == {"by": "Ann", "round": table.table.brought.round}  # type: ignore[union-attr]
    begin(table)
    assert table_json(table.table, EVE)["brought"] == told
    entries = tell_history(table.table, table.entries, Viewer(EVE))
    keys = [line["key"] for entry in entries for line in entry["told"]]
    assert {"game.log_brought", "game.log_resumed"} <= set(keys)
    assert table_json(keeper.table, EVE)["brought"] is None


def test_nobody_sees_the_game_while_people_still_change_seats(keeper: Keeper) -> None:
    """Whoever sits down, stands up and sits down elsewhere would have seen two hands."""
    table = brought(keeper, ann, Seat(), Seat())
    table.send(BEN, None, commands.Sit, name="Ben", seat=1)
    viewer = Viewer(BEN, 1)
    assert moment_json(table.table, viewer) is None
    assert tell_moment(table.table, table.entries, viewer, 5) is None
    kinds = [entry["type"] for entry in tell_history(table.table, table.entries, viewer)]
    assert kinds == ["created", "brought", "seat"]
    assert table_json(table.table, BEN)["salts"] is None


def test_a_friend_sees_the_cards_of_the_own_seat_only(keeper: Keeper) -> None:
    table = brought(keeper, ann, Seat(), bot)
    table.send(BEN, None, commands.Sit, name="Ben", seat=1)
    table.add_salt(BEN, "salt of Ben")
    begin(table)
    viewer = Viewer(BEN, 1)
    moment = moment_json(table.table, viewer)
    own = keeper.table.position.view(1).hand
    assert moment["view"]["hand"] == own
    told = tell_history(table.table, table.entries, viewer)
    (started,) = [entry for entry in told if entry["type"] == "started"]
    assert [hand is not None for hand in started["hands"]] == [False, True, False]
    for entry in told:
        if entry["type"] == "played" and entry["seat"] != 1:
            assert not any(a.startswith("*") and a not in ("*", "*?") for a in entry["actions"])
    assert keeper.table.fair.meta(start_drawn=False)["seed"] not in json.dumps(
        [told, moment, table_json(table.table, BEN), table_json(table.table, ANN)]
    )


def test_seats_can_be_given_to_others_and_the_table_not_be_closed(keeper: Keeper) -> None:
    table = brought(keeper)
    with pytest.raises(TableError) as caught:
        table.send(ANN, None, commands.Close)
    assert caught.value.key == "table.brought_close"
    table.send(ANN, None, commands.Place, where=2, now=Seat())
    table.send(BEN, None, commands.Sit, name="Ben", seat=2)
    begin(table)
    assert table.table.status == "open"  # until Ben's salt is in
    table.add_salt(BEN, "")
    assert table.table.deal_at == table.now


# What is refused.

RECORD = record_of(device(40).table)


def turns_with(record: Record, change: Callable[[list[str]], list[str]]) -> Record:
    """The record with the atoms of a turn changed."""
    turns = list(record.turns)
    turns[3] = replace(turns[3], atoms=tuple(change(list(turns[3].atoms))))
    return replace(record, turns=tuple(turns))


TAMPERED: dict[str, Callable[[], Record]] = {
    "no seed": lambda: with_fair(RECORD, seed=None),
    "no proof": lambda: replace(RECORD, meta={}),
    "another seed": lambda: with_fair(RECORD, seed="00" * 32),
    "another commitment": lambda: with_fair(RECORD, commitment="00" * 32),
    "another salt": lambda: with_fair(RECORD, salts=["other", "", ""]),
    "no redraws": lambda: with_fair(RECORD, redraws=None),
    "another redraw": lambda: with_fair(RECORD, redraws=[16]),
    "a seat too many": lambda: with_fair(RECORD, salts=["a", "", "", ""]),
    "brought before": lambda: with_fair(
        RECORD, brought={"redraw": 1, "seed": "00" * 32, "salts": ["", "", ""]}
    ),
    "another hand": lambda: replace(RECORD, hands=("RRR", *RECORD.hands[1:])),
    "another display": lambda: replace(RECORD, display=RECORD.display[::-1] + "R"),
    "another start": lambda: replace(RECORD, start=1),
    "another board": lambda: replace(RECORD, map_sha256="0" * 64),
    "more players": lambda: replace(RECORD, players=4),
    "a turn left out": lambda: replace(RECORD, turns=RECORD.turns[:2] + RECORD.turns[3:]),
    "a turn twice": lambda: replace(RECORD, turns=RECORD.turns[:2] + RECORD.turns[1:]),
    "another seat": lambda: replace(
        RECORD, turns=(replace(RECORD.turns[0], seat=2), *RECORD.turns[1:])
    ),
    "other points": lambda: replace(
        RECORD, turns=(replace(RECORD.turns[0], scored={"wei": (9, 0, 0)}), *RECORD.turns[1:])
    ),
    "another action": lambda: turns_with(RECORD, lambda atoms: ["H wei-1 RRR", *atoms[1:]]),
    "nothing done": lambda: turns_with(RECORD, lambda _: []),
    "a finished game": lambda: finished(),
}


def finished() -> Record:
    keeper = device(40)
    return play_out(keeper)


@pytest.mark.parametrize("name", TAMPERED)
def test_whatever_is_not_right_is_refused(name: str) -> None:
    with pytest.raises(HanError) as caught:
        check_brought(TAMPERED[name]())
    for lang in ("en", "de", "fr", "it"):
        assert caught.value.text(lang)


def test_every_card_is_compared_with_the_seed() -> None:
    check_brought(RECORD)
    assert RECORD.meta["fair"]["redraws"]
    drawn = [
        (turn, at)
        for turn, one in enumerate(RECORD.turns)
        for at, atom in enumerate(one.atoms)
        if atom.startswith("=") and len(atom) == 2
    ]
    assert drawn
    for turn, at in drawn[:6]:
        for letter in "VYOGR":
            atoms = list(RECORD.turns[turn].atoms)
            if atoms[at] == f"={letter}":
                continue
            atoms[at] = f"={letter}"
            turns = list(RECORD.turns)
            turns[turn] = replace(turns[turn], atoms=tuple(atoms))
            with pytest.raises(UnfairCardsError):
                check_brought(replace(RECORD, turns=tuple(turns[: turn + 1])))


def test_a_game_that_stops_before_a_card_comes_is_refused() -> None:
    turn = next(n for n, one in enumerate(RECORD.turns) if one.atoms[-1].startswith("="))
    cut = replace(RECORD.turns[turn], atoms=RECORD.turns[turn].atoms[:-1])
    if not cut.atoms:
        return
    with pytest.raises(HanError):
        check_brought(replace(RECORD, turns=(*RECORD.turns[:turn], cut)))


def test_a_game_that_is_too_long_is_refused_before_it_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bringing, "MOST_DECISIONS", 10)
    with pytest.raises(TableError) as caught:
        check_brought(RECORD)
    assert caught.value.key == "table.brought_too_long"


# The proof afterwards.


def test_a_brought_record_that_was_changed_is_found_out(keeper: Keeper) -> None:
    table = brought(keeper)
    begin(table)
    record = play_out(table)
    told = record.meta["fair"]["brought"]
    cards = brought_cards(record)
    assert cards is not None
    assert cards > cards_before(keeper.table.game)
    lies: list[Any] = [
        None,
        [],
        {**told, "redraw": 0},
        {**told, "redraw": told["redraw"] + 1},
        {**told, "redraw": 1},
        {**told, "redraw": True},
        {**told, "seed": "00" * 32},
        {**told, "seed": "x"},
        {**told, "salts": ["other", "", ""]},
        {**told, "salts": [""]},
        {"seed": told["seed"]},
    ]
    with pytest.raises(UnfairCardsError):
        verify(with_fair(record, brought={**told, "more": 1}))
    for lie in lies:
        changed = with_fair(record, brought=lie) if lie is not None else without_brought(record)
        with pytest.raises(UnfairCardsError):
            verify(changed)
        with pytest.raises((AssertionError, KeyError, TypeError, ValueError, IndexError)):
            check(carried(changed))


def without_brought(record: Record) -> Record:
    fair = {k: v for k, v in record.meta["fair"].items() if k != "brought"}
    return replace(record, meta={**record.meta, "fair": fair})


def test_the_entries_are_those_of_any_table(keeper: Keeper) -> None:
    table = brought(keeper)
    kinds = [type(entry) for entry in table.entries]
    assert kinds[:2] == [log.Created, log.Started]
    assert kinds[-1] is log.Brought
    assert set(kinds[2:-1]) == {log.Played}
    by = {entry.by for entry in table.entries if isinstance(entry, log.Played)}
    assert by == {"person", "bot"}
    assert all(one.at <= other.at for one, other in pairwise(table.entries))
    created = table.entries[0]
    assert isinstance(created, log.Created)
    assert created.seats[0] == ann
