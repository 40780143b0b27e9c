"""The rulebooks' ten examples, on the project's own boards."""

import pytest

from .referee import Referee
from .scoring import leaders, road_points
from .tables import BORDER_DISPUTES, border_disputes, draw_up, play, put, ways_of_diplomacy

QI_AND_CHIN = {"qi", "chin"}


def placings(referee: Referee) -> set[str]:
    """The legal placings, without stop and discards."""
    return {atom for atom in referee.legal_atoms() if atom[0] in "HEFM"}


def test_example_1_an_empty_province_takes_one_piece() -> None:
    referee = border_disputes("VRR")
    assert "H wei-1 R" in referee.legal_atoms()
    referee.play("H wei-1 R")
    assert referee.legal_atoms() == {"."}


def test_example_1_the_next_player_places_two() -> None:
    referee = border_disputes("VRR")
    play(referee, "H wei-1 R", ".")
    draw_up(referee)
    assert referee.seat == 1
    play(referee, "H wei-2 R")
    assert {"H wei-3 GG", "E wei GG", "."} <= referee.legal_atoms()
    play(referee, "H wei-3 GG")
    assert referee.legal_atoms() == {"."}


def test_example_1_three_yellow_cards_place_two_pieces_in_qi_or_in_chin() -> None:
    for province in QI_AND_CHIN:
        referee = border_disputes("YYY")
        put(referee, {1: "qi-1 chin-1"})
        play(referee, f"H {province}-2 Y")
        assert {f"H {province}-3 Y", f"E {province} Y"} <= referee.legal_atoms()
        play(referee, f"H {province}-3 Y")
        assert referee.legal_atoms() == {"."}


def test_example_1_or_one_piece_elsewhere_with_a_wild_pair() -> None:
    referee = border_disputes("YYY")
    put(referee, {1: "qi-1 chin-1 wu-1"})
    ordinary = {
        space for space in BORDER_DISPUTES.provinces if not BORDER_DISPUTES.is_border(space)
    }
    with_pair = {atom.split()[1] for atom in placings(referee) if atom.endswith(" YY")}
    elsewhere = {space for space in ordinary if space.split("-")[0] not in QI_AND_CHIN}
    assert with_pair & ordinary == elsewhere - {"wu-1"}
    play(referee, "H wu-2 YY")
    assert referee.legal_atoms() == {"."}


def test_example_2_two_more_emissaries_fit() -> None:
    referee = border_disputes("RRV")
    put(referee, {1: "wei-1 wei-2 wei-3 wei-4", 2: "wei-5 wei-han"}, {"wei": {1: 1, 2: 1}})
    assert referee.emissary_limit("wei") == 4
    play(referee, "E wei R", "E wei R")
    assert not referee.has_room_for_emissary("wei")


@pytest.mark.parametrize("first", ["E chin RR", "H chin-4 RR"])
def test_example_3_two_emissaries_or_two_houses_or_one_of_each(first: str) -> None:
    referee = border_disputes("YRR")
    put(referee, {0: "chin-1 wei-chin", 1: "chin-2 chin-3"})
    play(referee, first)
    assert {"E chin Y", "H chin-5 Y"} <= placings(referee)
    assert all(atom.split()[1].startswith("chin") for atom in placings(referee))
    play(referee, "E chin Y")
    assert referee.legal_atoms() == {"."}


def test_example_4_wei_is_full() -> None:
    referee = border_disputes("RRV")
    put(referee, {0: "wei-1 wei-2 wei-3", 1: "wei-4 wei-han", 2: "wei-chin"})
    play(referee, "H wei-5 R")
    assert referee.turn.scored == {"wei": [7, 4, 2]}
    assert referee.points["houses"] == [7, 4, 2]


def test_example_5_two_share_the_most_houses_in_qi() -> None:
    referee = border_disputes("YRR")
    put(referee, {0: "qi-1", 1: "qi-2 yan-qi", 2: "qi-wu"})
    play(referee, "H qi-3 Y")
    assert referee.turn.scored == {"qi": [5, 5, 2]}


def test_example_6_alliances_3_and_4() -> None:
    referee = border_disputes("YRR", players=4)
    blue, red, green, violet = range(4)
    assert BORDER_DISPUTES.alliances[2:4] == [("wei", "chin"), ("chin", "shu")]
    put(
        referee,
        emissaries={
            "wei": {blue: 1, red: 1},
            "chin": {blue: 2, red: 1, green: 1},
            "shu": {violet: 2, blue: 1},
        },
    )
    referee.end_game("pile")
    assert referee.points["alliances"] == [6, 0, 0, 0]


def test_example_7_a_branch_in_shu_does_not_count() -> None:
    row = {"chin-4", "chin-5", "shu-1", "shu-2", "shu-4"}
    assert road_points(row, BORDER_DISPUTES.roads) == 5
    assert road_points(row | {"shu-3"}, BORDER_DISPUTES.roads) == 5


def test_example_8_ports() -> None:
    referee = border_disputes("YRR")
    ports = sorted(BORDER_DISPUTES.ports)
    assert len(ports) == 7
    put(referee, {0: " ".join(ports[:4]), 1: " ".join(ports[4:6])})
    referee.end_game("pile")
    assert referee.points["ports"] == [6, 4, 0]


def test_example_9_after_a_fortification_the_third_card_places_nothing() -> None:
    referee = border_disputes("YYY", variant=True)
    put(referee, {1: "qi-1"})
    play(referee, "F qi-2 YY")
    assert referee.houses["qi-2"] == referee.markers["qi-2"] == 0
    assert referee.legal_atoms() == {"."}


def test_example_10_a_market_place_ties_the_majority() -> None:
    referee = ways_of_diplomacy("GGO", players=3)
    put(referee, {1: "gardens-1 gardens-2 gardens-3"}, {"gardens": {1: 2, 0: 1}})
    assert "E gardens G" not in referee.legal_atoms()
    play(referee, "M gardens-4 GG")
    assert referee.legal_atoms() == {"."}
    assert leaders(referee.emissaries["gardens"]) == {1}
    referee.end_game("pile")
    assert leaders(referee.emissaries["gardens"]) == {0, 1}
