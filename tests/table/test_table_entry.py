"""The bytes of a log. They are stored for ever, so what is written here must stay readable."""

import json
from typing import get_args

import msgspec
import pytest

from han.table import command as commands
from han.table import entry as log
from han.table.decide import decide
from han.table.entry import Entry, Seat, decode_entry, encode_entry
from han.table.options import Clock, Options
from han.table.table import Table
from table.building import NOW, by

# Never change a line of these: add one when an entry learns something new.
GOLDEN: list[tuple[str, Entry]] = [
    (
        '{"type":"created","at":1700000000000,"guest":"g1","options":{"map":"border-disputes",'
        '"players":3},"seats":[{"kind":"person","name":"Ann","guest":"g1","salt":"盐"},'
        '{"kind":"bot","bot":"merchant"},{}],"commitment":"c0ffee"}',
        log.Created(
            at=NOW,
            guest="g1",
            options=Options("border-disputes", 3),
            seats=(Seat("person", "Ann", "g1", salt="盐"), Seat("bot", bot="merchant"), Seat()),
            commitment="c0ffee",
        ),
    ),
    (
        '{"type":"created","at":1700000000000,"guest":"g1","options":{"map":"ways-of-diplomacy",'
        '"players":2,"variant":true,"wild_in_prices":false,"start":1,"clock":{"kind":"fischer",'
        '"seconds":600,"increment":5},"casual":false,"public":true,"memory_aid":false,'
        '"stand_in":"peasant"},"seats":[{},{}],"commitment":"c0ffee","rematch_of":"t1"}',
        log.Created(
            at=NOW,
            guest="g1",
            options=Options(
                map="ways-of-diplomacy",
                players=2,
                variant=True,
                wild_in_prices=False,
                start=1,
                clock=Clock("fischer", 600, 5),
                casual=False,
                public=True,
                memory_aid=False,
                stand_in="peasant",
            ),
            seats=(Seat(), Seat()),
            commitment="c0ffee",
            rematch_of="t1",
        ),
    ),
    (
        '{"type":"created","at":1700000000000,"guest":"g1","options":{"map":"border-disputes",'
        '"players":2},"seats":[{"kind":"person","name":"Ann","guest":"g1"},'
        '{"kind":"person","name":"Ben","guest":"g2"}],"commitment":"c0ffee","rematch_of":"t1",'
        '"invited":["g2"]}',
        log.Created(
            at=NOW,
            guest="g1",
            options=Options("border-disputes", 2),
            seats=(Seat("person", "Ann", "g1"), Seat("person", "Ben", "g2")),
            commitment="c0ffee",
            rematch_of="t1",
            invited=("g2",),
        ),
    ),
    (
        '{"type":"seat","at":1700000000000,"guest":"g2","cid":"w1","seat":2,'
        '"now":{"kind":"person","name":"Ben","guest":"g2"}}',
        log.SeatChanged(at=NOW, guest="g2", cid="w1", seat=2, now=Seat("person", "Ben", "g2")),
    ),
    (
        '{"type":"accepted","at":1700000000000,"guest":"g2","cid":"w1","seat":2,'
        '"until":1700000010000}',
        log.Accepted(at=NOW, guest="g2", cid="w1", seat=2, until=NOW + 10_000),
    ),
    (
        '{"type":"started","at":1700000000000,"guest":"g1","start":1,'
        '"hands":["RRG","VYO","GGY"],"display":"RGYV"}',
        log.Started(at=NOW, guest="g1", start=1, hands=("RRG", "VYO", "GGY"), display="RGYV"),
    ),
    (
        '{"type":"salted","at":1700000000000,"guest":"g2","cid":"w1","seat":2,"salt":"盐"}',
        log.Salted(at=NOW, guest="g2", cid="w1", seat=2, salt="盐"),
    ),
    (
        '{"type":"salted","at":1700000000000,"guest":"g2","cid":"w1","seat":2}',
        log.Salted(at=NOW, guest="g2", cid="w1", seat=2),
    ),
    (
        '{"type":"starting","at":1700000000000,"guest":"g1","until":1700000010000}',
        log.Starting(at=NOW, guest="g1", until=NOW + 10_000),
    ),
    (
        '{"type":"started","at":1700000000000,"start":1,"hands":["RRG","VYO","GGY"],'
        '"display":"RGYV","salts":["盐","",""]}',
        log.Started(
            at=NOW, start=1, hands=("RRG", "VYO", "GGY"), display="RGYV", salts=("盐", "", "")
        ),
    ),
    (
        '{"type":"played","at":1700000000000,"guest":"g1","cid":"w2","seat":0,'
        '"actions":["H wei-1 R"]}',
        log.Played(at=NOW, guest="g1", cid="w2", seat=0, actions=("H wei-1 R",)),
    ),
    (
        '{"type":"played","at":1700000000000,"seat":1,"actions":["*","*Y","=R","=O"],"by":"bot",'
        '"fault":"no answer"}',
        log.Played(at=NOW, seat=1, actions=("*", "*Y", "=R", "=O"), by="bot", fault="no answer"),
    ),
    (
        '{"type":"played","at":1700000000000,"seat":2,"actions":["."],"by":"stand_in"}',
        log.Played(at=NOW, seat=2, actions=(".",), by="stand_in"),
    ),
    (
        '{"type":"created","at":1700000000000,"guest":"g1","options":{"map":"border-disputes",'
        '"players":2},"seats":[{"kind":"person","name":"Ann","guest":"g1"},{}],'
        '"commitment":"c0ffee","brought_by":"Ann"}',
        log.Created(
            at=NOW,
            guest="g1",
            options=Options("border-disputes", 2),
            seats=(Seat("person", "Ann", "g1"), Seat()),
            commitment="c0ffee",
            brought_by="Ann",
        ),
    ),
    (
        '{"type":"brought","at":1700000000000,"guest":"g1","seed":"c0ffee","salts":["盐",""],'
        '"redraws":[23,19]}',
        log.Brought(at=NOW, guest="g1", seed="c0ffee", salts=("盐", ""), redraws=(23, 19)),
    ),
    (
        '{"type":"resumed","at":1700000000000,"salts":["盐",""]}',
        log.Resumed(at=NOW, salts=("盐", "")),
    ),
    (
        '{"type":"undone","at":1700000000000,"guest":"g1","seat":0,"length":17}',
        log.Undone(at=NOW, guest="g1", seat=0, length=17),
    ),
    (
        '{"type":"take_back_asked","at":1700000000000,"guest":"g1","seat":0,"length":9}',
        log.TakeBackAsked(at=NOW, guest="g1", seat=0, length=9),
    ),
    (
        '{"type":"take_back_asked","at":1700000000000,"guest":"g1","seat":0,"length":9,'
        '"redraw":true}',
        log.TakeBackAsked(at=NOW, guest="g1", seat=0, length=9, redraw=True),
    ),
    (
        '{"type":"take_back_answered","at":1700000000000,"guest":"g2","seat":2,"agreed":true}',
        log.TakeBackAnswered(at=NOW, guest="g2", seat=2, agreed=True),
    ),
    (
        '{"type":"take_back_answered","at":1700000000000,"guest":"g1","seat":0,"agreed":false,'
        '"withdrawn":true}',
        log.TakeBackAnswered(at=NOW, guest="g1", seat=0, agreed=False, withdrawn=True),
    ),
    (
        '{"type":"stood_in","at":1700000000000,"guest":"g2","seat":2,"reason":"left"}',
        log.StoodIn(at=NOW, guest="g2", seat=2, reason="left"),
    ),
    (
        '{"type":"stood_in","at":1700000000000,"seat":0,"reason":"clock"}',
        log.StoodIn(at=NOW, seat=0, reason="clock"),
    ),
    (
        '{"type":"came_back","at":1700000000000,"guest":"g2","seat":2}',
        log.CameBack(at=NOW, guest="g2", seat=2),
    ),
    (
        '{"type":"stood_in","at":1700000000000,"guest":"g2","seat":0,"reason":"absent"}',
        log.StoodIn(at=NOW, guest="g2", seat=0, reason="absent"),
    ),
    (
        '{"type":"nudged","at":1700000000000,"guest":"g2","seat":2,"whom":0}',
        log.Nudged(at=NOW, guest="g2", seat=2, whom=0),
    ),
    (
        '{"type":"stand_in_asked","at":1700000000000,"guest":"g2","seat":2,"whom":0,"agreed":true}',
        log.StandInAsked(at=NOW, guest="g2", seat=2, whom=0, agreed=True),
    ),
    (
        '{"type":"downtime","at":1700000000000,"ms":21000}',
        log.Downtime(at=NOW, ms=21_000),
    ),
    (
        '{"type":"said","at":1700000000000,"guest":"g2","seat":2,"text":"<b> & \\"ça\\""}',
        log.Said(at=NOW, guest="g2", seat=2, text='<b> & "ça"'),
    ),
    (
        '{"type":"said","at":1700000000000,"guest":"g2","seat":2,"phrase":"good_game"}',
        log.Said(at=NOW, guest="g2", seat=2, phrase="good_game"),
    ),
    (
        '{"type":"muted","at":1700000000000,"guest":"g2","seat":0,"muted":false}',
        log.Muted(at=NOW, guest="g2", seat=0, muted=False),
    ),
    (
        '{"type":"rematched","at":1700000000000,"guest":"g2","game":"t2"}',
        log.Rematched(at=NOW, guest="g2", game="t2"),
    ),
    (
        '{"type":"rematched","at":1700000000000,"guest":"g2","game":"t2","seat":1}',
        log.Rematched(at=NOW, guest="g2", game="t2", seat=1),
    ),
    (
        '{"type":"closed","at":1700000000000,"guest":"g1"}',
        log.Closed(at=NOW, guest="g1"),
    ),
]

