"""The rulebooks' ten examples, played on the real boards through the typed API."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

import pytest

import han
from han.engine.event import (
    AllianceScored,
    EmissariesJoined,
    Event,
    PiecePlaced,
    PortsScored,
    ProvinceScored,
    RowScored,
)
from han.notation.cards import LETTERS

Kind = TypeVar("Kind", bound=Event)


def last_turn(text: str) -> han.Position:
    """The position string with the last round begun: all cards that it does not name are discarded.

    The seat to move must be the start player's right neighbour, whose turn is the last (D4).
    """
    map_id, players, *fields = text.split()
    named = {name: value for name, _, value in (field.partition("=") for field in fields)}
    assert (int(named["seat"]) + 1) % int(players) == int(named["start"])
    deck = Counter(dict(zip(LETTERS, han.Game(map_id, int(players)).deck, strict=True)))
    rest = deck - Counter(named["hands"].replace(",", "") + named["display"])
    return han.Position.parse(f"{text} pass=2 discards={''.join(rest.elements())}")


def play(position: han.Position, *actions: str) -> han.Position:
    for action in actions:
        position, _ = position.play(action)
    return position


def play_to_the_end(position: han.Position, *actions: str) -> tuple[han.Result, tuple[Event, ...]]:
    """The result, and the events of the last action: the final scoring."""
    for action in actions:
        position, events = position.play(action)
    assert position.result is not None
    return position.result, events


def draw_up(position: han.Position) -> han.Position:
    """Take cards from the display until the next seat's turn."""
    seat = position.turn
    while position.turn == seat:
        position, _ = position.play(f"+{position.display[0]}", han.Chance(1))
    return position


def only(kind: type[Kind], events: tuple[Event, ...]) -> list[Kind]:
    return [event for event in events if isinstance(event, kind)]


def texts(position: han.Position) -> list[str]:
    return [str(action) for action in position.legal_actions]


def turns_of(
    position: han.Position, pieces: tuple[han.Action, ...] = ()
) -> Iterator[tuple[han.Action, ...]]:
    """Every way to spend the turn on pieces, told as the pieces placed."""
    if han.Action(".") in position.legal_actions:
        yield pieces
    for action in position.legal_actions:
        if action.place:
            yield from turns_of(position.play(action)[0], (*pieces, action))


def provinces_of(game: han.Game, action: han.Action) -> set[str]:
    spaces = {space.id: set(space.provinces) for space in game.map.spaces}
    return {action.place} if action.kind == "E" else spaces[action.place]


def test_example_1_an_empty_province_takes_one_piece_and_two_of_the_next_player() -> None:
    start = han.Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place hands=VRR,RGG,YYV display=OOVV"
    )
    assert han.Action("H wei-1 R") in start.legal_actions
    after_one = play(start, "H wei-1 R")
    assert texts(after_one) == ["."]
    following = draw_up(play(after_one, "."))
    assert (following.turn, following.hands[1]) == (1, "RGG")
    after_red = play(following, "H wei-2 R")
    assert {"H wei-3 GG", "E wei GG", "."} <= set(texts(after_red))
    assert texts(play(after_red, "H wei-3 GG")) == ["."]


def test_example_1_three_yellow_cards_place_two_pieces_at_most() -> None:
    start = han.Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place hands=YYY,RGG,YYV display=OOVV "
        "houses=1:qi-1,chin-1"
    )
    turns = list(turns_of(start))
    assert max(len(turn) for turn in turns) == 2
    doubles = [turn for turn in turns if len(turn) == 2]
    shared = [set.intersection(*(provinces_of(start.game, a) for a in t)) for t in doubles]
    assert {frozenset(province) for province in shared} == {frozenset({"qi"}), frozenset({"chin"})}
    for province in ("qi", "chin"):
        assert [f"H {province}-2 Y", f"H {province}-3 Y"] in [[str(a) for a in t] for t in doubles]


def test_example_1_or_one_piece_elsewhere_with_a_wild_pair() -> None:
    start = han.Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place hands=YYY,RGG,YYV display=OOVV "
        "houses=1:qi-1,chin-1,wu-1"
    )
    yellow = {"qi", "chin"}
    elsewhere = {
        space.id
        for space in start.game.map.spaces
        if not yellow & set(space.provinces) and len(space.provinces) == 1
    }
    singles = [t[0] for t in turns_of(start) if not yellow & provinces_of(start.game, t[0])]
    with_pair = {action.place for action in singles if action.cards == "YY" and action.kind == "H"}
    assert with_pair == elsewhere - {"wu-1"}
    assert texts(play(start, "H wu-2 YY")) == ["."]


def test_example_2_two_more_emissaries_fit() -> None:
    start = han.Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place hands=RRV,RGG,YYV display=OOVV "
        "houses=1:wei-1,wei-2,wei-3,wei-4;2:wei-5,wei-han emissaries=wei:011"
    )
    full = play(start, "E wei R", "E wei R")
    assert full.emissaries["wei"] == (2, 1, 1)
    following = draw_up(play(full, "."))
    assert "R" in following.hands[1]
    assert not [a for a in following.legal_actions if (a.kind, a.place) == ("E", "wei")]


