"""The shapes and the sense of what a table tells; what it keeps secret is tested apart."""

from itertools import pairwise
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from han.engine.encoding import encode
from han.engine.game import Game
from han.engine.overview import overview_json
from han.engine.view_json import view_json
from han.table import command as commands
from han.table import entry as log
from han.table.entry import Entry, Seat
from han.table.options import Clock
from han.table.progress import progress_by
from han.table.shapes import MomentShape, TableShape
from han.table.table import Table
from han.table.telling import LastOverview, Viewer, history_cost, shared_moment
from table.building import (
    ANN,
    BEN,
    CLEO,
    EVE,
    INVITE,
    NOW,
    SEED,
    TABLE,
    Keeper,
    ann,
    begun,
    ben,
    bot,
    cleo,
    dora,
    options_of,
)
from table.hearing import (
    as_json,
    entry_json,
    moment_json,
    table_json,
    tell_history,
    tell_moment,
    tell_news,
)
from table.parties import Party
from tables import GAMES

games = st.sampled_from(GAMES)
seeds = st.integers(0, 2**64 - 1)
SEAT_0 = {"type": "seats", "seats": [0], "join": "and"}
NOTHING_TO_DO = {
    "legal": [],
    "can_undo": False,
    "no_take_back": None,
    "no_piece": None,
    "after_stop": [],
}
VIEWERS = (Viewer(), Viewer(ANN), Viewer(ANN, 0), Viewer(ANN, 1))


def has_shape(value: object, shape: Any) -> bool:
    """Whether a value has the types and just the keys that its shape names, at any depth."""
    try:
        return bool(as_json(msgspec.convert(value, shape)) == value)
    except msgspec.ValidationError:
        return False


@given(games, seeds)
@settings(max_examples=6, deadline=None)
def test_what_is_told_has_the_shape_that_is_published(game: Game, seed: int) -> None:
    for number, keeper in enumerate(Party(game, seed).play()):
        if number % 12 == 0 or keeper.table.status == "over":
            for viewer in VIEWERS:
                assert has_shape(table_json(keeper.table, viewer.guest), TableShape)
                assert has_shape(moment_json(keeper.table, viewer), MomentShape)


def test_a_wrong_shape_is_noticed() -> None:
    told = table_json(begun(ann, ben, cleo).table, ANN)
    seats = told["seats"]
    assert isinstance(seats, list)
    assert has_shape(told, TableShape)
    assert not has_shape(told | {"secret": 1}, TableShape)
    assert not has_shape(told | {"created": "x"}, TableShape)
    assert not has_shape(told | {"seats": [seats[0] | {"guest": ANN}]}, TableShape)
    del told["muted"]
    assert not has_shape(told, TableShape)


@example(Game("border-disputes", 3, variant=True), 2764)  # somebody comes back too late
@given(games, seeds)
@settings(max_examples=6, deadline=None)
def test_a_moment_shows_the_viewers_own_view(game: Game, seed: int) -> None:
    for number, keeper in enumerate(Party(game, seed).play()):
        table = keeper.table
        if number % 20:
            continue
        shared = shared_moment(table)
        for seat in (None, *range(game.players)):
            told = moment_json(table, Viewer(ANN, seat))
            assert told == moment_json(table, Viewer(ANN, seat), shared)
            assert told is not None
            is_own = seat == table.to_move
            view = (table.position if is_own else table.told_position).view(seat)
            assert told["view"] == as_json(view_json(view))
            may_decide = seat is not None and seat == table.to_move and seat != table.returning
            legal = [str(action) for action in view.legal_actions] if may_decide else []
            assert told["legal"] == legal
            assert bool(told["legal"]) == may_decide
            assert may_decide or not (told["no_piece"] or told["after_stop"])
            assert told["moment"] == table.moment_of(seat)


@given(games, seeds)
@settings(max_examples=6, deadline=None)
def test_an_overview_is_kept_for_as_long_as_it_is_true(game: Game, seed: int) -> None:
    last, told = LastOverview(), []
    for keeper in Party(game, seed).play():
        view = keeper.table.position.view(None)
        told.append(last.of(view))
        assert bytes(told[-1]) == encode(overview_json(view))
    assert any(one is other for one, other in pairwise(told))