every_line = pytest.mark.parametrize(("line", "entry"), GOLDEN)


@every_line
def test_what_was_stored_long_ago_is_read(line: str, entry: Entry) -> None:
    assert decode_entry(line.encode()) == entry


@every_line
def test_what_is_stored_now_is_what_was_stored_then(line: str, entry: Entry) -> None:
    assert encode_entry(entry).decode() == line


@every_line
def test_an_entry_that_a_later_version_wrote_is_read_as_far_as_it_is_known(
    line: str, entry: Entry
) -> None:
    """During an update old and new processes share a database: new fields are passed over."""
    later = json.loads(line) | {"weather": {"rain": [1, 2]}}
    assert decode_entry(json.dumps(later).encode()) == entry


def test_every_kind_of_entry_and_every_field_has_a_line() -> None:
    assert {type(entry) for _, entry in GOLDEN} == set(get_args(Entry))
    for kind in get_args(Entry):
        written = [json.loads(line) for line, entry in GOLDEN if type(entry) is kind]
        missing = set(kind.__struct_fields__) - {"cid", "guest"} - set().union(*written)
        assert not missing, kind


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"moved","at":1}',
        '{"at":1}',
        '{"type":"closed"}',
        '{"type":"closed","at":"yesterday"}',
        '{"type":"stood_in","at":1,"seat":0,"reason":"bored"}',
        '{"type":"played","at":1,"seat":0,"actions":"."}',
        '{"type":"closed","at":1',
        "",
    ],
)
def test_what_is_no_entry_is_an_error(line: str) -> None:
    """Better no table than a wrong one: an unknown kind of entry is never passed over."""
    with pytest.raises(msgspec.DecodeError):
        decode_entry(line.encode())