def test_example_3_two_emissaries_or_two_houses_or_one_of_each() -> None:
    start = han.Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place hands=RRY,RGG,YYV display=OOVV "
        "houses=0:chin-1,chin-2;1:chin-3,chin-4"
    )
    doubles = [turn for turn in turns_of(start) if len(turn) == 2]
    assert all("chin" in provinces_of(start.game, action) for turn in doubles for action in turn)
    assert {"".join(action.kind for action in turn) for turn in doubles} == {"EE", "HH", "EH", "HE"}


def test_example_4_wei_with_four_two_and_one_house() -> None:
    start = han.Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place hands=RRV,RGG,YYV display=OOVV "
        "houses=0:wei-1,wei-2,wei-3;1:wei-4,wei-han;2:wei-chin"
    )
    after, events = start.play("H wei-5 R")
    assert events == (
        PiecePlaced(0, han.Action("H wei-5 R")),
        ProvinceScored("wei", (7, 4, 2)),
    )
    assert after.scores == (7, 4, 2)


def test_example_5_qi_with_two_two_and_one_house() -> None:
    start = han.Position.parse(
        "border-disputes 3 start=0 seat=0 phase=place hands=RRY,RGG,YYV display=OOVV "
        "houses=0:qi-1;1:qi-2,yan-qi;2:qi-wu"
    )
    after, events = start.play("H qi-3 Y")
    assert only(ProvinceScored, events) == [ProvinceScored("qi", (5, 5, 2))]
    assert after.scores == (5, 5, 2)


def test_example_6_alliances_3_and_4() -> None:
    # seats: blue, red, green, violet
    start = last_turn(
        "border-disputes 4 start=0 seat=3 phase=place hands=RRY,RGG,YYV,OOV display=OOVV "
        "houses=0:wei-1,wei-2;1:chin-1,chin-2,chin-3,chin-4;2:shu-1,shu-2,shu-6 "
        "emissaries=wei:1100;chin:2110;shu:1002"
    )
    result, events = play_to_the_end(start, "X O")
    scored = {event.number: event for event in only(AllianceScored, events)}
    assert scored[3] == AllianceScored(3, ("wei", "chin"), (6, 0, 0, 0))
    assert scored[4] == AllianceScored(4, ("chin", "shu"), (0, 0, 0, 0))
    assert result.alliances == (6, 0, 0, 0)


def test_example_7_a_branch_in_shu_does_not_count() -> None:
    row = ("chin-4", "chin-5", "shu-1", "shu-2", "shu-4")
    start = last_turn(
        "border-disputes 3 start=0 seat=2 phase=place hands=RRY,RGG,YYV display=OOVV "
        f"houses=1:{','.join(row)},shu-3"
    )
    result, events = play_to_the_end(start, "X V")
    assert only(RowScored, events) == [RowScored(1, row, 5)]
    assert result.roads == (0, 5, 0)


def test_example_8_ports() -> None:
    start = last_turn(
        "border-disputes 3 start=0 seat=2 phase=place hands=RRY,RGG,YYV display=OOVV "
        "houses=0:yan-3,yan-4,qi-2,wu-2;1:qi-3,chu-6"
    )
    assert [space.id for space in start.game.map.spaces if space.port] == [
        *("yan-3", "yan-4", "qi-2", "qi-3", "chu-6", "wu-2", "wu-4")
    ]
    result, events = play_to_the_end(start, "X V")
    assert only(PortsScored, events) == [PortsScored((6, 4, 0))]
    assert result.ports == (6, 4, 0)


def test_example_9_after_a_fortification_the_third_card_places_nothing() -> None:
    start = han.Position.parse(
        "border-disputes 3 variant=on start=0 seat=0 phase=place hands=YYY,RGG,YYV display=OOVV "
        "houses=1:qi-1"
    )
    after = play(start, "F qi-2 YY")
    assert after.houses["qi-2"] == after.markers["qi-2"] == 0
    assert after.hands[0] == "Y"
    assert texts(after) == ["."]


TIED_GARDENS = (
    "ways-of-diplomacy 3 variant=on start=1 seat=0 phase=place hands=GGO,RRY,YOV display=OOV "
    "houses=1:gardens-1,gardens-2,gardens-3;2:temple-1,temple-2 "
    "emissaries=gardens:120;temple:110"
)


def test_example_10_a_market_place_is_legal_beside_a_full_dragon_space() -> None:
    start = last_turn(TIED_GARDENS)
    assert han.Action("E gardens G") not in start.legal_actions
    after = play(start, "M gardens-4 GG")
    assert after.emissaries["gardens"] == (1, 2, 0)
    assert texts(after) == ["."]


@pytest.mark.parametrize(
    ("actions", "joined", "points"),
    [
        # 4 emissaries in the gardens and 2 in the temple, for both
        (("M gardens-4 GG", "."), [EmissariesJoined("gardens", (1, 0, 0))], (6, 6, 0)),
        # without the market place seat 1 alone leads in the gardens
        (("X O",), [], (0, 5, 0)),
    ],
)
def test_example_10_its_emissary_ties_the_majority_at_final_scoring(
    actions: tuple[str, ...], joined: list[EmissariesJoined], points: tuple[int, ...]
) -> None:
    result, events = play_to_the_end(last_turn(TIED_GARDENS), *actions)
    assert only(EmissariesJoined, events) == joined
    (alliance,) = (event for event in only(AllianceScored, events) if event.number == 1)
    assert (alliance.provinces, alliance.points) == (("temple", "gardens"), points)
    assert result.alliances == points
