"""Actions as text."""

import pytest

from han.engine.action import Action
from han.maps.load import load_map, map_ids
from han.notation.atom import Atom, format_atom, parse_atom
from han.notation.cards import format_cards, parse_cards
from han.notation.codebook import codebook
from han.notation.errors import NoSuchPlaceError, NotationError


@pytest.mark.parametrize(
    ("text", "atom"),
    [
        ("H wei-1 R", Atom("H", "wei-1", "R")),
        ("H wei-1 GG", Atom("H", "wei-1", "GG")),
        ("H wei-han RG", Atom("H", "wei-han", "RG")),
        ("E wei R", Atom("E", "wei", "R")),
        ("F qi-2 YY", Atom("F", "qi-2", "YY")),
        ("M d3-1 GG", Atom("M", "d3-1", "GG")),
        (".", Atom(".")),
        ("X R", Atom("X", cards="R")),
        ("+R", Atom("+", cards="R")),
        ("*", Atom("*")),
        ("*Y", Atom("*", cards="Y")),
        ("*?", Atom("*", cards="?")),
        ("=O", Atom("=", cards="O")),
    ],
)
def test_every_kind_reads_and_writes(text: str, atom: Atom) -> None:
    assert parse_atom(text) == atom
    assert format_atom(atom) == text


def test_cards_are_written_in_one_order_and_read_in_any() -> None:
    assert str(Action("H wei-han GR")) == "H wei-han RG"
    assert Action("H wei-han GR") == Action("H wei-han RG")
    assert format_cards(parse_cards("VYOGRR")) == "RRGOYV"


@pytest.mark.parametrize(
    "text",
    ["", " ", "H", "H wei-1", "H wei-1 B", "H  wei-1 R", "h wei-1 R", "H wei-1 R ", "H wei_1 R",
     "H wei-1 RRRR", "E wei", "X", "X RR", "XR", "+", "+RR", "**", "*B", "=", "..", "~",
     "H wei-1\nR",
     "H wei\N{EN DASH}1 R", "Z wei R"],
)  # fmt: skip
def test_anything_else_is_no_action(text: str) -> None:
    with pytest.raises(NotationError, match="not an action"):
        parse_atom(text)


@pytest.mark.parametrize("text", ["B", "r", "RX", "R G"])
def test_unknown_letters_are_no_cards(text: str) -> None:
    with pytest.raises(NotationError, match="not a card"):
        parse_cards(text)


@pytest.mark.parametrize("map_id", map_ids())
def test_every_code_is_one_atom_and_back(map_id: str) -> None:
    book = codebook(load_map(map_id))
    assert len(book.codes) == len(book.atoms)
    for code, atom in book.atoms.items():
        assert book.encode(parse_atom(format_atom(atom))) == code
        assert book.decode(code) == atom


def test_the_codebook_has_every_payment_and_no_more() -> None:
    """Counted by hand: 43 + 6 spaces and 9 provinces, or 41 spaces; 22 codes for turns."""
    houses, borders, emissaries, turns = 43 * 5, 6 * 13, 9 * 5, 2 + 4 * 5
    border_disputes = codebook(load_map("border-disputes"))
    assert len(border_disputes.atoms) == houses + 43 * 5 + borders + emissaries + turns
    capital = codebook(load_map("ways-of-diplomacy"))
    assert len(capital.atoms) == 41 * 5 + 41 * 5 + emissaries + turns


def test_the_payments_of_a_border_space() -> None:
    """T8 and Q1: AB, AA, BB, and any pair with an A or a B."""
    book = codebook(load_map("border-disputes"))
    paid = {"".join(sorted(a.cards)) for a in book.atoms.values() if a.place == "wei-han"}
    two = {"GR", "RR", "GG"}
    three = {"".join(sorted(pair * 2 + card)) for pair in "VYOGR" for card in "RG"}
    assert paid == two | three
    assert len(paid) == 13


@pytest.mark.parametrize(
    ("map_id", "text", "sentence"),
    [
        ("border-disputes", "H palace-1 V", "Border Disputes has no space “palace-1”."),
        ("border-disputes", "E palace V", "Border Disputes has no province “palace”."),
        ("border-disputes", "E wei-1 R", "Border Disputes has no province “wei-1”."),
        ("border-disputes", "M wei-1 RR", "with fortifications, not with market places"),
        ("ways-of-diplomacy", "F palace-1 VV", "with market places, not with fortifications"),
        ("border-disputes", "F wei-han RR", "A fortification can\u2019t stand on a border"),
        ("border-disputes", "H wei-1 RR", "“wei-1” can\u2019t be paid for with “RR”"),
        ("border-disputes", "H wei-han R", "“wei-han” can\u2019t be paid for with “R”"),
        ("border-disputes", "*?", "hides which card"),
    ],
)
def test_what_a_map_does_not_have(map_id: str, text: str, sentence: str) -> None:
    with pytest.raises(NoSuchPlaceError, match=sentence):
        codebook(load_map(map_id)).encode(parse_atom(text))