@given(games, seeds)
@settings(max_examples=6, deadline=None)
def test_history_is_what_a_spectator_heard_at_the_time(game: Game, seed: int) -> None:
    """Until the game is over: then more may be known."""
    party = Party(game, seed)
    past = Table.load(TABLE, SEED, party.keeper.entries[:1], INVITE)
    heard = tell_history(past, party.keeper.entries[:1], Viewer(EVE))
    for keeper in party.play():
        if keeper.table.status == "over":
            break
        for entry in keeper.entries[past.seq + 1 :]:
            progress = progress_by(past, entry)
            heard += tell_news(progress, Viewer(EVE))
            past = progress.after
    told = tell_history(past, keeper.entries[: past.seq + 1], Viewer(EVE))
    assert told == sorted(heard, key=lambda one: one["seq"])


@given(games, seeds, st.integers(-1, 400))
@settings(max_examples=6, deadline=None)
def test_history_begins_behind_what_was_seen(game: Game, seed: int, seen: int) -> None:
    *_, keeper = Party(game, seed).play()
    for viewer in VIEWERS:
        whole = tell_history(keeper.table, keeper.entries, viewer)
        rest = tell_history(keeper.table, keeper.entries, viewer, after=seen)
        assert [one for one in rest if one["seq"] > seen] == [
            one for one in whole if one["seq"] > seen
        ]
        held_back = [one for one in rest if one["seq"] <= seen]
        assert all(one in whole and one["seat"] != viewer.seat for one in held_back)
        assert {one["type"] for one in held_back} <= {"played"}
        assert whole[0]["type"] == "created"


def test_a_past_moment_can_be_looked_at_but_not_played() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.play("X V")
    then = moment_json(keeper.table, Viewer(ANN, 0))
    count = len(keeper.entries)
    while keeper.table.status == "running":
        told = tell_moment(keeper.table, keeper.entries, Viewer(ANN, 0), count - 1)
        assert then is not None
        assert told == {**then, **NOTHING_TO_DO}
        keeper.play(str(keeper.table.position.legal_actions[-1]))
    told = tell_moment(keeper.table, keeper.entries, Viewer(EVE), count - 1)
    assert told is not None
    assert told["hands"] == ["OY", "ROV", "RGY"], "after the game everything may be known"
    assert tell_moment(keeper.table, keeper.entries, Viewer(EVE), 0) is None


@pytest.mark.parametrize("has_aid", [True, False])
def test_the_memory_aid_tells_which_cards_were_taken_openly(has_aid: bool) -> None:
    keeper = begun(ann, ben, cleo, memory_aid=has_aid)
    card = keeper.table.position.display[0]
    assert keeper.discard() == 0
    for seat in (None, 1):
        told = moment_json(keeper.table, Viewer(BEN, seat))
        assert told is not None
        view = told["view"]
        assert view["known"] == [card if has_aid else "", "", ""]
        others = [size for other, size in enumerate(view["hand_sizes"]) if other != seat]
        assert sum(view["unseen"].values()) == view["pile_size"] + sum(others) - has_aid


# A table.


def test_a_table_before_its_game() -> None:
    keeper = Keeper(options_of(GAMES[0], clock=Clock("turn", 60)), [ann, Seat(), bot])
    assert moment_json(keeper.table, Viewer(ANN, 0)) is None
    nobody = {"name": "", "bot": "", "is_mine": False}
    seat = {**nobody, "away": None, "is_invited": False, "salt": "none"}
    assert table_json(keeper.table, ANN) == {
        "id": TABLE,
        "status": "open",
        "options": {
            "map": "border-disputes",
            "players": 3,
            "variant": False,
            "wild_in_prices": True,
            "start": None,
            "clock": {"kind": "turn", "seconds": 60, "increment": 0},
            "casual": True,
            "public": False,
            "memory_aid": True,
            "stand_in": "governor",
        },
        "seats": [
            seat | {"kind": "person", "name": "Ann", "is_mine": True},
            seat | {"kind": "open"},
            seat | {"kind": "bot", "bot": "merchant", "salt": "bot"},
        ],
        "mine": [0],
        "is_host": True,
        "invite": INVITE,
        "starting": None,
        "commitment": keeper.table.commitment,
        "salts": None,
        "seed": None,
        "rematch_of": None,
        "next_game": None,
        "muted": [],
        "created": NOW,
        "changed": NOW,
        "brought": None,
        "moved_to": None,
    }


