"""The referee's rules one by one, on a toy board where the whole position is easy to see."""

from copy import deepcopy
from itertools import combinations_with_replacement

import pytest

from .board import COLOURS, build_board
from .payment import border, single_card, two_alike
from .referee import Foul, Referee
from .tables import (
    BORDER_DISPUTES,
    TOY,
    WAYS_OF_DIPLOMACY,
    border_disputes,
    leave_in_pile,
    play,
    put,
    toy,
    toy_table,
    ways_of_diplomacy,
)


def foul(referee: Referee, atom: str) -> str:
    """The rule that this atom breaks; a foul changes nothing."""
    before = deepcopy(vars(referee))
    with pytest.raises(Foul) as caught:
        referee.play(atom)
    assert vars(referee) == before
    return caught.value.rule


# ---------------------------------------------------------------------- set-up


@pytest.mark.parametrize(
    ("players", "hands", "display", "rule"),
    [
        (4, ["RRG"] * 4, "OOV", "S1"),
        (2, ["RRG", "YY"], "OOV", "S3"),
        (2, ["RRG"], "OOV", "S3"),
        (2, ["RRG", "YYO"], "OOVV", "S3"),
        (2, ["VVV", "YYO"], "OOG", "S2"),
        (2, ["RRG", "YYB"], "OOV", "notation"),
    ],
)
def test_a_wrong_setup_is_refused(players: int, hands: list[str], display: str, rule: str) -> None:
    with pytest.raises(Foul) as caught:
        Referee(TOY, players, 0, False, True, hands, display)
    assert caught.value.rule == rule


def test_decks_and_first_piles() -> None:
    """C1, S2, S3."""
    decks = [BORDER_DISPUTES.deck(n).total() for n in (5, 4, 3)]
    assert decks == [57, 52, 47]
    assert [WAYS_OF_DIPLOMACY.deck(n).total() for n in (4, 3, 2)] == [42, 37, 32]
    assert border_disputes("RRG").pile.total() == 34
    assert ways_of_diplomacy("RRG").pile.total() == 23


# ---------------------------------------------------------------------- prices


def test_single_card_prices() -> None:
    """T3, T4."""
    assert single_card("R") == {"R", "VV", "YY", "OO", "GG"}


def test_border_prices() -> None:
    """T8, Q1."""
    assert border("R", "G", wild_in_prices=False) == {"GR", "RR", "GG"}
    with_green = {"VVG", "YYG", "OOG", "GGG", "GRR"}
    with_red = {"VVR", "YYR", "OOR", "GGR", "RRR"}
    assert border("R", "G", wild_in_prices=True) == {"GR", "RR", "GG"} | with_green | with_red


def test_marker_prices() -> None:
    """V1, V4, Q1."""
    assert two_alike("Y", wild_in_prices=False) == {"YY"}
    assert two_alike("Y", wild_in_prices=True) == {"YY", "VVY", "YOO", "YGG", "YRR"}


# ---------------------------------------------------------------------- placing


def test_all_atoms_of_a_first_turn() -> None:
    assert toy("GRR").legal_atoms() == {
        *("H n1 R", "H n2 R", "H n3 R"),
        *("H s1 G", "H s2 G", "H s1 RR", "H s2 RR"),
        *("H e1 RR", "H e2 RR"),
        *("H mid GR", "H mid RR", "H mid GRR"),
        *("X G", "X R"),
    }


def test_all_atoms_without_wild_pairs_in_prices() -> None:
    referee = toy("GRR", variant=True, wild_in_prices=False)
    put(referee, {1: "n1"})
    assert referee.legal_atoms() == {
        *("H n2 R", "H n3 R", "E north R", "F n2 RR", "F n3 RR"),
        *("H s1 G", "H s2 G", "H s1 RR", "H s2 RR"),
        *("H e1 RR", "H e2 RR"),
        *("H mid GR", "H mid RR"),
        *("X G", "X R"),
    }


def test_a_turn_begins_with_a_piece_or_a_discard() -> None:
    """T1, T13."""
    referee = toy("GRR")
    assert foul(referee, ".") == "T1"
    assert foul(referee, "X O") == "T13"
    play(referee, "H n1 R")
    assert foul(referee, "X R") == "T1"
    assert foul(referee, "+O") == "D1"


