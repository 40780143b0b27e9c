"""A piece's value is by how much it changes the points that everybody can expect."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from han.engine.action import Action, action_of
from han.engine.game import Game
from han.engine.position import Position
from han.rules.codes import BORDER, EMISSARY, MARKER
from han.rules.play import place_piece
from han.rules.records import new_record
from han.rules.state import PROVINCE_COUNT, SEATS, STATE
from han.rules.tape import NO_TAPE
from han.search.tables.features import Features
from han.search.tables.indices import phase_of
from han.search.tables.record import load_tables
from han.search.value.pieces import value_of, value_pieces
from han.search.value.points import expect_points
from han.search.value.record import Values
from search.slow_points import ALLIANCE_AXES, SlowPoints
from search.steps import legal_words, pieces_in, turn_starts
from tables import eager_action

CLOSE = 1e-3
"""Sums of some dozen 32-bit fractions."""

FOUR_GAMES = [
    Game("border-disputes", 3),
    Game("border-disputes", 5, variant=True),
    Game("ways-of-diplomacy", 2, variant=True),
    Game("ways-of-diplomacy", 4),
]

four_games = pytest.mark.parametrize("game", FOUR_GAMES, ids=repr)


def some_turns(game: Game) -> list[Position]:
    """Turns from the beginning to the end of some games."""
    eager = list(turn_starts(game, 1, eager_action))
    return eager[::2] + list(turn_starts(game, 2))[1::3]


def expected(position: Position, phase: int) -> NDArray[np.float64]:
    """Every seat's expected points."""
    points = np.zeros(SEATS)
    tables = load_tables(position.game.players)
    board, features = position.game.board, new_record(Features)
    expect_points(board, position.state, tables, phase, points, features)
    return points[: position.game.players]


def placed(position: Position, code: int) -> Position:
    """The position right after a piece, before anybody else does anything."""
    state = np.array([position.state], STATE)[0]
    place_piece(position.game.board, state, code >> 6, code & 63, NO_TAPE)
    return Position(position.game, state)


def row_points(position: Position, phase: int) -> NDArray[np.float64]:
    tables = load_tables(position.game.players)
    slow = SlowPoints(position)
    return np.array([slow.row_points(tables, phase, s) for s in range(position.game.players)])


def for_the_mover(position: Position, change: NDArray[np.float64]) -> float:
    """The mover's points less the mean of the others'."""
    others = np.delete(change, position.turn)
    return float(change[position.turn] - others.mean())


def valued_pieces(position: Position) -> Iterator[tuple[int, float]]:
    """Every piece that can be placed and what it is said to be worth, whatever it costs."""
    words = legal_words(position.game, position.state)
    values, tables = new_record(Values), load_tables(position.game.players)
    value_pieces(position.game.board, position.state, tables, words, values, new_record(Features))
    for code in pieces_in(words):
        word, index = code >> 6, code & 63
        if word == EMISSARY:
            yield code, float(values.emissaries[index % PROVINCE_COUNT])
        elif MARKER <= word < BORDER:
            yield code, float(values.markers[index])
        else:
            yield code, float(values.houses[index])


def kind_of(game: Game, code: int) -> str:
    word = code >> 6
    if word == EMISSARY:
        return "emissary"
    if MARKER <= word < BORDER:
        return game.map.variant
    return "border" if word >= BORDER else "house"


def valued_apart(before: Position, after: Position, phase: int, space: int) -> NDArray[np.float64]:
    """What it makes of the alliance between a border's provinces to value one end at a time."""
    game = before.game
    table = load_tables(game.players)["alliances"].reshape(ALLIANCE_AXES)
    old, new = SlowPoints(before), SlowPoints(after)
    apart = np.zeros(game.players)
    one, other = game.map.spaces[space].provinces
    for _ in {(one, other), (other, one)} & set(game.map.alliances):
        for seat in range(game.players):
            ends = [[slow.end(end, seat) for end in (one, other)] for slow in (old, new)]
            (old_one, old_other), (new_one, new_other) = ends
            apart[seat] += table[phase, *new_one, *old_other] - table[phase, *old_one, *old_other]
            apart[seat] += table[phase, *old_one, *new_other] - table[phase, *new_one, *new_other]
    return apart


@four_games
def test_a_value_is_the_change_of_what_all_can_expect(game: Game) -> None:
    """All but what is not looked at: exits that others lose, or that a market place takes.

    A border house is valued for each of its provinces as if the other stayed as it was.
    """
    seen: Counter[str] = Counter()
    for position in some_turns(game):
        phase = int(phase_of(position.state))
        before, rows_before = expected(position, phase), row_points(position, phase)
        for code, value in valued_pieces(position):
            after = placed(position, code)
            kind = kind_of(game, code)
            rows = row_points(after, phase) - rows_before
            if kind != "market-places":
                rows[position.turn] = 0
            change = expected(after, phase) - before - rows
            if kind == "border":
                change += valued_apart(position, after, phase, code & 63)
            assert value == pytest.approx(for_the_mover(position, change), abs=CLOSE)
            seen[kind] += 1
    kinds = {"house", "emissary"} | ({"border"} if game.map.id == "border-disputes" else set())
    kinds |= {game.map.variant} if game.variant else set()
    assert {kind for kind, count in seen.items() if count >= 20} == kinds


@four_games
def test_emissaries_and_houses_apart_from_others_are_valued_exactly(game: Game) -> None:
    """Where nobody else has a house next to the space there is nothing to leave out."""
    apart = 0
    for position in some_turns(game):
        phase = int(phase_of(position.state))
        before = expected(position, phase)
        beside = SlowPoints(position).beside
        for code, value in valued_pieces(position):
            kind = kind_of(game, code)
            if kind in ("market-places", "border"):
                continue
            space = game.map.spaces[code & 63].id if kind != "emissary" else None
            owners = {position.houses.get(s) for s in beside[space]} if space else set()
            if owners <= {None, position.turn}:
                change = expected(placed(position, code), phase) - before
                assert value == pytest.approx(for_the_mover(position, change), abs=CLOSE)
                apart += 1
    assert apart > 100


def test_a_piece_is_worth_as_much_whatever_pays_for_it() -> None:
    game = Game("border-disputes", 3)
    position = game.deal_cards(["RGG", "YYO", "VVO"], "RGYV")
    value = {str(action_of(game.book, code)): v for code, v in valued_pieces(position)}
    assert value["H wei-1 R"] == value["H wei-1 GG"]
    assert value["H wei-han RG"] == value["H wei-han GG"] == value["H wei-han RGG"]
    assert value["H wei-1 R"] != value["H wei-han RG"]


def test_cards_that_a_piece_costs_are_taken_off_its_value() -> None:
    """Three tenths of a point each; nothing in the last round, when nobody draws any more."""
    game = Game("border-disputes", 3)
    position = game.deal_cards(["RGG", "YYO", "VVO"], "RGYV")
    state = np.array([position.state], STATE)[0]
    values = new_record(Values)
    values["houses"][:] = 5.0
    for text, cards in (("H wei-1 R", 1), ("H wei-1 GG", 2), ("H wei-han RG", 2)):
        code = game.book.encode(Action(text).atom)
        state.times_pile_emptied = 1
        assert value_of(game.board, state, values, code) == pytest.approx(5 - 0.3 * cards)
        state.times_pile_emptied = 2
        assert value_of(game.board, state, values, code) == 5.0
