"""What is refused, why, and in which words; a refusal changes nothing."""

import ast
import inspect
import re
from collections.abc import Callable
from functools import cache, partial
from itertools import groupby
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import han
from han.bots.errors import UnknownBotError
from han.bots.registry import bot_names, make_bot, make_line_up
from han.messages import LANGUAGES, HanError
from han.messages.catalogue import catalogue
from han.notation.atom import format_atom
from han.records.errors import RecordError
from han.records.parse import parse_record
from han.rules import reasons
from han.rules.codes import CODES
from han.rules.reasons import ALLOWED, NOT_ON_THIS_BOARD
from han.rules.refuse import refuse
from tables import GAMES, any_action, eager_action, positions_of, some_games

IMPOSSIBLE = {
    "ALLOWED",  # is no refusal
    "NOT_ON_THIS_BOARD",  # has no notation: NoSuchPlaceError comes first
}
BORDER_DISPUTES = han.Game("border-disputes", 3)


def border(hand: str, more: str = "", phase: str = "place") -> str:
    """Border Disputes for three, seat 0 to move with this hand."""
    return (
        f"border-disputes 3 start=0 seat=0 phase={phase} hands={hand},RGG,YYV display=OOVV {more}"
    )


def ways(hand: str, more: str = "") -> str:
    """Ways of Diplomacy for three, seat 0 to move with this hand."""
    return f"ways-of-diplomacy 3 start=0 seat=0 phase=place hands={hand},RGG,YYV display=OOV {more}"


ALL_HOUSES_OUT = (
    "houses=0:yan-1,yan-2,yan-3,yan-4,zhao-1,zhao-2,zhao-3,zhao-4,wei-1,wei-2,wei-3,wei-4,wei-5,"
    "chin-1,chin-2,chin-3,chin-4,chin-5,chu-1,chu-2 disks=zhao"
)
ALL_EMISSARIES_OUT = "emissaries={0}:400;{1}:400 houses=1:" + ",".join(
    f"{{{province}}}-{number}" for province in (0, 1) for number in (1, 2, 3, 4)
)
FULL_WEI = "houses=1:wei-1,wei-2,wei-3,wei-4 emissaries=wei:130"


WEI_WAS_EMPTY = (
    "T5: Wei was empty when your turn began, so you may place only one piece this turn. "
    "Finish placing to go on."
)
NO_WILD_PAIR = (
    "Q1: At this table a wild pair can\u2019t replace one of the two cards for a border space, "
    "a fortification or a market place. Pay with matching cards, or place another piece."
)


def last_round(seat: int) -> str:
    """A turn after the pile was used up twice; seat 2 has the last one (D4)."""
    rest = "VVVVVYYYYYYYYYOOOOOOOGGGGGGRRRRRRRRRR"
    return (
        f"border-disputes 3 start=0 seat={seat} phase=place pass=2 "
        f"hands=RGG,G,GVV display=OOV discards={rest}"
    )


def played_out() -> han.Position:
    """A position in which the last card of the last round has been discarded (D4)."""
    return han.Position.parse(last_round(seat=2)).play("X V")[0]


def nearly_built_up(emissaries_in_palace: str) -> str:
    """All houses are on the board; in the palace a fourth emissary of seat 0 is the last one."""
    game = han.Game("ways-of-diplomacy", 2)
    spaces = [space.id for space in game.map.spaces]
    assert spaces.pop() == "observatory-3"
    houses = f"0:{','.join(spaces[:20])};1:{','.join(spaces[20:])}"
    disks = ",".join(p.id for p in game.map.provinces if p.id != "observatory")
    # seat 0 fills the palace and more; three, four and again four emissaries are below the limits
    return (
        f"ways-of-diplomacy 2 start=0 seat=0 phase=place houses={houses} disks={disks} "
        f"emissaries=palace:{emissaries_in_palace};temple:41;market:05 hands=VVR,YYO display=GGO"
    )


def built_up() -> han.Position:
    """A position in which the last piece that fits has been placed (D5)."""
    return han.Position.parse(nearly_built_up("32")).play("E palace V")[0]