def test_both_pieces_go_in_one_province() -> None:
    """T2."""
    referee = toy("GRR")
    put(referee, {1: "n1 s1"})
    play(referee, "H n2 R")
    assert foul(referee, "H s2 G") == "T2"
    play(referee, "H n3 R")
    assert foul(referee, "H mid GR") == "T2"


@pytest.mark.parametrize(
    ("atom", "rule"),
    [
        ("H n1 R", "T6"),
        ("H n2 G", "T3"),
        ("H n2 RR", "T4"),
        ("H n2 YY", "T4"),
        ("H mid R", "T8"),
        ("H mid YG", "T8"),
        ("E south G", "T11"),
        ("F n2 RR", "V1"),
        ("M n2 RR", "V4"),
        ("H nowhere R", "notation"),
        ("E nowhere R", "notation"),
        ("H n2 B", "notation"),
        ("H n2", "notation"),
        ("H n2  R", "notation"),
        ("*", "notation"),
        ("", "notation"),
    ],
)
def test_refused_placings(atom: str, rule: str) -> None:
    referee = toy("GRR")
    put(referee, {1: "n1"})
    assert foul(referee, atom) == rule


def test_letters_of_a_payment_come_in_any_order() -> None:
    for cards in ("GR", "RG", "RGR"):
        play(toy("GRR"), f"H mid {cards}")


def test_no_piece_left() -> None:
    """T7, V2."""
    referee = toy("GRR", variant=True)
    put(referee, {1: "n1"})
    referee.supply[0]["house"] = 0
    assert foul(referee, "H n2 R") == "T7"
    assert foul(referee, "F n2 RR") == "V2"
    referee.supply[0]["emissary"] = 0
    assert foul(referee, "E north R") == "T7"


def test_border_house_then_a_piece_in_the_province_that_was_not_empty() -> None:
    """T5, T8, T9: the border house is the one piece that the empty province takes."""
    referee = toy("GGR")
    put(referee, {1: "n1"})
    play(referee, "H mid GG")
    assert referee.legal_atoms() == {"H n2 R", "H n3 R", "E north R", "."}
    assert foul(referee, "E south R") == "T5"


def test_border_house_between_two_empty_provinces_ends_the_placing() -> None:
    """T5, T8."""
    referee = toy("GGR")
    play(referee, "H mid GG")
    assert referee.legal_atoms() == {"."}


def test_border_house_as_second_piece() -> None:
    """T9: the order is free; the other province may be empty."""
    referee = toy("GRR")
    put(referee, {1: "n1"})
    play(referee, "E north R", "H mid GR")
    assert referee.houses["mid"] == 0
    assert not referee.is_empty("south")


def test_border_house_as_second_piece_in_a_province_that_was_empty() -> None:
    """T5."""
    referee = toy("GRR")
    put(referee, {1: "n1"})
    play(referee, "H s1 G")
    assert foul(referee, "H mid RR") == "T5"


def test_a_border_house_counts_for_the_limit_of_both_provinces() -> None:
    """T8, T11: a house placed in the same turn counts."""
    referee = toy("GGR")
    put(referee, {0: "s1", 1: "n1"}, {"south": {1: 1}, "north": {1: 1}})
    assert foul(referee, "E south G") == "T11"
    play(referee, "H mid GR")
    assert referee.emissary_limit("south") == 2
    assert referee.emissary_limit("north") == 1
    play(referee, "E south G")


def test_emissaries_after_the_scoring() -> None:
    """T12, H3: they score no house again."""
    referee = toy("YYV")
    put(referee, {1: "e1"})
    play(referee, "H e2 Y", "E east Y")
    assert referee.disks == {"east"}
    assert referee.points["houses"] == [2, 2]


def test_one_border_house_fills_two_provinces() -> None:
    """T14: they are scored at once, then the turn goes on."""
    referee = toy("GGR")
    put(referee, {0: "n1 n2", 1: "n3 s1 s2"})
    play(referee, "H mid GG")
    assert referee.turn.scored == {"north": [4, 3], "south": [2, 3]}
    assert referee.points["houses"] == [6, 6]
    play(referee, "E north R", ".")


