"""Games beside the slow referee, and what only Python can check: texts, records, views."""

import numpy as np

from beside_referee import assert_same_result, assert_same_table, referee_for, spell
from han.bots.registry import make_line_up
from han.engine.belief import sample
from han.engine.game import Game
from han.engine.position import Position
from han.engine.view_bytes import pack_view, unpack_view
from han.play.batch import play_batch
from han.play.match import play_match
from han.records.parse import parse_record
from han.records.record import format_record
from han.records.recorder import Recorder
from han.records.replay import verify
from han.rules.codes import CODES
from reference import Referee
from soak.part import Part
from tables import Choice, any_action, eager_action, filling_action, play_through

CHOICES: tuple[Choice, ...] = (any_action, eager_action, filling_action)


def play_beside_slow_referee(part: Part, game: Game, seed: int, played: list[str]) -> None:
    """A whole game beside the slow referee; ``played`` tells how far it came."""
    choose = CHOICES[seed % len(CHOICES)]
    referee: Referee | None = None
    recorder: Recorder | None = None
    for position, action, after, events in play_through(game, seed, choose):
        referee = referee or referee_for(position)
        recorder = recorder or Recorder(position)
        played.append(str(action))
        go_on(position, referee, str(action))
        check_texts(position, seed)
        recorder.add(action, after, events)
        part.work_done("transitions beside the slow referee", 1)
        if after.is_over:
            assert_same_table(after, referee)
            assert_same_result(after, referee)
            check_record(recorder, after)
            return
        if part.is_over:
            return


def go_on(position: Position, referee: Referee, action: str) -> None:
    """Compare the tables and what is legal, and let the referee do the same."""
    if referee.expects == "reshuffle":
        referee.play("~")
    assert_same_table(position, referee)
    if position.is_chance:
        referee.play(action)
        return
    assert position.turn == referee.seat
    assert {spell(str(a)) for a in position.legal_actions} == referee.legal_atoms()
    if action != "*":
        referee.play(spell(action))


def check_texts(position: Position, seed: int) -> None:
    """The position's string says all, a list says what its mask says, views tell no secrets."""
    assert Position.parse(str(position)) == position
    words = position.legal_actions.words
    codes = [code for code in range(CODES) if int(words[code >> 6]) >> (code & 63) & 1]
    assert list(position.legal_actions.codes) == codes
    for seat in (None, position.turn):
        view = position.view(seat)
        assert unpack_view(pack_view(view)) == view
        assert sample(view, seed).view(seat) == view


def check_record(recorder: Recorder, last: Position) -> None:
    """Written, read and played again, a game is the same to the byte."""
    text = format_record(recorder.record())
    record = parse_record(text)
    assert format_record(record) == text
    assert verify(record) == last


def check_batch(part: Part, game: Game, seed: int) -> None:
    """Games in a batch end as the same games do step by step."""
    bots = ["random", "greedy", "random", "random", "random"][: game.players]
    batch = play_batch(game, bots, 2, seed)
    for number in range(2):
        match = play_match(game, make_line_up(",".join(bots), game.players), seed, number)
        assert np.array_equal(match.position.states, batch.states[number : number + 1])
        assert verify(parse_record(format_record(match.record))) == match.position
        part.count("games in a batch and step by step")