class Refusal(NamedTuple):
    """An action that is refused after some others, and what is said about it."""

    reason: int
    start: str
    before: tuple[str, ...]
    action: str
    sentence: str

    @property
    def position(self) -> han.Position:
        position = han.Position.parse(self.start)
        for action in self.before:
            position, _ = position.play(action)
        return position


REFUSALS = [
    Refusal(
        reasons.CHANCE_IS_DUE,
        border("RR", phase="pile"),
        (),
        "+O",
        "D1: A card from the pile has to be turned up first.",
    ),
    Refusal(
        reasons.CHANCE_NOT_DUE,
        border("RRG"),
        (),
        "*R",
        "D1: No such card is due from the pile now.",
    ),
    Refusal(
        reasons.CHANCE_NOT_DUE,
        border("RR", phase="pile"),
        (),
        "=R",
        "D1: No such card is due from the pile now.",
    ),
    Refusal(
        reasons.CHANCE_NOT_DUE,
        border("RR", phase="pile"),
        (),
        "=V",
        "D1: No such card is due from the pile now.",
    ),
    Refusal(
        reasons.NOT_PLACING,
        border("RR", phase="draw"),
        (),
        "H wei-1 R",
        "D1: You can\u2019t place any more this turn. Draw cards until you hold three.",
    ),
    Refusal(
        reasons.NOT_DRAWING,
        border("RRG"),
        (),
        "+O",
        "T1: Place a piece or discard a card before you draw.",
    ),
    Refusal(
        reasons.NOT_DRAWING,
        border("RRG"),
        ("H wei-1 R",),
        "*",
        "T1: Finish placing before you draw.",
    ),
    Refusal(
        reasons.TWO_PIECES_PLACED,
        border("RRR", "houses=1:wei-1"),
        ("H wei-2 R", "H wei-3 R"),
        "H wei-4 R",
        "T2: You\u2019ve already placed two pieces, the most in one turn. Finish placing to go on.",
    ),
    Refusal(
        reasons.OTHER_PROVINCE,
        border("RRG", "houses=1:wei-1,han-1"),
        ("H wei-2 R",),
        "H han-2 G",
        "T2: Your second piece must go in Wei, like the first. Place it there, or finish placing.",
    ),
    Refusal(
        reasons.OTHER_PROVINCE,
        border("RYO", "houses=1:wei-1,chin-1,zhao-1"),
        ("H wei-chin RY",),
        "H zhao-2 O",
        "T2: Your second piece must go in Wei or Ch\u2019in, like the first. "
        "Place it there, or finish placing.",
    ),
    Refusal(
        reasons.OTHER_PROVINCE,
        border("RYO", "houses=1:wei-1,zhao-1"),
        ("H wei-chin RY",),  # Ch'in was empty, so it takes no second piece
        "H zhao-2 O",
        "T2: Your second piece must go in Wei, like the first. Place it there, or finish placing.",
    ),
    Refusal(
        reasons.PROVINCE_WAS_EMPTY,
        border("RRG"),
        ("H wei-1 R",),
        "E wei R",
        WEI_WAS_EMPTY,
    ),
    Refusal(
        reasons.OTHER_PROVINCE,
        border("RRG", "houses=1:han-1"),
        ("H wei-1 R",),
        "H han-2 G",
        WEI_WAS_EMPTY,
    ),
    Refusal(
        reasons.OTHER_PROVINCE,
        border("RYO", "houses=1:zhao-1"),
        ("H wei-chin RY",),
        "H zhao-2 O",
        "T5: Wei and Ch\u2019in were empty when your turn began, so you may place only one piece "
        "this turn. Finish placing to go on.",
    ),
    Refusal(
        reasons.PROVINCE_WAS_EMPTY,
        border("RYG", "houses=1:wei-1"),
        ("H wei-chin RY",),
        "H chin-1 GG",
        "T5: Ch\u2019in was empty when your turn began, so you may place only one piece there this "
        "turn. Place your second piece in Wei, or finish placing.",
    ),
    Refusal(
        reasons.SPACE_TAKEN,
        border("RRG", "houses=1:wei-1"),
        (),
        "H wei-1 R",
        "T6: Wei 1 is already occupied. Choose another space.",
    ),
    Refusal(
        reasons.SPACE_TAKEN,
        ways("GGO", "variant=on houses=1:gardens-1 markers=1:gardens-4"),
        (),
        "H gardens-4 G",
        "T6: Gardens 4 is already occupied. Choose another space.",
    ),
    Refusal(
        reasons.NO_HOUSE_LEFT,
        border("VVR", ALL_HOUSES_OUT),
        (),
        "H chu-3 V",
        "T7: You have no houses left. Place another kind of piece, or discard a card.",
    ),
    Refusal(
        reasons.NO_EMISSARY_LEFT,
        border("GGV", ALL_EMISSARIES_OUT.format("han", "chu") + ";2:han-5"),
        (),
        "E han G",
        "T7: You have no emissaries left. Place another kind of piece, or discard a card.",
    ),
    Refusal(
        reasons.NO_EMISSARY_LEFT,
        ways("VVG", "variant=on " + ALL_EMISSARIES_OUT.format("palace", "gardens")),
        (),
        "M palace-5 VV",
        "V5: You have no emissaries left. Place another kind of piece, or discard a card.",
    ),
    Refusal(
        reasons.NO_MARKER_LEFT,
        border("YYG", "variant=on houses=0:qi-1,qi-3 markers=0:qi-1"),
        (),
        "F qi-2 YY",
        "T7: You have no markers left. Place another kind of piece, or discard a card.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("GGV"),
        (),
        "H wei-1 R",
        "T3: You don\u2019t hold a red card. Pay with 2 green cards as a wild pair instead.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("GVV"),
        (),
        "H wei-1 GG",
        "T4: You don\u2019t hold 2 green cards as a wild pair. "
        "Pay with 2 violet cards as a wild pair instead.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("RRV"),
        (),
        "H wei-han RG",
        "T8: You don\u2019t hold a green card and a red card. Pay with 2 red cards instead.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("RRY", "variant=on houses=1:qi-1"),
        (),
        "F qi-2 YY",
        "V1: You don\u2019t hold 2 yellow cards. "
        "Pay with a yellow card and 2 red cards as a wild pair instead.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        ways("RRG", "variant=on houses=1:gardens-1"),
        (),
        "M gardens-2 GG",
        "V4: You don\u2019t hold 2 green cards. "
        "Pay with a green card and 2 red cards as a wild pair instead.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("GOV"),
        (),
        "H wei-1 R",
        "T3: A piece in Wei costs a red card, or two cards of another colour as a wild pair. "
        "You hold a violet card, an orange card and a green card. "
        "Choose another place, or discard a card.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("RGV", "houses=1:wei-1"),
        ("H wei-2 R",),
        "E wei R",
        "T3: A piece in Wei costs a red card, or two cards of another colour as a wild pair. "
        "You hold a violet card and a green card. Choose another place, or finish placing.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("YOV"),
        (),
        "H wei-han RG",
        "T8: A house on Wei/Han costs a green card and a red card, or two cards of one of these "
        "colours. You hold a violet card, a yellow card and an orange card. "
        "Choose another place, or discard a card.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("RYO", "variant=on houses=1:qi-1"),
        (),
        "F qi-2 YY",
        "V1: A marker in Qi costs 2 yellow cards. "
        "You hold a yellow card, an orange card and a red card. "
        "Place another kind of piece, or discard a card.",
    ),
    Refusal(
        reasons.CARDS_MISSING,
        border("RGG", "houses=1:wei-1,han-1"),
        ("H wei-han RGG",),
        "E wei R",
        "T3: You have no cards left to pay with. Finish placing to go on.",
    ),
    Refusal(
        reasons.DRAGON_FULL,
        border("RRG", FULL_WEI),
        (),
        "E wei R",
        "T11: The dragon space of Wei is full (4 of 4). "
        "There will be room once a player has more than 4 of the houses there.",
    ),
    Refusal(
        reasons.DRAGON_FULL,
        border("RRG"),
        (),
        "E wei R",
        "T11: Wei has no house yet. Place a house there first.",
    ),
    Refusal(
        reasons.VARIANT_OFF,
        border("YYG", "houses=1:qi-1"),
        (),
        "F qi-2 YY",
        "V1: This game is played without its variant, so there are no markers. "
        "Place a house or an emissary instead.",
    ),
    Refusal(
        reasons.VARIANT_OFF,
        ways("GGO", "houses=1:gardens-1"),
        (),
        "M gardens-2 GG",
        "V4: This game is played without its variant, so there are no markers. "
        "Place a house or an emissary instead.",
    ),
    Refusal(
        reasons.MARKER_IS_TWO_PIECES,
        border("YYY", "variant=on houses=1:qi-1"),
        ("H qi-2 Y",),
        "F qi-3 YY",
        "T2: A marker and the piece on it count as two pieces, and you have already placed one "
        "this turn. Place a house or an emissary instead, or finish placing.",
    ),
    Refusal(
        reasons.MARKER_IN_EMPTY_PROVINCE,
        border("YYG", "variant=on"),
        (),
        "F qi-2 YY",
        "Q2: Qi is empty, so you may place only one piece there this turn; "
        "a marker and the piece on it count as two. Place a house there instead.",
    ),
    Refusal(
        reasons.WILD_PRICES_OFF,
        border("RVV", "wild=off"),
        (),
        "H wei-han RVV",
        NO_WILD_PAIR,
    ),
    Refusal(
        reasons.WILD_PRICES_OFF,
        border("RRY", "wild=off variant=on houses=1:qi-1"),
        (),
        "F qi-2 RRY",
        NO_WILD_PAIR,
    ),
    Refusal(
        reasons.NOTHING_PLACED,
        border("RRG"),
        (),
        ".",
        "T1: Place a piece or discard a card before you end your turn.",
    ),
    Refusal(
        reasons.DISCARD_TOO_LATE,
        border("RRG"),
        ("H wei-1 R",),
        "X R",
        "T1: You\u2019ve already placed a piece, so you can\u2019t discard this turn. "
        "Finish placing instead.",
    ),
    Refusal(
        reasons.CARD_NOT_HELD,
        border("RRG"),
        (),
        "X O",
        "T13: You have no orange card. Discard one of yours: a green card and 2 red cards.",
    ),
    Refusal(
        reasons.CARD_NOT_SHOWN,
        border("RR", phase="draw"),
        (),
        "+R",
        "D1: There is no red card in the display. Take one of those shown, or draw from the pile.",
    ),
    Refusal(
        reasons.CARD_NOT_IN_PILE,
        border("RR", "discards=VVVVV", phase="pile"),
        (),
        "*V",
        "D1: There is no violet card in the pile.",
    ),
    Refusal(
        reasons.CARD_NOT_IN_PILE,
        border("RRG", "discards=VVVVVV", phase="refill").replace("OOVV", "OOV"),
        (),
        "=V",
        "D1: There is no violet card in the pile.",
    ),
]


