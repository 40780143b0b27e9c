"""Events as JSON: their names and parts are an interface for other programs."""

import json
from typing import Any, get_args

import pytest

from han.engine import event as events
from han.engine.action import Action
from han.engine.encoding import encode
from han.engine.event import Event
from tables import GAMES, any_action, eager_action, play_through

EXAMPLES: list[tuple[Event, dict[str, Any]]] = [
    (
        events.PiecePlaced(0, Action("H wei-1 R")),
        {"type": "piece_placed", "seat": 0, "action": "H wei-1 R"},
    ),
    (
        events.ProvinceScored("wei", (7, 4, 0)),
        {"type": "province_scored", "province": "wei", "points": [7, 4, 0]},
    ),
    (events.PlacingStopped(1), {"type": "placing_stopped", "seat": 1}),
    (events.CardDiscarded(1, "R"), {"type": "card_discarded", "seat": 1, "card": "R"}),
    (events.CardTaken(1, "G"), {"type": "card_taken", "seat": 1, "card": "G"}),
    (events.CardDrawn(1, "?"), {"type": "card_drawn", "seat": 1, "card": "?"}),
    (events.DisplayRefilled("V"), {"type": "display_refilled", "card": "V"}),
    (events.PileReshuffled(31), {"type": "pile_reshuffled", "cards": 31}),
    (events.LastRoundBegun(2), {"type": "last_round_begun", "seat": 2}),
    (events.TurnBegun(2), {"type": "turn_begun", "seat": 2}),
    (events.GameEnded("pile"), {"type": "game_ended", "reason": "pile"}),
    (
        events.EmissariesJoined("market", (1, 0)),
        {"type": "emissaries_joined", "province": "market", "emissaries": [1, 0]},
    ),
    (
        events.AllianceScored(1, ("wei", "han"), (3, 0)),
        {"type": "alliance_scored", "number": 1, "provinces": ["wei", "han"], "points": [3, 0]},
    ),
    (
        events.RowScored(0, ("wei-1", "wei-2"), 5),
        {"type": "row_scored", "seat": 0, "spaces": ["wei-1", "wei-2"], "points": 5},
    ),
    (events.PortsScored((9, 0)), {"type": "ports_scored", "points": [9, 0]}),
]


@pytest.mark.parametrize(("event", "told"), EXAMPLES, ids=[told["type"] for _, told in EXAMPLES])
def test_an_event_is_told_by_its_name_and_its_parts(event: Event, told: dict[str, Any]) -> None:
    assert json.loads(encode(event)) == {**told, "told": []}


def test_every_kind_of_event_has_an_example_and_a_name_of_its_own() -> None:
    kinds = get_args(Event)
    assert {type(event) for event, _ in EXAMPLES} == set(kinds)
    assert len({told["type"] for _, told in EXAMPLES}) == len(kinds)


def test_all_that_happens_in_games_can_be_written_as_json() -> None:
    names = set()
    for seed, game in enumerate(GAMES):
        for *_, happened in play_through(game, seed, (eager_action, any_action)[seed % 2]):
            names |= {told["type"] for told in json.loads(encode(happened))}
    assert names == {told["type"] for _, told in EXAMPLES}
