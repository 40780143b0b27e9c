"""The terminal and the browser tell the same in the same words.

`told.json` holds sentences of real games and what the terminal makes of them in four languages;
`web/tests/game/narrate.test.ts` compares with it what the browser makes of them. With the variable
``HAN_UPDATE_DOCS`` set, it is written anew.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

import han
from han.engine import event as events
from han.engine.event import Event, TurnBegun
from han.engine.game import Game
from han.engine.narrator import tell_events, tell_result
from han.engine.public import Public
from han.engine.sentence import Cards, Param, Provinces, Seats, Sentence, Space
from han.engine.wording import render
from han.messages import LANGUAGES
from han.table import entry as log
from han.table.entry import Entry
from han.table.narrator import tell_entry
from tables import SOME_GAMES, any_action, eager_action, play_through
from tui.scenes import finished, set_up

FIXTURE = Path(__file__).parent / "told.json"
NARRATORS = ("engine/narrator.py", "table/narrator.py")
CHINA = Game("border-disputes", 4, variant=True)
ENTRIES: tuple[Entry, ...] = (
    log.Started(at=0, start=2, hands=("RRG",), display="V"),
    log.Brought(at=0, seed="", salts=()),
    log.Resumed(at=0, salts=()),
    log.Undone(at=0, seat=1, length=0),
    log.TakeBackAsked(at=0, seat=1, length=0),
    log.TakeBackAnswered(at=0, seat=0, agreed=True),
    log.TakeBackAnswered(at=0, seat=0, agreed=False),
    log.TakeBackAnswered(at=0, seat=1, agreed=False, withdrawn=True),
    log.StoodIn(at=0, seat=0, reason="clock"),
    log.StoodIn(at=0, seat=0, reason="left"),
    log.StoodIn(at=0, seat=0, reason="absent"),
    log.CameBack(at=0, seat=0),
    log.Nudged(at=0, seat=1, whom=0),
    log.StandInAsked(at=0, seat=1, whom=0, agreed=True),
    log.StandInAsked(at=0, seat=1, whom=0, agreed=False),
    log.StandInAsked(at=0, seat=0, whom=0, agreed=False),
    log.Downtime(at=0, ms=20_001),
    log.Downtime(at=0, ms=3_600_000),
    log.Accepted(at=0, seat=1),
    log.Rematched(at=0, game="next"),
    log.Rematched(at=0, game="next", seat=1),
)

Told = tuple[Game, Sequence[Sentence]]


def all_told() -> Iterator[Told]:
    """All that is said of some games from their start to their end, and of what is rare."""
    for seed, game in enumerate(SOME_GAMES):
        for happened, after in turns(game, seed):
            for seen in (happened, [event.seen_by(None) for event in happened]):
                yield from ((game, told) for told in tell_events(seen, after) if told)
    yield from rare()
    yield from ((CHINA, tell_entry(entry)) for entry in ENTRIES)


def turns(game: Game, seed: int) -> Iterator[tuple[list[Event], Public]]:
    """What happened in each turn of a game."""
    choose = (eager_action, any_action)[seed % 2]
    number = 0

    def turn_of(step: tuple[Any, ...]) -> int:
        nonlocal number
        before = number
        number += any(isinstance(event, TurnBegun) for event in step[3])
        return before

    for _, turn in groupby(play_through(game, seed, choose), key=turn_of):
        steps = list(turn)
        yield [event for *_, events in steps for event in events], steps[-1][2]


def rare() -> Iterator[Told]:
    """Ties, wins by the supply, and a board that a game seldom comes to."""
    lone = set_up(CHINA, {})
    tied = set_up(CHINA, {0: ["qi-1"], 1: ["qi-2"]}, markers={0: ["qi-1"], 1: ["qi-2"]})
    fortified = set_up(CHINA, {0: ["qi-1"]}, markers={0: ["qi-1"]})
    tied_unlike = set_up(CHINA, {0: ["qi-1"], 1: ["qi-2"]}, markers={1: ["qi-2"]})
    behind = set_up(
        CHINA,
        {0: ["qi-1", "qi-2"], 1: ["qi-3"], 2: ["yan-qi"]},
        markers={1: ["qi-3"], 2: ["yan-qi"]},
    )
    three = set_up(CHINA, {}, {"wei": [1, 1, 1], "chin": [1, 1, 1]})
    boards: list[tuple[Event, Public]] = [
        (events.PileReshuffled(1), lone),
        (events.GameEnded("board"), lone),
        (events.ProvinceScored("qi", (0, 0, 0, 0)), lone),
        (events.PortsScored((0, 0, 0, 0)), lone),
        (events.RowScored(3, ("chin-4", "chin-5", "shu-1", "shu-2"), 8), lone),
        (events.ProvinceScored("qi", (4, 4, 0, 0)), tied),
        (events.ProvinceScored("qi", (2, 0, 0, 0)), fortified),
        (events.ProvinceScored("qi", (2, 4, 0, 0)), tied_unlike),
        (events.ProvinceScored("qi", (4, 4, 4, 0)), behind),
        (events.AllianceScored(3, ("wei", "chin"), (6, 6, 6, 0)), three),
    ]
    for event, after in boards:
        yield CHINA, tell_events([event], after)[0]
    for totals, pieces in (((9, 7), (3, 3)), ((9, 9), (3, 4)), ((9, 9), (4, 4))):
        yield CHINA, tell_result(finished(CHINA, totals, pieces))


def shapes(game: Game, told: Sequence[Sentence]) -> set[object]:
    """Of each sentence what can make a difference to how it reads."""
    return {
        (one.key, tuple((gap, param_shape(game, param)) for gap, param in one.params.items()))
        for one in told
    }


def param_shape(game: Game, param: Param) -> object:
    match param:
        case Seats(seats, join):
            return join, min(len(seats), 3)
        case Provinces(provinces):
            return game.map.id, min(len(provinces), 3)
        case Space(space):
            return game.map.id, len(game.map.spaces[game.book.spaces.index(space)].provinces)
        case Cards(cards, wild):
            return len(cards), len(set(cards)), bool(wild)
    return param == 1


@cache
def fixture() -> dict[str, Any]:
    """Each kind of sentence once, with the maps that they name places of."""
    chosen: list[Told] = []
    known: set[object] = set()
    for game, told in all_told():
        if not shapes(game, told) <= known:
            known |= shapes(game, told)
            chosen.append((game, told))
    games = {game.map.id: game for game, _ in chosen}
    return {
        "maps": {name: places(game) for name, game in games.items()},
        "told": [
            {
                "map": game.map.id,
                "sentences": msgspec.to_builtins(told),
                "texts": {lang: render(told, game.map, lang) for lang in LANGUAGES},
            }
            for game, told in chosen
        ],
    }


def places(game: Game) -> dict[str, Any]:
    """What a map calls its places."""
    return {
        "provinces": [{"id": one.id, "name": dict(one.name)} for one in game.map.provinces],
        "spaces": [
            {"id": one.id, "provinces": list(one.provinces), "port": one.port}
            for one in game.map.spaces
        ],
    }


def test_what_the_browser_compares_with_is_what_the_terminal_says() -> None:
    lines = ["{", f'"maps": {json.dumps(fixture()["maps"], ensure_ascii=False)},', '"told": [']
    lines.append(",\n".join(json.dumps(one, ensure_ascii=False) for one in fixture()["told"]))
    text = "\n".join([*lines, "]", "}", ""])
    if os.environ.get("HAN_UPDATE_DOCS"):
        FIXTURE.write_text(text, "utf-8")
    assert FIXTURE.read_text("utf-8") == text, "HAN_UPDATE_DOCS=1 brings told.json up to date"


def test_every_sentence_of_the_narrators_is_compared() -> None:
    source = Path(han.__file__).parent
    texts = [(source / path).read_text("utf-8") for path in NARRATORS]
    known = {key for text in texts for key in re.findall(r'"((?:narration|game)\.\w+)"', text)}
    assert "narration.house_on_border" in known
    assert known == {one["key"] for told in fixture()["told"] for one in told["sentences"]}


def test_everything_told_is_whole_sentences() -> None:
    for told in fixture()["told"]:
        for lang, text in told["texts"].items():
            assert text[0].isupper(), (lang, text)
            assert text.endswith("."), (lang, text)
            assert not set(text) & set("{}"), (lang, text)