# ---------------------------------------------------------------------- drawing


def test_drawing_card_by_card() -> None:
    """D1, D2."""
    referee = toy("GRR")
    put(referee, {1: "n1"})
    play(referee, "H n2 R", "H n3 R", ".")
    assert referee.legal_atoms() == {"+O", "+G", "*"}
    assert foul(referee, "+R") == "D1"
    assert foul(referee, "*V*") == "notation"
    assert foul(referee, "=R") == "D2"
    play(referee, "+O")
    assert referee.legal_atoms() == {"+O", "+G", "*"}
    play(referee, "*V")
    assert referee.legal_atoms() == set()
    assert referee.expects == "refill"
    assert foul(referee, "=RR") == "D2"
    assert foul(referee, "=V") == "S3"
    assert foul(referee, "~") == "D3"
    play(referee, "=R")
    assert referee.seat == 1
    assert referee.hands[0] == {"G": 1, "O": 1, "V": 1}


def test_a_full_display_is_not_refilled() -> None:
    """D2."""
    referee = toy("GRR")
    play(referee, "X R", "*Y")
    assert referee.seat == 1


def test_known_cards() -> None:
    """A card from the display is known until one of its colour leaves the hand."""
    referee = toy("GRR")
    play(referee, "X R", "+G", "=R", "X Y", "*Y")
    assert referee.known == [{"G": 1}, {}]
    play(referee, "H s1 G", ".", "+R", "=R", "X V", "*R")
    assert referee.hands[0] == {"G": 1, "R": 2}
    assert referee.known == [{"R": 1}, {}]


def test_first_pile_used_up_by_the_hand() -> None:
    """D3: the display stays, the drawing goes on."""
    referee = toy("GRR")
    leave_in_pile(referee, "Y")
    put(referee, {1: "n1"})
    play(referee, "H n2 R", "H n3 R", ".")
    play(referee, "*Y")
    assert referee.legal_atoms() == set()
    assert foul(referee, "+O") == "D1"
    play(referee, "~")
    assert referee.pile == TOY.deck(2) - sum(referee.hands, referee.display)
    assert not referee.discards
    play(referee, "*R")
    assert referee.seat == 1


def test_first_pile_used_up_by_the_display() -> None:
    """D3."""
    referee = toy("GRR")
    leave_in_pile(referee, "Y")
    put(referee, {1: "n1"})
    play(referee, "H n2 R", "H n3 R", ".", "+O", "+O")
    assert foul(referee, "=YR") == "S3"
    play(referee, "=Y", "~", "=R")
    assert referee.display == {"G": 1, "Y": 1, "R": 1}
    assert referee.seat == 1


def test_first_pile_used_up_exactly() -> None:
    """D3: the new pile is made before the turn passes on."""
    referee = toy("GRR")
    leave_in_pile(referee, "Y")
    play(referee, "X R", "+O", "=Y")
    assert (referee.seat, referee.expects) == (0, "reshuffle")
    play(referee, "~")
    assert (referee.seat, referee.expects) == (1, "placing")


def test_second_pile_used_up_by_the_hand() -> None:
    """D4, Q5: the drawing stops at once, the round is played to its end."""
    referee = toy("GRR")
    leave_in_pile(referee, "Y", times_used_up=1)
    put(referee, {1: "n1"})
    play(referee, "H n2 R", "H n3 R", ".", "*Y")
    assert referee.hands[0] == {"G": 1, "Y": 1}
    assert (referee.seat, referee.over) == (1, False)
    play(referee, "H e1 Y", ".")
    assert (referee.over, referee.reason) == (True, "pile")
    assert referee.legal_atoms() == set()
    assert foul(referee, "X V") == "T1"


def test_second_pile_used_up_by_the_display() -> None:
    """D4."""
    referee = toy("GRR")
    leave_in_pile(referee, "Y", times_used_up=1)
    put(referee, {1: "n1"})
    play(referee, "H n2 R", "H n3 R", ".", "+O", "+O", "=Y")
    assert referee.display == {"G": 1, "Y": 1}
    assert (referee.seat, referee.over) == (1, False)
    play(referee, "X V")
    assert (referee.over, referee.reason) == (True, "pile")