STORED_GAME = """\
{"type":"created","at":1700000000000,"guest":"g1","options":{"map":"border-disputes","players":3},"seats":[{"kind":"person","name":"Ann","guest":"g1"},{"kind":"bot","bot":"merchant"},{}],"commitment":"c0ffee"}
{"type":"seat","at":1700000001000,"guest":"g2","seat":2,"now":{"kind":"person","name":"Ben","guest":"g2"}}
{"type":"started","at":1700000002000,"guest":"g1","start":0,"hands":["OYV","ROV","RGY"],"display":"RROY"}
{"type":"played","at":1700000003000,"guest":"g1","seat":0,"actions":["H chu-1 V"]}
{"type":"undone","at":1700000004000,"guest":"g1","seat":0,"length":0}
{"type":"played","at":1700000005000,"guest":"g1","seat":0,"actions":["X V"]}
{"type":"played","at":1700000006000,"guest":"g1","seat":0,"actions":["*","*G"]}
{"type":"played","at":1700000007000,"seat":1,"actions":["X R"],"by":"bot"}
{"type":"played","at":1700000008000,"seat":1,"actions":["+R","=Y"],"by":"bot"}
{"type":"said","at":1700000009000,"guest":"g2","seat":2,"phrase":"oops"}
{"type":"muted","at":1700000010000,"guest":"g1","seat":2,"muted":true}
{"type":"stood_in","at":1700000011000,"guest":"g2","seat":2,"reason":"left"}
{"type":"take_back_asked","at":1700000012000,"guest":"g1","seat":0,"length":0}
{"type":"played","at":1700000013000,"guest":"g1","seat":0,"actions":["X O"]}
{"type":"came_back","at":1700000014000,"guest":"g2","seat":2}
"""


