"""Position strings: read, written, and refused if they cannot occur in a game."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from han.engine.game import Game
from han.engine.position import Position
from han.messages import HanError
from han.notation.errors import NotationError
from tables import Choice, positions_of, some_walks

DEAL = "border-disputes 3 start=0 seat=0 phase=place hands=RRG,VYO,GGR display=RGYV"
PLACED = "the board can\u2019t have come about that way"
LONE_FORT = " variant=on houses=0:wei-1 markers=0:wei-1"
MARKETS = "ways-of-diplomacy 2 variant=on start=0 seat=0 phase=place hands=RRG,VYO display=RGY"
LAST_ROUND = (
    "border-disputes 3 start=0 seat={seat} phase=place pass=2 {more} hands=RRG,VYO,GGR "
    f"discards={'R' * 8 + 'G' * 7 + 'O' * 8 + 'Y' * 8 + 'V' * 7}"
)
"""No card is left to draw."""
OVER = LAST_ROUND.format(seat=2, more="reason=pile").replace("place", "over")
SPACES = [space.id for space in Game("ways-of-diplomacy", 2).map.spaces]
NOTHING_FITS = (
    "ways-of-diplomacy 2 start=0 seat=0 phase=place hands=RRG,VYO display=RGY "
    f"houses=0:{','.join(SPACES[:20])};1:{','.join(SPACES[20:40])} "
    "emissaries=palace:42;temple:41;market:05"
)
"""A space is free, but all houses and emissaries are on the board."""


def placed(where: str, houses: str, hand: str = "RG") -> str:
    """A turn of seat 0 in which it has placed pieces."""
    return DEAL.replace("RRG", hand) + f" placed={where} houses={houses}"


def drawing(phase: str, hand: str, display: str) -> str:
    """A turn of seat 0 in which it has taken cards."""
    return DEAL.replace("place", phase).replace("RRG", hand).replace("RGYV", display)


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
        ("border-disputes 2 start=0", "Border Disputes is for 3 to 5 players, not 2"),
        (DEAL + " colour", "is not a field"),
        (DEAL + " colour=red", "“colour” is not a field"),
        (DEAL + " seat=1", "“seat” appears twice"),
        (DEAL.replace(" seat=0", ""), "“seat” is missing"),
        (DEAL.replace("seat=0", "seat=3"), "“3” is not a seat"),
        (DEAL.replace("phase=place", "phase=dream"), "“dream” makes no sense as “phase”"),
        (DEAL.replace("RRG,", ""), "makes no sense as “hands”"),
        (DEAL.replace("RRG", "RRGV"), "makes no sense as “hands”"),
        (DEAL.replace("RRG", "RRB"), "“B” in “RRB” is not a card"),
        (DEAL.replace("RRG", "RR"), "Seat 0 holds 2 cards"),
        (DEAL.replace("RGYV", "RGY"), "The display holds 3 cards"),
        # more cards taken from the display than have come to the hand
        (drawing("draw", "", "RGY"), "The display holds 3 cards"),
        (drawing("draw", "RR", "R"), "The display holds 1 cards"),
        (drawing("pile", "R", "RG"), "The display holds 2 cards"),
        (drawing("refill", "RRG", ""), "The display holds 0 cards"),
        (DEAL + " houses=0:wei-1;1:wei-1", "There are two pieces on “wei-1”"),
        (DEAL + " houses=0:wei-9", "“wei-9” makes no sense as “houses”"),
        (DEAL + " emissaries=wei:100", "Wei has more emissaries than its houses allow"),
        (DEAL + " emissaries=wei:10", "“wei:10” makes no sense as “emissaries”"),
        (DEAL + " disks=wei", "Wei has a disk but is not full"),
        (DEAL + ZHAO + ",wei-1 disks=wei", "is full and has none"),
        (DEAL + " discards=VVVVVVVVV", "more violet cards in this position than in the deck"),
        (DEAL + " known=G,RR,", "Seat 1 is known to hold cards"),
        (DEAL + " markers=0:wei-1", "Blue has more pieces of one kind"),
        (DEAL + " variant=on markers=0:wei-1", "There are two pieces on “wei-1”"),
        (DEAL + " points=1,2", "makes no sense as “points”"),
        (DEAL + " points=1,2,x", "makes no sense as “points”"),
        (DEAL + " pass=3", "makes no sense as “pass”"),
        (DEAL + " pass=2", "The pile is empty"),
        (DEAL + " placed=1:wei", "Seat 0 holds 3 cards"),
        (DEAL + " reason=pile", "pieces placed this turn don\u2019t fit"),
        (DEAL + " wild=maybe", "makes no sense as “wild”"),
        (DEAL + " points=0,4,0", "no “disks”"),
        (DEAL + LONE_FORT, "Wei has a marker but no house without one"),
        (MARKETS + " markers=0:temple-1", "Temple has a marker but no house without one"),
        (MARKETS + " markers=0:temple-1;1:temple-2", "Temple has a marker but no house"),
        (LAST_ROUND.format(seat=0, more=""), "the starting player, seat 0, has no further turn"),
        (NOTHING_FITS, "“phase” can only be “over”"),
        (NOTHING_FITS.replace("place", "draw").replace("RRG", "R"), "“phase” can only be “over”"),
        (OVER.replace("pass=2", "pass=1"), "The pile is empty"),
        (OVER.replace("seat=2", "seat=1"), "“reason=pile” needs “pass=2”"),
        (DEAL.replace("phase=place", "phase=over") + " reason=pile", "“reason=pile” needs"),
        # placed this turn: too few pieces, of the wrong seat, or none before
        (placed("2:wei", "0:wei-1", hand="R"), PLACED),
        (placed("2:wei", "0:wei-1;1:wei-2", hand="R"), PLACED),
        (placed("2:wei", "0:wei-1,wei-2", hand="R"), PLACED),
        (placed("2:wei!", "0:wei-1,wei-2", hand="R"), PLACED),
        (placed("2:wei", "1:wei-1,wei-2,wei-3", hand="R"), PLACED),
        (placed("1:wei", "0:wei-1"), PLACED),
        (placed("1:wei!", "0:wei-1,wei-2"), PLACED),
        (placed("1:wei!", "1:wei-1"), PLACED),
        (placed("1:wei", "0:wei-han;1:wei-1"), PLACED),
        # two provinces, but no house on a border between them
        (placed("1:wei,han", "0:wei-1,han-1;1:wei-2,han-2", hand="R"), PLACED),
        (placed("1:wei,han", "0:wei-han;1:wei-1", hand="R"), PLACED),
        (placed("2:wei,han", "0:wei-han;1:wei-1,han-1", hand=""), PLACED),
        (placed("2:wei!,han", "0:wei-han,wei-1;1:han-1", hand=""), PLACED),
        (placed("1:wei,han,qi", "0:wei-han,qi-1;1:wei-1,han-1,qi-2", hand="R"), PLACED),
        # each piece costs a card, one on a border two
        (placed("2:wei", "0:wei-1,wei-2;1:wei-3", hand="RG"), "Seat 0 holds 2 cards"),
        (placed("1:wei!,han!", "0:wei-han", hand="RG"), "Seat 0 holds 2 cards"),
    ],
)
def test_what_cannot_be_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(HanError, match=sentence):
        Position.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        DEAL + LONE_FORT.replace("0:wei-1 ", "0:wei-1;1:wei-2 "),
        MARKETS + " houses=1:temple-2 markers=0:temple-1",
        LAST_ROUND.format(seat=1, more=""),
        OVER,
        NOTHING_FITS.replace("temple:41", "temple:31"),
        placed("1:wei!", "0:wei-1"),
        placed("1:wei", "0:wei-1;1:wei-2"),
        placed("2:wei", "0:wei-1,wei-2;1:wei-3", hand="R"),
        placed("2:wei", "0:wei-1,wei-2;1:wei-3", hand="") + " variant=on markers=0:wei-1",
        placed("1:wei!,han!", "0:wei-han", hand="R"),
        placed("2:wei!,han", "0:wei-han,han-1;1:han-2", hand=""),
        DEAL.replace("RRG", "R") + " placed=2:wei houses=0:wei-1;1:wei-2 emissaries=wei:100",
        drawing("draw", "", "RGYV"),
        drawing("draw", "RR", "RG"),
        drawing("pile", "R", "RGY"),
        drawing("refill", "RRG", "R"),
    ],
)
def test_what_can_be_is_read(text: str) -> None:
    position = Position.parse(text)
    assert Position.parse(str(position)) == position


@some_walks
def test_every_position_of_a_game_is_read_as_it_was_written(game: Game, choose: Choice) -> None:
    for position in positions_of(game, 1, choose):
        text = str(position)
        again = game.position(text)
        assert again == position
        assert (str(again), hash(again)) == (text, hash(position))


def test_a_position_of_another_map_is_refused() -> None:
    game = Position.parse(DEAL).game
    with pytest.raises(NotationError, match="not from “border-disputes”"):
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