def test_second_pile_used_up_by_the_last_of_the_round() -> None:
    """D4: the last seat of a round is the start player's right neighbour."""
    referee = Referee(TOY, 3, 2, False, True, ["RRG", "YYO", "GGO"], "OVV")
    play(referee, "X G", "*R", "X R", "*R")
    leave_in_pile(referee, "Y", times_used_up=1)
    assert referee.seat == 1
    play(referee, "X Y", "*Y")
    assert (referee.over, referee.reason) == (True, "pile")


# ---------------------------------------------------------------------- the end on the board


def full_toy() -> Referee:
    """All spaces but e2 taken; the emissary limits 3, 3 and 1 are reached."""
    referee = toy("YYR")
    put(
        referee,
        {0: "n1 n2 n3", 1: "mid s1 s2 e1"},
        {"north": {0: 3}, "south": {1: 3}, "east": {0: 1}},
    )
    return referee


def test_nothing_can_be_placed_any_more() -> None:
    """D5: the game ends at once, after the scoring that the house brought about."""
    referee = full_toy()
    play(referee, "H e2 Y")
    assert (referee.over, referee.reason) == (True, "board")
    assert referee.turn.scored == {"east": [2, 2]}
    assert foul(referee, ".") == "T1"


def test_room_for_an_emissary_keeps_the_game_going() -> None:
    """D5, Q6: whoever has one, whatever the cards."""
    referee = full_toy()
    referee.emissaries["east"].clear()
    play(referee, "H e2 Y")
    assert not referee.over
    play(referee, "E east Y")
    assert (referee.over, referee.reason) == (True, "board")


def test_room_but_nobody_has_a_piece_for_it() -> None:
    """D5, Q6."""
    referee = full_toy()
    for seat in referee.seats:
        referee.supply[seat]["house"] = 0
    assert not referee.can_anyone_place()


def test_a_market_place_can_keep_the_game_going() -> None:
    """Q2, Q6: in a district that is not empty, for a seat with marker and emissary."""
    board = build_board(toy_table("market-places"))
    referee = Referee(board, 2, 0, True, True, ["YYR", "YVO"], "OOG")
    put(referee, {0: "n1 n2 n3", 1: "mid s1 s2 e1"}, {"north": {0: 3}, "south": {1: 3}})
    put(referee, emissaries={"east": {0: 1}})
    for seat in referee.seats:
        referee.supply[seat]["house"] = 0
    assert referee.can_anyone_place()
    referee.supply[0]["marker"] = 0
    referee.supply[1]["emissary"] = 0
    assert not referee.can_anyone_place()


def test_an_empty_district_takes_no_market_place_any_more() -> None:
    """Q2, Q6: without houses nothing can come first."""
    board = build_board(toy_table("market-places"))
    referee = Referee(board, 2, 0, True, True, ["YYR", "YVO"], "OOG")
    put(referee, {0: "n1 n2 n3", 1: "mid s1 s2"}, {"north": {0: 3}, "south": {1: 3}})
    assert referee.is_empty("east")
    for seat in referee.seats:
        referee.supply[seat]["house"] = 0
    assert not referee.can_anyone_place()


# ---------------------------------------------------------------------- variants


def test_a_marker_needs_a_province_that_was_not_empty() -> None:
    """Q2."""
    referee = toy("RRR", variant=True)
    assert foul(referee, "F n1 RR") == "Q2"
    referee = ways_of_diplomacy("RRR")
    assert foul(referee, "M temple-1 RR") == "Q2"


def test_a_marker_is_two_pieces() -> None:
    """V1."""
    referee = toy("RRR", variant=True)
    put(referee, {1: "n1"})
    play(referee, "H n2 R")
    assert foul(referee, "F n3 RR") == "T2"


def test_one_fortification_each_and_none_on_a_border() -> None:
    """V1."""
    referee = toy("RRR", variant=True)
    put(referee, {1: "n1"})
    assert foul(referee, "F mid RR") == "V1"
    assert foul(referee, "M n2 RR") == "V4"
    play(referee, "F n2 RR", ".", "*G", "*G", "X V", "*R")
    assert referee.supply[0]["marker"] == 0
    assert not any(atom.startswith("F") for atom in referee.legal_atoms())