def test_what_is_the_guests_own() -> None:
    table = begun(ann, ben, dora).table
    mine = {guest: table_json(table, guest)["mine"] for guest in (ANN, BEN, EVE, "")}
    assert mine == {ANN: [0, 2], BEN: [1], EVE: [], "": []}
    hosts = [guest for guest in (ANN, BEN, EVE, "") if table_json(table, guest)["is_host"]]
    assert hosts == [ANN]


def test_who_is_away_is_told() -> None:
    keeper = begun(ann, ben, cleo, clock=Clock("turn", 60))
    keeper.send(BEN, 1, commands.Leave)
    away = [seat["away"] for seat in table_json(keeper.table, EVE)["seats"]]
    assert away == [None, "left", None]


def test_a_table_of_nobody_is_nobodys() -> None:
    """A guest without an identity is not the host of a table without one."""
    table = Keeper(options_of(GAMES[0]), [bot, bot, bot], host="").table
    assert table_json(table, "")["is_host"] is False
    assert table_json(table, "")["invite"] is None


@pytest.mark.parametrize(("entries", "work"), [(0, 1), (1, 1), (200, 1), (300, 1.5), (10_000, 50)])
def test_a_long_past_is_more_work_than_a_short_one(entries: int, work: float) -> None:
    assert history_cost(entries) == work


# Entries.


def told_of(keeper: Keeper, viewer: Viewer) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = tell_history(keeper.table, keeper.entries, viewer)
    return told


@pytest.fixture(scope="module")
def short_game() -> Keeper:
    """Ann has a turn, at the end of which she draws a card; Ben says something and leaves."""
    keeper = begun(ann, ben, cleo)
    for action in ("H shu-chu OV", ".", "+R", "*"):
        keeper.play(action)
    keeper.send(BEN, 1, commands.Say, phrase="oops")
    keeper.send(BEN, 1, commands.Leave)
    return keeper


def test_a_deal_as_it_is_told(short_game: Keeper) -> None:
    own, others = told_of(short_game, Viewer(ANN, 0)), told_of(short_game, Viewer(CLEO, 2))
    assert others[0] == {"seq": 0, "at": NOW, "type": "created", "told": [], "players": 3}
    assert others[3]["hands"] == [None, None, "RGY"]
    assert own[3]["hands"] == ["OYV", None, None]


def test_a_placement_as_it_is_told(short_game: Keeper) -> None:
    house = {
        "seat": SEAT_0,
        "cards": {"type": "cards", "cards": "OV", "wild": ""},
        "space": {"type": "space", "space": "shu-chu"},
    }
    placed = {
        "type": "piece_placed",
        "seat": 0,
        "action": "H shu-chu OV",
        "told": [{"key": "narration.house_on_border", "params": house}],
    }
    assert told_of(short_game, Viewer(CLEO, 2))[4] == {
        "seq": 4,
        "at": NOW,
        "type": "played",
        "seat": 0,
        "by": "person",
        "actions": ["H shu-chu OV"],
        "events": [placed],
        "fault": None,
        "round": 1,
        "length": 1,
        "told": [],
    }


def test_a_hidden_card_as_it_is_told(short_game: Keeper) -> None:
    played = short_game.entries[7]
    assert isinstance(played, log.Played)
    drawn, *refill = played.actions[1:]
    own, others = (told_of(short_game, viewer)[7] for viewer in (Viewer(ANN, 0), Viewer(CLEO, 2)))
    assert own["actions"] == ["*", drawn, *refill]
    assert others["actions"] == ["*", "*?", *refill]
    card = {"type": "cards", "cards": drawn[1], "wild": ""}
    assert own["events"][0] == {
        "type": "card_drawn",
        "seat": 0,
        "card": drawn[1],
        "told": [{"key": "narration.drawn", "params": {"seat": SEAT_0, "cards": card}}],
    }
    assert others["events"][0] == {
        "type": "card_drawn",
        "seat": 0,
        "card": "?",
        "told": [{"key": "narration.drawn_hidden", "params": {"seat": SEAT_0, "count": 1}}],
    }


def test_what_is_not_a_move_as_it_is_told(short_game: Keeper) -> None:
    said, left = told_of(short_game, Viewer(CLEO, 2))[8:]
    assert said == {
        "seq": 8,
        "at": NOW,
        "type": "said",
        "seat": 1,
        "text": None,
        "phrase": "oops",
        "told": [],
    }
    seats = {"type": "seats", "seats": [1], "join": "and"}
    assert left == {
        "seq": 9,
        "at": NOW,
        "type": "stood_in",
        "seat": 1,
        "reason": "left",
        "told": [{"key": "game.log_left", "params": {"seat": seats}}],
    }