def refusal_of(attempt: Callable[[], object]) -> HanError:
    with pytest.raises(HanError) as caught:
        attempt()
    return caught.value


@pytest.mark.parametrize("case", REFUSALS, ids=lambda case: f"{case.action}: {case.sentence}")
def test_refused_actions_name_their_rule_and_change_nothing(case: Refusal) -> None:
    position = case.position
    before = position.state.tobytes()
    code = position.game.book.encode(han.Action(case.action).atom)
    assert refuse(position.game.board, position.state, code) == case.reason
    assert han.Action(case.action) not in position.legal_actions
    error = refusal_of(lambda: position.play(case.action))
    assert type(error) is han.IllegalActionError
    assert error.rule == case.sentence.partition(":")[0]
    assert str(error) == case.sentence
    assert position.state.tobytes() == before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_players_read_names_and_no_rules_letters_or_ids(lang: str) -> None:
    ids = {space.id for game in GAMES for space in game.map.spaces}
    for case in REFUSALS:
        error = refusal_of(partial(case.position.play, case.action))
        assert isinstance(error, han.IllegalActionError)
        told = error.tell(lang, ["Ann", "Ben", "Cy"])
        assert error.text(lang) == f"{error.rule}: {told}"
        words = set(re.findall(r"[\w-]+", told))
        assert not words & ids, told
        assert not [word for word in words if re.fullmatch(r"[A-Z]\d+|[VYOGR]{1,3}", word)], told


