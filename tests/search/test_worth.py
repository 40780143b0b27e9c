"""What a piece is worth is by how much it changes what everybody can expect."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from han.engine.action import action_of
from han.engine.game import Game
from han.engine.position import Position
from han.rules.codes import BORDER, EMISSARY, MARKER
from han.rules.play import place_piece
from han.rules.state import PROVINCE_COUNT, SEATS, STATE
from han.rules.tape import NO_TAPE
from han.search.lore import load_lore, phase_of
from han.search.outlook import expect_points
from han.search.worth import judge_pieces, new_judgements
from search.slow_outlook import ALLIANCE_AXES, SlowOutlook
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
    lore = load_lore(position.game.players)
    judged = new_judgements(1)[0]
    expect_points(position.game.board, position.state, lore, phase, points, judged)
    return points[: position.game.players]


def placed(position: Position, code: int) -> Position:
    """The position right after a piece, before anybody else does anything."""
    state = np.array([position.state], STATE)[0]
    place_piece(position.game.board, state, code >> 6, code & 63, NO_TAPE)
    return Position(position.game, state)


def row_points(position: Position, phase: int) -> NDArray[np.float64]:
    lore = load_lore(position.game.players)
    slow = SlowOutlook(position)
    return np.array([slow.row_points(lore, phase, s) for s in range(position.game.players)])


def for_the_mover(position: Position, change: NDArray[np.float64]) -> float:
    """The mover's points less the mean of the others'."""
    others = np.delete(change, position.turn)
    return float(change[position.turn] - others.mean())


def judged_pieces(position: Position, phase: int) -> Iterator[tuple[int, float]]:
    """Every piece that can be placed and what it is said to be worth."""
    words = legal_words(position.game, position.state)
    judged = new_judgements(1)[0]
    lore = load_lore(position.game.players)
    judge_pieces(position.game.board, position.state, lore, phase, words, judged)
    for code in pieces_in(words):
        word, index = code >> 6, code & 63
        if word == EMISSARY:
            yield code, float(judged.emissaries[index % PROVINCE_COUNT])
        elif MARKER <= word < BORDER:
            yield code, float(judged.markers[index])
        else:
            yield code, float(judged.houses[index])


def kind_of(game: Game, code: int) -> str:
    word = code >> 6
    if word == EMISSARY:
        return "emissary"
    if MARKER <= word < BORDER:
        return game.map.variant
    return "border" if word >= BORDER else "house"


def judged_apart(before: Position, after: Position, phase: int, space: int) -> NDArray[np.float64]:
    """What it makes of the alliance between a border's provinces to judge one end at a time."""
    game = before.game
    table = load_lore(game.players).alliances.reshape(ALLIANCE_AXES)
    old, new = SlowOutlook(before), SlowOutlook(after)
    apart = np.zeros(game.players)
    one, other = game.map.spaces[space].provinces
    for _ in {(one, other), (other, one)} & set(game.map.alliances):
        for seat in range(game.players):
            ends = [[outlook.end(end, seat) for end in (one, other)] for outlook in (old, new)]
            (old_one, old_other), (new_one, new_other) = ends
            apart[seat] += table[phase, *new_one, *old_other] - table[phase, *old_one, *old_other]
            apart[seat] += table[phase, *old_one, *new_other] - table[phase, *new_one, *new_other]
    return apart


@four_games
def test_worth_is_the_change_of_what_all_can_expect(game: Game) -> None:
    """All but what is not looked at: exits that others lose, or that a market place takes.

    A border house is judged for each of its provinces as if the other stayed as it was.
    """
    seen: Counter[str] = Counter()
    for position in some_turns(game):
        phase = int(phase_of(position.state))
        before, rows_before = expected(position, phase), row_points(position, phase)
        for code, worth in judged_pieces(position, phase):
            after = placed(position, code)
            kind = kind_of(game, code)
            rows = row_points(after, phase) - rows_before
            if kind != "market-places":
                rows[position.turn] = 0
            change = expected(after, phase) - before - rows
            if kind == "border":
                change += judged_apart(position, after, phase, code & 63)
            assert worth == pytest.approx(for_the_mover(position, change), abs=CLOSE)
            seen[kind] += 1
    kinds = {"house", "emissary"} | ({"border"} if game.map.id == "border-disputes" else set())
    kinds |= {game.map.variant} if game.variant else set()
    assert {kind for kind, count in seen.items() if count >= 20} == kinds


@four_games
def test_emissaries_and_houses_apart_from_others_are_judged_exactly(game: Game) -> None:
    """Where nobody else has a house next to the space there is nothing to leave out."""
    apart = 0
    for position in some_turns(game):
        phase = int(phase_of(position.state))
        before = expected(position, phase)
        beside = SlowOutlook(position).beside
        for code, worth in judged_pieces(position, phase):
            kind = kind_of(game, code)
            if kind in ("market-places", "border"):
                continue
            space = game.map.spaces[code & 63].id if kind != "emissary" else None
            owners = {position.houses.get(s) for s in beside[space]} if space else set()
            if owners <= {None, position.turn}:
                change = expected(placed(position, code), phase) - before
                assert worth == pytest.approx(for_the_mover(position, change), abs=CLOSE)
                apart += 1
    assert apart > 100


def test_a_piece_is_judged_alike_whatever_pays_for_it() -> None:
    game = Game("border-disputes", 3)
    position = game.deal_cards(["RGG", "YYO", "VVO"], "RGYV")
    worth = {str(action_of(game.book, code)): w for code, w in judged_pieces(position, 0)}
    assert worth["H wei-1 R"] == worth["H wei-1 GG"]
    assert worth["H wei-han RG"] == worth["H wei-han GG"] == worth["H wei-han RGG"]
    assert worth["H wei-1 R"] != worth["H wei-han RG"]
