"""The messages to programs: every key is documented, and nothing hidden is in them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from han.bots.protocol import (
    BYE_MESSAGE,
    Message,
    choose_message,
    format_message,
    hello_message,
    read_action,
    read_hello,
)
from han.engine.belief import sample
from han.engine.game import Game
from tables import positions_of, some_games

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "bot-protocol.md"

BY_ID = {
    "board.deck",
    "view.discards",
    "view.unseen",
    "view.houses",
    "view.markers",
    "view.emissaries",
}
"""Objects whose keys are ids or letters, not words of the protocol."""


def documented(kind: str) -> list[str]:
    """The keys in the table of one kind of message."""
    section = PAGE.read_text("utf-8").partition(f"## `{kind}`\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


def keys_of(value: Any, path: str = "") -> Iterator[str]:
    """The paths of all keys in a message."""
    if path in BY_ID:
        return
    if isinstance(value, list):
        for item in value:
            yield from keys_of(item, path + "[]")
    if isinstance(value, dict):
        for key, inner in value.items():
            inside = f"{path}.{key}" if path else key
            yield inside
            yield from keys_of(inner, inside)


def as_sent(message: Message) -> dict[str, Any]:
    line = format_message(message)
    assert line.count(b"\n") == 1
    received: dict[str, Any] = json.loads(line)
    return received


@some_games
def test_every_key_is_documented_and_every_documented_key_is_sent(game: Game) -> None:
    assert len(documented("hello")) == len(set(documented("hello"))) > 10
    assert set(keys_of(as_sent(hello_message(game)))) == set(documented("hello"))
    for position in positions_of(game, seed=1)[::10]:
        if position.to_move is not None:
            message = as_sent(choose_message(1, 2, 3, position.view(position.turn)))
            assert set(keys_of(message)) == set(documented("choose"))
    assert set(as_sent(BYE_MESSAGE)) == set(documented("bye"))


def test_a_question_holds_what_the_seat_sees() -> None:
    game = Game("border-disputes", 3, variant=True, wild_in_prices=False)
    position = game.position(
        "border-disputes 3 variant=on wild=off start=1 seat=0 phase=place placed=1:wei! pass=1 "
        "houses=0:wei-1;1:qi-1,zhao-1,zhao-2,zhao-3,zhao-4 emissaries=qi:010 hands=RG,RYY,OYV "
        "known=,Y,OV display=OYVV discards=RRG points=0,4,0"
    )
    message = as_sent(choose_message(17, 4, 250, position.view(0)))
    assert message["id"] == 17
    assert message["seed"] == 4
    assert message["budget_ms"] == 250
    assert message["legal"] == [str(action) for action in position.legal_actions]
    view = message["view"]
    assert view["game"] == {
        "map": "border-disputes",
        "players": 3,
        "variant": "fortifications",
        "wild_in_prices": False,
    }
    assert (view["seat"], view["turn"], view["start"]) == (0, 0, 1)
    assert (view["phase"], view["passes"]) == ("place", 1)
    assert view["placed"] == {"pieces": 1, "provinces": ["wei"], "were_empty": ["wei"]}
    assert (view["hand"], view["hand_sizes"]) == ("RG", [2, 3, 3])
    assert view["known"] == ["", "Y", "OV"]
    assert view["display"] == "OYVV"
    assert view["discards"] == {"V": 0, "Y": 0, "O": 0, "G": 1, "R": 2}
    zhao = dict.fromkeys(["zhao-1", "zhao-2", "zhao-3", "zhao-4"], 1)
    assert view["houses"] == {"wei-1": 0, "qi-1": 1, **zhao}
    assert view["emissaries"]["qi"] == [0, 1, 0]
    assert view["houses_left"] == [19, 15, 20]
    assert view["points"]["houses"] == view["scores"] == [0, 4, 0]
    known = view["hand"] + view["display"] + "RRG" + "Y" + "OV"
    deck = as_sent(hello_message(game))["board"]["deck"]
    assert view["unseen"] == {letter: deck[letter] - known.count(letter) for letter in "VYOGR"}
    assert sum(view["unseen"].values()) == view["pile_size"] + 3


def test_the_board_is_the_map() -> None:
    game = Game("ways-of-diplomacy", 4)
    board = as_sent(hello_message(game))["board"]
    assert {space["id"]: space["port"] for space in board["spaces"]} == {
        space.id: space.port for space in game.map.spaces
    }
    assert {province["colour"] for province in board["provinces"]} == set("VYOGR")
    assert len(board["alliances"]) == 15
    assert board["roads"] == [list(road) for road in game.map.roads]
    assert board["deck"] == dict(zip("VYOGR", game.deck, strict=True))
    assert board["display_size"] == game.map.display


@some_games
def test_hidden_cards_change_no_byte(game: Game) -> None:
    swapped = 0
    for number, position in enumerate(positions_of(game, seed=5)[::6]):
        seat = position.turn
        line = format_message(choose_message(1, 2, 3, position.view(seat)))
        other = sample(position.view(seat), number)
        swapped += other != position
        assert format_message(choose_message(1, 2, 3, other.view(seat))) == line
    assert swapped > 5


def test_an_answer_may_hold_more_keys() -> None:
    assert read_hello('{"type": "hello", "name": " Zoë ", "version": 3}\n'.encode()) == "Zoë"
    action = read_action(b'{"note": "!", "type": "action", "id": 2, "action": "X R"}\n', 2)
    assert str(action) == "X R"


@pytest.mark.parametrize("number", [1, 0, -5])
def test_an_answer_to_an_earlier_question_is_none(number: int) -> None:
    line = json.dumps({"type": "action", "id": number, "action": "no matter"})
    assert read_action(line.encode(), 2) is None