def test_players_are_called_by_their_names_or_else_by_their_colours() -> None:
    position = han.Position.parse(border("RRG"))
    error = refusal_of(lambda: position.play("X R", seat=1))
    assert isinstance(error, han.WrongSeatError)
    assert error.tell("en", ["Ann", "Ben", "Cy"]) == "It\u2019s not your turn. Waiting for Ann."
    assert error.tell("de") == "Du bist nicht am Zug; am Zug ist Blau."


@pytest.mark.parametrize(
    ("position", "sentence"),
    [(played_out(), "D4: The game is over."), (built_up(), "D5: The game is over.")],
    ids=["pile", "board"],
)
def test_no_action_after_the_end(position: han.Position, sentence: str) -> None:
    assert han.Position.parse(str(position)) == position
    assert list(position.legal_actions) == []
    for code, atom in position.game.book.atoms.items():
        assert refuse(position.game.board, position.state, code) == reasons.GAME_IS_OVER, atom
    before = position.state.tobytes()
    error = refusal_of(lambda: position.play("."))
    assert type(error) is han.GameOverError
    assert (error.rule, str(error)) == (sentence[:2], sentence)
    assert position.state.tobytes() == before


def test_every_reason_for_a_refusal_is_tested() -> None:
    module = ast.parse(inspect.getsource(reasons))
    names = {
        node.target.id
        for node in module.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    tested = {case.reason for case in REFUSALS} | {reasons.GAME_IS_OVER}
    assert {getattr(reasons, name) for name in names - IMPOSSIBLE} == tested


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
def test_wrong_seat_is_refused_and_learns_nothing(seat: int) -> None:
    position = han.Position.parse(border("RRG"))
    error = refusal_of(lambda: position.play("H wei-1 VV", seat=seat))
    assert type(error) is han.WrongSeatError
    assert error.rule == "S4"
    assert str(error) == "S4: It\u2019s not your turn. Waiting for Blue."
    assert position.play("H wei-1 R", seat=0)[0].houses == {"wei-1": 0}


@pytest.mark.parametrize("seat", [0, 1])
def test_no_seat_can_name_the_card_that_the_pile_gives(seat: int) -> None:
    position = han.Position.parse(border("RR", phase="pile"))
    error = refusal_of(lambda: position.play("*R", seat=seat))
    assert type(error) is han.WrongSeatError
    assert error.rule == "D1"
    assert str(error) == "D1: You can\u2019t choose which card comes from the pile."


HANDS_OF_3 = ["RRR", "GGG", "OOO"]


PLACED_1 = (
    "“placed” says how many pieces (1) were placed this turn and where, "
    "but the board can\u2019t have come about that way."
)


def border_text(change: Callable[[str], str]) -> Callable[[], han.Position]:
    """Read a position string after a change to it."""
    return lambda: han.Position.parse(change(border("RRG")))


def with_more(more: str, hand: str = "RRG", phase: str = "place") -> Callable[[], han.Position]:
    return lambda: han.Position.parse(border(hand, more, phase))


FAULTS: list[tuple[Callable[[], object], type[HanError], str]] = [
    # the set-up (S1-S3)
    (
        lambda: han.Game("xiangqi", 3),
        han.UnknownMapError,
        "There is no map “xiangqi”. The maps are: border-disputes, ways-of-diplomacy.",
    ),
    (
        lambda: han.Game("border-disputes", 2),
        han.SetupError,
        "Border Disputes is for 3 to 5 players, not 2.",
    ),
    (
        lambda: han.Game("ways-of-diplomacy", 5),
        han.SetupError,
        "Ways of Diplomacy is for 2 to 4 players, not 5.",
    ),
    (
        lambda: han.Game("border-disputes", 4, variant="market-places"),
        han.SetupError,
        "Border Disputes has no variant “market-places”; its variant is “fortifications”.",
    ),
    (
        lambda: han.Game("ways-of-diplomacy", 2, variant="fortifications"),
        han.SetupError,
        "Ways of Diplomacy has no variant “fortifications”; its variant is “market-places”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1, start=3),
        han.SetupError,
        "“3” is not a seat: the starting player is one of 0 to 2.",
    ),
    (
        lambda: BORDER_DISPUTES.deal_cards(["RRR"], "OOVV"),
        han.SetupError,
        "A deal for 3 players has 3 hands, not 1.",
    ),
    (
        lambda: BORDER_DISPUTES.deal_cards(["RR", "GGG", "OOO"], "OOVV"),
        han.SetupError,
        "A hand starts with 3 cards, not with “RR”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal_cards(HANDS_OF_3, "OOV"),
        han.SetupError,
        "The display starts with 4 cards, not with “OOV”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal_cards(["VVV", "VVV", "VVG"], "VOOO"),
        han.SetupError,
        "The deal uses more V cards than this game has.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).view(3),
        han.SetupError,
        "“3” is not a seat of this game: seats are numbered from 0 to 2.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).view(-1),
        han.SetupError,
        "“-1” is not a seat of this game: seats are numbered from 0 to 2.",
    ),
    (
        lambda: han.deal_probability(BORDER_DISPUTES.deal(1).view(0), ["RRR", "GGG"]),
        han.SetupError,
        "“RRR, GGG” are not the hands of the 3 seats.",
    ),
    # actions
    (
        lambda: han.Action("H wei-1"),
        han.NotationError,
        "“H wei-1” is not an action; actions look like “H wei-1 R”, “E wei R”, “F qi-2 YY”, "
        "“M palace-1 VV”, “.”, “X R”, “+R” or “*”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal_cards(["RRX", "GGG", "OOO"], "OOVV"),
        han.NotationError,
        "“X” in “RRX” is not a card: cards are written with the letters V, Y, O, G and R.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).play("H palace-1 V"),
        han.NoSuchPlaceError,
        "Border Disputes has no space “palace-1”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).play("E palace V"),
        han.NoSuchPlaceError,
        "Border Disputes has no province “palace”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).play("M wei-1 RR"),
        han.NoSuchPlaceError,
        "Border Disputes is played with fortifications, not with market places.",
    ),
    (
        lambda: han.Game("ways-of-diplomacy", 2).deal(1).play("F palace-1 VV"),
        han.NoSuchPlaceError,
        "Ways of Diplomacy is played with market places, not with fortifications.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).play("F wei-han RR"),
        han.NoSuchPlaceError,
        "A fortification can\u2019t stand on a border space such as “wei-han”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).play("H wei-1 RR"),
        han.NoSuchPlaceError,
        "“wei-1” can\u2019t be paid for with “RR”.",
    ),
    (
        lambda: BORDER_DISPUTES.deal(1).play("*?"),
        han.NoSuchPlaceError,
        "“*?” hides which card came from the pile; a game cannot be replayed from it.",
    ),
    # position strings
    (
        lambda: han.Position.parse("border-disputes"),
        han.NotationError,
        "A position string starts with the map and the number of players, such as "
        "“border-disputes 4 …”, not with “border-disputes”.",
    ),
    (
        lambda: BORDER_DISPUTES.position(ways("RRG")),
        han.NotationError,
        "This position is from “ways-of-diplomacy”, not from “border-disputes”.",
    ),
    (
        lambda: BORDER_DISPUTES.position(border("RRG", "variant=on")),
        han.SetupError,
        "This position is from a different kind of game: players=3 variant=on wild=on "
        "instead of players=3 variant=off wild=on.",
    ),
    (
        with_more("Wei"),
        han.NotationError,
        "“Wei” is not a field of a position string; fields look like “seat=2”.",
    ),
    (
        with_more("weather=fair"),
        han.NotationError,
        "“weather” is not a field of a position string; there are variant, wild, start, seat, "
        "phase, placed, reason, pass, houses, markers, emissaries, hands, known, display, "
        "discards, disks, points.",
    ),
    (with_more("seat=1"), han.NotationError, "The field “seat” appears twice."),
    (
        border_text(lambda text: text.replace("phase=place ", "")),
        han.NotationError,
        "The field “phase” is missing.",
    ),
    (with_more("pass=3"), han.NotationError, "“3” makes no sense as “pass”."),
    (
        border_text(lambda text: text.replace("seat=0", "seat=3")),
        han.NotationError,
        "“3” is not a seat: seats are numbered from 0 to 2.",
    ),
    (with_more("houses=0:wei-1;1:wei-1"), han.NotationError, "There are two pieces on “wei-1”."),
    (
        with_more(ALL_HOUSES_OUT.replace("chu-2", "chu-2,chu-3")),
        han.NotationError,
        "Blue has more pieces of one kind on the board than there are.",
    ),
    (
        with_more("discards=VVVVVV"),
        han.NotationError,
        "There are more violet cards in this position than in the deck of this game.",
    ),
    (
        with_more("", hand="RR"),
        han.NotationError,
        "Seat 0 holds 2 cards, which is impossible at this moment.",
    ),
    (
        with_more("known=V,,"),
        han.NotationError,
        "Seat 0 is known to hold cards that are not in its hand.",
    ),
    (
        border_text(lambda text: text.replace("OOVV", "OOV")),
        han.NotationError,
        "The display holds 3 cards, which is impossible at this moment.",
    ),
    (
        with_more("discards=VVVVVYYYYYYYOOOOOOOGGGGGGGRRRRRRRR"),
        han.NotationError,
        "The pile is empty, which is impossible at this moment.",
    ),
    (
        with_more("houses=1:wei-1 emissaries=wei:110"),
        han.NotationError,
        "Wei has more emissaries than its houses allow.",
    ),
    (
        with_more("disks=wei"),
        han.NotationError,
        "Wei has a disk but is not full, or is full and has none.",
    ),
    (
        with_more("placed=1:wei", hand="RR", phase="draw"),
        han.NotationError,
        "The pieces placed this turn don\u2019t fit the board or the phase.",
    ),
    (
        with_more("placed=1:wei", hand="RG"),  # where no piece stands
        han.NotationError,
        PLACED_1,
    ),
    (
        with_more("points=0,0,0/9,0,0/0,0,0/0,0,0"),
        han.NotationError,
        "Points from alliances, roads and ports come only at the end.",
    ),
    (
        with_more("points=0,4,0"),
        han.NotationError,
        "“points” gives points for houses, but no province has been scored: there are no “disks”.",
    ),
    (
        with_more("variant=on houses=0:qi-1 markers=0:qi-1"),
        han.NotationError,
        "Qi has a marker but no house without one: a marker is never the first piece there.",
    ),
    (
        with_more("variant=on houses=1:wei-1;0:wei-han markers=0:wei-han"),
        han.NotationError,
        "A fortification can\u2019t stand on a border space such as “Wei/Han”.",
    ),
    (
        lambda: han.Position.parse(last_round(seat=0)),
        han.NotationError,
        "With “pass=2” the starting player, seat 0, has no further turn (D4).",
    ),
    (
        with_more("reason=pile", phase="over"),
        han.NotationError,
        "“reason=pile” needs “pass=2”, "
        "and the starting player\u2019s right neighbour as “seat” (D4).",
    ),
    (
        lambda: han.Position.parse(nearly_built_up("42")),
        han.NotationError,
        "No more pieces fit on the board, so “phase” can only be “over” (D5).",
    ),
    # other layers
    (
        lambda: make_bot("emperor"),
        UnknownBotError,
        f"There is no bot “emperor”; choose one of {', '.join(bot_names())}, "
        "or exec:COMMAND for a program.",
    ),
    (
        lambda: make_line_up("random,greedy", 3),
        UnknownBotError,
        "2 bots were named for 3 players; name one for all or one for each seat.",
    ),
    (
        lambda: parse_record("[1, 2"),
        RecordError,
        "This is not a record: the JSON breaks off or goes wrong on line 1"
        " (Expecting ',' delimiter).",
    ),
]


@pytest.mark.parametrize(("attempt", "kind", "sentence"), FAULTS, ids=[f[2] for f in FAULTS])
def test_faults_say_what_is_wrong(
    attempt: Callable[[], object], kind: type[HanError], sentence: str
) -> None:
    error = refusal_of(attempt)
    assert type(error) is kind
    assert str(error) == sentence


def all_errors() -> list[HanError]:
    """One error for every case of this file."""
    attempts = [
        *(lambda case=case: case.position.play(case.action) for case in REFUSALS),
        *(attempt for attempt, _, _ in FAULTS),
        lambda: played_out().play("."),
        lambda: han.Position.parse(border("RRG")).play("X R", seat=1),
        lambda: han.Position.parse(border("RR", phase="pile")).play("*R", seat=0),
    ]
    return [refusal_of(attempt) for attempt in attempts]


def test_every_sentence_about_rules_notation_and_set_up_is_tested() -> None:
    topics = ("rules", "notation", "setup")
    keys = {f"{topic}.{name}" for topic in topics for name in catalogue("en", topic)}
    assert keys <= {error.key for error in all_errors()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_is_complete_in_every_language(lang: str) -> None:
    for error in all_errors():
        text = error.text(lang)
        assert text
        assert not set("{}") & set(text), text


@pytest.mark.parametrize("seat", [-1, 3])
def test_belief_about_a_seat_that_does_not_exist(seat: int) -> None:
    view = BORDER_DISPUTES.deal(1).view(0)
    for ask in (lambda: han.hand_probabilities(view, seat), lambda: view.hidden_count(seat)):
        assert refusal_of(ask).key == "setup.seat"


def test_a_number_of_players_of_five_thousand_digits() -> None:
    with pytest.raises(HanError):
        han.Position.parse(f"border-disputes {'9' * 5000} seat=0")


def some_of_each_moment(game: han.Game, seed: int, count: int) -> list[han.Position]:
    """Positions of two games: some of every phase, and of every number of pieces placed."""

    def moment(position: han.Position) -> tuple[int, int]:
        return int(position.state.phase), int(position.state.placed)

    rng = Random(seed)
    positions = positions_of(game, seed, any_action) + positions_of(game, seed, eager_action)
    groups = [list(group) for _, group in groupby(sorted(positions, key=moment), moment)]
    return [p for group in groups for p in rng.sample(group, min(count, len(group)))]


@some_games
def test_the_kernel_refuses_exactly_what_is_not_legal(game: han.Game) -> None:
    board, book = game.board, game.book
    for position in some_of_each_moment(game, seed=1, count=2):
        legal = set(position.legal_actions.codes)
        for code in range(-1, CODES + 1):
            reason = refuse(board, position.state, code)
            assert (reason == ALLOWED) == (code in legal), (position, code)
            assert (reason == NOT_ON_THIS_BOARD) == (code not in book.atoms), (position, code)


def refusal_or_none(attempt: Callable[[str], object], text: str) -> HanError | None:
    try:
        attempt(text)
    except HanError as error:
        return error
    return None


@some_games
def test_an_action_is_legal_or_refused(game: han.Game) -> None:
    texts = [format_atom(atom) for atom in game.book.atoms.values()]
    for position in some_of_each_moment(game, seed=2, count=1):
        before = position.state.tobytes()
        errors = {text: refusal_or_none(position.play, text) for text in texts}
        legal = {str(action) for action in position.legal_actions}
        assert {text for text, error in errors.items() if error is None} == legal
        refusals = [error for error in errors.values() if error]
        assert all(isinstance(error, han.IllegalActionError) and error.rule for error in refusals)
        assert position.state.tobytes() == before


EDITS = st.lists(
    st.tuples(st.integers(0, 400), st.integers(0, 2), st.sampled_from("0123:;,=!-VYOGRx² ٣")),
    min_size=1,
    max_size=3,
)


@cache
def some_positions(game: han.Game) -> list[han.Position]:
    """Every position of one game of a kind."""
    return positions_of(game, seed=3)


@given(st.sampled_from(GAMES), st.integers(0, 1000), EDITS)
@settings(deadline=None, max_examples=60)
def test_a_damaged_position_string_is_refused_or_read_as_it_stands(
    game: han.Game, moment: int, edits: list[tuple[int, int, str]]
) -> None:
    positions = some_positions(game)
    text = str(positions[moment % len(positions)])
    for place, length, insertion in edits:
        place %= len(text)
        text = text[:place] + insertion + text[place + length :]
    error = refusal_or_none(han.Position.parse, text)
    if error:
        assert str(error)
    else:
        position = han.Position.parse(text)
        assert han.Position.parse(str(position)) == position


@given(st.text("HEFMX.+*=?VYOGR 1-abcwei", max_size=12))
@settings(deadline=None, max_examples=300)
def test_text_is_an_action_or_refused(text: str) -> None:
    error = refusal_or_none(han.Action, text)
    if error:
        assert isinstance(error, han.NotationError)
        assert f"“{text}”" in str(error)
    else:
        assert han.Action(str(han.Action(text))) == han.Action(text)