def test_a_fortification_doubles_its_owners_points() -> None:
    """V3: house scoring, the row, the ports."""
    referee = toy("YYR", variant=True)
    put(referee, {0: "mid s1 s2", 1: "e1"})
    play(referee, "F e2 YY")
    assert referee.turn.scored == {"east": [4, 2]}
    referee.end_game("pile")
    assert referee.points["ports"] == [4, 2]
    assert referee.points["roads"] == [0, 0]

    referee = toy("YYR", variant=True)
    put(referee, {0: "n3 mid s1 s2", 1: "e2"})
    play(referee, "F e1 YY")
    referee.end_game("pile")
    assert referee.points["roads"] == [10, 0]


def test_a_market_place_fills_its_district() -> None:
    """Q3, V5: the houses are scored, the market place counts for nothing."""
    referee = ways_of_diplomacy("YYR")
    put(referee, {1: "granary-1 granary-2"})
    play(referee, "M granary-3 YY")
    assert referee.turn.scored == {"granary": [0, 2]}
    assert referee.emissary_limit("granary") == 2
    assert referee.emissaries["granary"].total() == 0
    assert (referee.supply[0]["emissary"], referee.supply[0]["marker"]) == (7, 1)


def test_no_market_place_without_an_emissary() -> None:
    """V5."""
    referee = ways_of_diplomacy("YYR")
    put(referee, {1: "granary-1"})
    referee.supply[0]["emissary"] = 0
    assert foul(referee, "M granary-2 YY") == "V5"


def test_markers_in_the_supply() -> None:
    """V1, V4: two market places each in a game of two."""
    assert [supply["marker"] for supply in ways_of_diplomacy("YYR").supply] == [2, 2]
    assert [supply["marker"] for supply in ways_of_diplomacy("YYR", players=3).supply] == [1, 1, 1]
    assert [supply["marker"] for supply in toy("YYR", variant=True).supply] == [1, 1]
    assert [supply["marker"] for supply in toy("YYR").supply] == [0, 0]


# ---------------------------------------------------------------------- final scoring


def test_final_house_scoring_leaves_out_provinces_with_a_disk() -> None:
    """F1, H3."""
    referee = toy("YYR")
    put(referee, {1: "e1 n1 n2", 0: "n3"})
    play(referee, "H e2 Y")
    referee.end_game("pile")
    assert referee.points["houses"] == [2 + 2, 2 + 3]


def test_ties_are_broken_by_the_pieces_left() -> None:
    """F5, Q8: the markers do not count; what is still tied is shared."""
    referee = toy("YYR")
    referee.points["houses"] = [5, 4]
    referee.points["roads"] = [0, 1]
    assert referee.winners() == [0, 1]
    referee.supply[1]["marker"] -= 1
    assert referee.winners() == [0, 1]
    referee.supply[0]["emissary"] -= 1
    assert referee.winners() == [1]
    referee.points["ports"] = [1, 0]
    assert referee.winners() == [0]


# ---------------------------------------------------------------------- the list and the play


def every_placing() -> set[str]:
    """All placings that can be written down with up to three cards, legal or not."""
    payments = [
        "".join(cards)
        for count in (1, 2, 3)
        for cards in combinations_with_replacement(COLOURS, count)
    ]
    targets = [f"E {province}" for province in TOY.colour]
    targets += [f"{kind} {space}" for kind in "HFM" for space in TOY.provinces]
    return {f"{target} {cards}" for target in targets for cards in payments}


@pytest.mark.parametrize("hand", ["RRR", "GRR", "YYR", "GGR", "YGR", "GGG"])
def test_exactly_the_listed_placings_can_be_played(hand: str) -> None:
    referee = toy(hand, variant=True)
    put(referee, {0: "n1", 1: "s1"}, {"south": {1: 1}})
    playable = set()
    for atom in every_placing():
        trial = deepcopy(referee)
        try:
            trial.play(atom)
        except Foul:
            continue
        playable.add(atom)
    assert playable == {atom for atom in referee.legal_atoms() if atom[0] in "HEFM"}