def test_the_past_is_told_as_it_was_told_then() -> None:
    """A scoring is explained by the board of its time, whatever was built or undone since."""
    keeper = whole_party()
    table = keeper.table.blank()
    then: list[dict[str, Any] | None] = []
    for seq, entry in enumerate(keeper.entries):
        happened = table.apply(entry)
        then.append(entry_json(table, seq, entry, happened, Viewer(EVE)))
    scored = scorings(then)
    assert scored
    assert scorings([*told_of(keeper, Viewer(EVE))]) == scored


def test_the_last_entry_says_who_won() -> None:
    entries = told_of(whole_party(), Viewer(EVE))
    *before, last = [entry["told"] for entry in entries if entry["type"] == "played"]
    assert [one["key"].startswith("narration.won") for one in last] == [True]
    assert not any(before)


def whole_party() -> Keeper:
    """A game that has been played to its end; a scoring in it was taken back."""
    *_, keeper = Party(GAMES[0], seed=5).play()
    assert keeper.table.status == "over"
    return keeper


def scorings(entries: list[dict[str, Any] | None]) -> list[Any]:
    """What is said of all scorings."""
    events = [event for entry in entries if entry for event in entry.get("events", [])]
    return [event["told"] for event in events if event["type"].endswith("_scored")]


def test_who_is_muted_is_not_heard_by_the_one_who_muted() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.send(BEN, 1, commands.Say, text="before")
    keeper.send(ANN, 0, commands.Mute, whom=1, muted=True)
    keeper.send(BEN, 1, commands.Say, text="after")
    keeper.send(CLEO, 2, commands.Say, text="hm")

    def texts(guest: str) -> list[str]:
        return [one["text"] for one in told_of(keeper, Viewer(guest)) if one["type"] == "said"]

    assert texts(ANN) == ["hm"]
    assert texts(CLEO) == texts(EVE) == ["before", "after", "hm"]
    keeper.send(ANN, 0, commands.Mute, whom=1, muted=False)
    assert texts(ANN) == ["before", "after", "hm"]


def test_only_the_one_who_muted_is_told_so() -> None:
    keeper = begun(ann, ben, cleo)
    keeper.send(ANN, 0, commands.Mute, whom=1, muted=True)
    told = {g: [one["type"] for one in told_of(keeper, Viewer(g))] for g in (ANN, BEN, EVE, "")}
    assert told.pop(ANN) == ["created", "salted", "salted", "started", "muted"]
    assert all(types[-1] == "started" for types in told.values())


def test_every_kind_of_entry_can_be_told() -> None:
    """Each with its number, its time and its name, and nothing that JSON cannot say."""
    keeper = Keeper(options_of(GAMES[0]), [ann, ben, Seat()])
    keeper.send(CLEO, None, commands.Sit, name="Cleo")
    keeper.send(ANN, None, commands.Start)
    keeper.deal()
    entries: list[Entry] = [*keeper.entries, *_one_of_each()]
    table = keeper.table
    for seq, entry in enumerate(entries):
        told = entry_json(table, seq, entry, (), Viewer(ANN))
        assert told is not None
        assert (told["seq"], told["at"]) == (seq, entry.at)
        assert told["type"] == msgspec.json.decode(msgspec.json.encode(entry))["type"]
    assert {type(entry) for entry in entries} == set(get_args(Entry))


def _one_of_each() -> list[Entry]:
    who: dict[str, Any] = {"at": NOW + 1, "guest": ANN}
    return [
        log.Brought(seed="00" * 32, salts=("", "", ""), **who),
        log.Resumed(salts=("", "", ""), **who),
        log.Played(seat=0, actions=(".",), **who),
        log.Undone(seat=0, length=0, **who),
        log.TakeBackAsked(seat=0, length=0, **who),
        log.TakeBackAnswered(seat=0, agreed=True, **who),
        log.StoodIn(seat=0, reason="left", **who),
        log.CameBack(seat=0, **who),
        log.Nudged(seat=0, whom=1, **who),
        log.StandInAsked(seat=0, whom=1, agreed=True, **who),
        log.Downtime(at=NOW + 1, ms=21_000),
        log.Said(seat=0, phrase="oops", **who),
        log.Muted(seat=1, muted=True, **who),
        log.Rematched(game="t2", seat=1, **who),
        log.Accepted(seat=0, **who),
        log.Closed(**who),
    ]