def test_a_stored_game_is_read_as_it_was_played() -> None:
    entries = [decode_entry(line.encode()) for line in STORED_GAME.splitlines()]
    table = Table.load("t1", b"", entries)
    assert str(table.position) == (
        "border-disputes 3 start=0 seat=0 phase=draw hands=YV,ROV,RGY display=RROY discards=O"
    )
    assert (table.seq, table.moment, table.status) == (14, 13, "running")
    assert table.muted == {("g1", 2)}
    assert table.stand_ins == {}
    assert [seat.name or seat.bot for seat in table.seats] == ["Ann", "merchant", "Ben"]


STORED_CLOCK = """\
{"type":"created","at":1700000000000,"guest":"g1","options":{"map":"ways-of-diplomacy","players":2,"clock":{"kind":"turn","seconds":30}},"seats":[{"kind":"person","name":"Ann","guest":"g1"},{"kind":"person","name":"Ben","guest":"g2"}],"commitment":"c0ffee"}
{"type":"started","at":1700000000000,"guest":"g1","start":0,"hands":["OYV","ROV"],"display":"RRO"}
{"type":"stood_in","at":1700000030000,"seat":0,"reason":"clock"}
{"type":"played","at":1700000030100,"seat":0,"actions":["X V"],"by":"stand_in"}
{"type":"played","at":1700000030200,"seat":0,"actions":["+R","=Y"],"by":"stand_in"}
{"type":"stood_in","at":1700000060200,"seat":1,"reason":"clock"}
{"type":"played","at":1700000060300,"seat":1,"actions":["X V"],"by":"stand_in"}
{"type":"played","at":1700000060400,"seat":1,"actions":["+R","=V"],"by":"stand_in"}
{"type":"played","at":1700000060500,"seat":0,"actions":["X Y"],"by":"stand_in"}
"""
"""An old server's: after one missed deadline the stand-in played all later turns."""


def test_a_stored_game_with_missed_deadlines_is_read_and_waits_for_its_people() -> None:
    entries = [decode_entry(line.encode()) for line in STORED_CLOCK.splitlines()]
    table = Table.load("t1", b"", entries)
    assert (table.seq, table.moment, table.to_move) == (8, 8, 0)
    assert table.position.phase == "draw"
    assert table.is_waiting
    assert table.bot_to_move is None
    back = decide(table, by("g1", 0, commands.ComeBack), table.changed + 1000).after
    assert not back.is_waiting
    assert back.person_to_move == 0
