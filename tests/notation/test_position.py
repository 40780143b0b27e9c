"""Position strings: read, written, and refused when no game can be there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.position import Position
from han.messages import HanError
from han.notation.errors import NotationError

DEAL = "border-disputes 3 start=0 seat=0 phase=place hands=RRG,VYO,GGR display=RGYV"
ZHAO = " houses=0:zhao-1,zhao-2,zhao-3,zhao-4"
"""All its spaces."""


def test_the_pile_is_what_is_left_of_the_deck() -> None:
    """47 cards (S2), nine in hand, four in the display: 34 in the pile (S3)."""
    position = Position.parse(DEAL)
    assert len(position.pile) == 34
    assert position.pile == "R" * 7 + "G" * 6 + "O" * 8 + "Y" * 7 + "V" * 6


def test_fields_may_come_in_any_order_and_are_written_in_one() -> None:
    shuffled = "border-disputes 3 display=VYGR hands=GRR,OYV,RGG phase=place seat=0 start=0"
    assert str(Position.parse(shuffled)) == str(Position.parse(DEAL))


def test_a_full_province_has_its_disk_without_being_told() -> None:
    """Its last house scored it (T14); the string that is written says so."""
    position = Position.parse(DEAL + ZHAO)
    assert position.disks == ("zhao",)
    assert str(position).endswith(" disks=zhao")
    assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "starts with the map and the number of players"),
        ("border-disputes", "starts with the map"),
        ("seat=0 phase=place", "starts with the map"),
        ("atlantis 3 start=0", "no map “atlantis”"),
        ("border-disputes 2 start=0", "S1: Border Disputes is for 3 to 5 players, not for 2"),
        (DEAL + " colour", "is no field"),
        (DEAL + " colour=red", "“colour” is no field"),
        (DEAL + " seat=1", "“seat” stands twice"),
        (DEAL.replace(" seat=0", ""), "“seat” is missing"),
        (DEAL.replace("seat=0", "seat=3"), "“3” is no seat"),
        (DEAL.replace("phase=place", "phase=dream"), "“dream” makes no sense as “phase”"),
        (DEAL.replace("RRG,", ""), "makes no sense as “hands”"),
        (DEAL.replace("RRG", "RRGV"), "makes no sense as “hands”"),
        (DEAL.replace("RRG", "RRB"), "“B” in “RRB” is no card"),
        (DEAL.replace("RRG", "RR"), "Seat 0 holds 2 cards"),
        (DEAL.replace("RGYV", "RGY"), "The display holds 3 cards"),
        (DEAL + " houses=0:wei-1;1:wei-1", "Two pieces stand on “wei-1”"),
        (DEAL + " houses=0:wei-9", "“wei-9” makes no sense as “houses”"),
        (DEAL + " emissaries=wei:100", "More emissaries stand in “wei”"),
        (DEAL + " emissaries=wei:10", "“wei:10” makes no sense as “emissaries”"),
        (DEAL + " disks=wei", "“wei” has a disk but is not full"),
        (DEAL + ZHAO + ",wei-1 disks=wei", "is full and has none"),
        (DEAL + " discards=VVVVVVVVV", "more V cards in this position than in the deck"),
        (DEAL + " known=G,RR,", "Seat 1 is known to hold cards"),
        (DEAL + " markers=0:wei-1", "Seat 0 has more pieces of a kind"),
        (DEAL + " variant=on markers=0:wei-1", "Two pieces stand on “wei-1”"),
        (DEAL + " points=1,2", "makes no sense as “points”"),
        (DEAL + " points=1,2,x", "makes no sense as “points”"),
        (DEAL + " pass=3", "makes no sense as “pass”"),
        (DEAL + " pass=2", "The pile is empty"),
        (DEAL + " placed=1:wei", "Seat 0 holds 3 cards"),
        (DEAL + " reason=pile", "pieces placed this turn do not fit"),
        (DEAL + " wild=maybe", "makes no sense as “wild”"),
    ],
)
def test_what_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(HanError, match=sentence):
        Position.parse(text)


def test_a_position_of_another_map_is_refused() -> None:
    game = Position.parse(DEAL).game
    with pytest.raises(NotationError, match="not of “border-disputes”"):
        game.position(
            "ways-of-diplomacy 3 start=0 seat=0 phase=place hands=RRG,VYO,GGR display=RGY"
        )


@given(st.text(alphabet=" =:;,!/RGVYO0123abcdehimnoprstw-", max_size=60), st.integers(0, 90))
@settings(deadline=None)
def test_no_text_breaks_the_reader(noise: str, at: int) -> None:
    """Anything is either refused with a sentence or a position that writes itself back."""
    text = DEAL[:at] + noise + DEAL[at:]
    try:
        position = Position.parse(text)
    except HanError as error:
        assert str(error)  # noqa: PT017 - either way must hold
        return
    assert Position.parse(str(position)) == position
