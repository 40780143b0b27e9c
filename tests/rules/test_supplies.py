"""The last piece of a supply can be placed, and none after it (T7, V2, V5, D5, Q6)."""

import numpy as np
import pytest

from han.engine.game import Game
from han.rules import reasons
from han.rules.board_sets import recount
from han.rules.codes import (
    A_HOUSE,
    A_MARKER,
    AN_EMISSARY,
    KINDS,
    PIECE_WORDS,
    codes_in,
    kind_of_word,
)
from han.rules.legal import list_legal
from han.rules.refuse import refuse
from han.rules.scratch import new_scratch
from han.rules.state import PLACE, STATE, State
from han.rules.turn import fits_any_piece
from han.rules.variants.table import TABLE
from tables import filling_action, positions_of, some_games

SUPPLIES = {
    A_HOUSE: ("houses_left", reasons.NO_HOUSE_LEFT),
    A_MARKER: ("markers_left", reasons.NO_MARKER_LEFT),
    AN_EMISSARY: ("emissaries_left", reasons.NO_EMISSARY_LEFT),
}


def copy_of(state: State) -> State:
    copy: State = np.array([state], STATE)[0]
    return copy


def pieces_by_kind(game: Game, state: State) -> list[set[int]]:
    """The legal codes of each kind of piece."""
    scratch = new_scratch()
    list_legal(game.board, state, scratch)
    pieces: list[set[int]] = [set() for _ in range(KINDS)]
    for code in codes_in(np.array(scratch.words)[:PIECE_WORDS]):
        pieces[kind_of_word(code >> 6)].add(code)
    return pieces


def kinds_that_need(game: Game, kind: int) -> set[int]:
    """The kinds of pieces that take a piece of ``kind`` from its supply."""
    with_marker = game.variant and kind == TABLE[game.board.variant].COMPANION
    return {kind, A_MARKER} if with_marker else {kind}


@some_games
@pytest.mark.parametrize("kind", SUPPLIES)
def test_the_last_piece_can_be_placed_and_no_other(game: Game, kind: int) -> None:
    """With one piece left all places stay open, with none exactly those that need it close."""
    supply, reason = SUPPLIES[kind]
    seen = 0
    for position in positions_of(game, 5, filling_action):
        state = position.state
        if state.phase != PLACE or state[supply][state.seat] == 0:
            continue
        before = pieces_by_kind(game, state)
        changed = copy_of(state)
        changed[supply][state.seat] = 1
        assert pieces_by_kind(game, changed) == before
        changed[supply][state.seat] = 0
        after = pieces_by_kind(game, changed)
        needing = kinds_that_need(game, kind)
        for other in range(KINDS):
            assert after[other] == (set() if other in needing else before[other])
        refused = {refuse(game.board, changed, code) for k in needing for code in before[k]}
        assert refused <= {reason}
        seen += len(before[kind])
    assert seen or (kind == A_MARKER and not game.variant)


def crowded(game: Game) -> State:
    """A settled board without a piece in anybody's supply, and without room for emissaries."""
    state = copy_of(game.deal(1).state)
    state.settled = (1 << len(game.map.provinces)) - 1
    for seat in range(game.players):
        for supply, _ in SUPPLIES.values():
            state[supply][seat] = 0
    recount(game.board, state)
    assert state.free
    assert not state.open_dragons
    return state


@some_games
def test_a_game_goes_on_while_one_piece_fits(game: Game) -> None:
    """Anybody's last house, emissary or market place with its emissary keeps it going (Q6)."""
    nothing = crowded(game)
    assert not fits_any_piece(game.board, nothing)
    last = game.players - 1
    for supply, is_enough in (("houses_left", True), ("emissaries_left", False)):
        state = copy_of(nothing)
        state[supply][last] = 1
        assert fits_any_piece(game.board, state) == is_enough
    state.open_dragons = 1
    assert fits_any_piece(game.board, state), "an emissary and a dragon space with room"
    state.emissaries_left[last] = 0
    assert not fits_any_piece(game.board, state), "room, but nobody has an emissary"
    state.houses_left[last] = 1
    state.free = np.uint64(0)
    assert not fits_any_piece(game.board, state), "a house, but no free space"


@some_games
def test_a_market_place_fits_where_people_have_settled(game: Game) -> None:
    """It needs a marker, an emissary and one free space of a settled district (Q2, Q6)."""
    state = crowded(game)
    last = game.players - 1
    state.markers_left[last] = state.emissaries_left[last] = 1
    is_enough = game.variant and TABLE[game.board.variant].COMPANION == AN_EMISSARY
    one_space = int(game.board.province_spaces[3])
    state.free = np.uint64(one_space & -one_space)
    assert bool(fits_any_piece(game.board, state)) == is_enough
    state.settled = 0
    assert not fits_any_piece(game.board, state), "nobody has settled there"
    state.touched = 1 << 3
    assert bool(fits_any_piece(game.board, state)) == is_enough, "this turn's piece counts"
    for supply in ("markers_left", "emissaries_left"):
        less = copy_of(state)
        less[supply][last] = 0
        assert not fits_any_piece(game.board, less)
