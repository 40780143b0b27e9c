"""Compiled games in which the engine and the quick referee go step by step together."""

from typing import Any, NamedTuple

import numpy as np

from beside_referee import BOARDS
from han.engine.game import Game
from han.rules.bits import bit, count_bits
from han.rules.codes import CODES, WORDS
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import draw_below, new_generator, seed_generator
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import count_codes, nth_code
from han.rules.reasons import ALLOWED
from han.rules.refuse import refuse
from han.rules.scratch import new_scratch
from han.rules.state import OVER, copy_state, new_states
from han.rules.tape import NO_TAPE
from soak.comparing import SAME, differs, differs_at_end
from soak.compiling import compiled
from soak.quick.allowed import count_decisions
from soak.quick.board import KINDS, STOP_KINDS, handful, quick_board
from soak.quick.playing import is_right, play
from soak.quick.roads import MOST_ROWS
from soak.quick.table import Number, Truth, new_table

REFUSALS_EVERY = 16
"""At one of so many transitions every code there is is asked for."""
MOST_MOVES = 4_000
EAGER_TRIES = 4
PLANTED_AT = 40
"""After so many transitions the planted mistake is made."""

TRANSITIONS, DECISIONS, GAMES, REFUSALS, MOVES = range(5)

LIST_DIFFERS = 101
COUNT_DIFFERS = 102
REFUSES_LEGAL = 103
ALLOWS_ILLEGAL = 104
CHANCE_DIFFERS = 105
TOO_MANY_ROWS = 106
TOO_MANY_MOVES = 107


class Pair(NamedTuple):
    """One kind of game, set up for both: the engine's records, the referee's, and room to work."""

    board: Any
    setup: Any
    states: Any
    scratch: Any
    generator: Any
    tape: Any
    quick_board: Any
    quick_setup: Any
    tables: Any
    atoms: Any
    handfuls: Any
    rows: Any
    trail: Any
    moves: Any
    tally: Any


def make_pair(game: Game) -> Pair:
    """Both sides of one kind of game."""
    board = BOARDS[game.map.id]
    markers = board.markers(game.players) if game.variant else 0
    table = new_table(game.players, markers, game.variant)
    return Pair(
        game.board,
        game.new_setup(),
        new_states(1),
        new_scratch(),
        new_generator(),
        NO_TAPE,
        quick_board(board, game.wild_in_prices),
        table,
        table.copy(),
        atoms_of(game),
        np.zeros(64, np.int64),
        np.zeros(MOST_ROWS, np.int64),
        np.zeros((64, 2), np.int64),
        np.zeros(MOST_MOVES, np.int64),
        np.zeros(5, np.int64),
    )


def atoms_of(game: Game) -> Any:
    """What each code of the engine says, in the referee's numbers: kind, target and cards."""
    board = BOARDS[game.map.id]
    spaces, provinces = list(board.provinces), list(board.colour)
    atoms = np.full((CODES, 3), -1, np.int64)
    for code, text in game.book.texts.items():
        head, _, rest = text.partition(" ")
        target, _, cards = rest.rpartition(" ")
        if head in KINDS:
            places = provinces if head == "E" else spaces
            atoms[code] = KINDS.index(head), places.index(target), handful(cards)
        else:
            sign, card = (head, cards) if head == "X" else (text[0], text[1:])
            kind = "*" if text == "*" else {"*": "*R"}.get(sign, sign)
            atoms[code] = STOP_KINDS.index(kind) + len(KINDS), 0, handful(card)
    known = [tuple(atom) for atom in atoms.tolist() if atom[0] >= 0]
    assert len(set(known)) == len(known), "two codes say the same"
    return atoms


@compiled
def begin(pair: Pair, seed: Number, number: Number) -> None:
    """Deal game ``number`` of ``seed`` to both."""
    copy_state(pair.states, 0, pair.setup)
    state = pair.states[0]
    seed_generator(pair.generator, seed, number)
    state.start = draw_below(pair.generator, state.players)
    state.seat = state.start
    deal(pair.board, state, pair.generator)
    pair.tables[0] = pair.quick_setup[0]
    table = pair.tables[0]
    table.start = state.start
    table.seat = state.seat
    for colour in range(5):
        for seat in range(state.players):
            table.hands[seat, colour] = state.hands[seat, colour]
        table.display[colour] = state.display[colour]
        table.pile[colour] = state.pile[colour]


@compiled
def play_beside(
    pair: Pair, seed: Number, first: Number, games: Number, is_eager: Truth, is_wrong: Truth
) -> Number:
    """Play some games; the number of the first difference, with the moves that led there."""
    for number in range(first, first + games):
        begin(pair, seed, number)
        pair.tally[MOVES] = 0
        while pair.states[0].phase != OVER:
            found = step(pair, is_eager, is_wrong)
            if found != SAME:
                return found
        found = differs_at_end(pair.states[0], pair.tables[0])
        if found != SAME:
            return found
        pair.tally[GAMES] += 1
    return SAME


@compiled
def step(pair: Pair, is_eager: Truth, is_wrong: Truth) -> Number:
    """Compare all there is, then let both do the same."""
    state = pair.states[0]
    table = pair.tables[0]
    found = compare_lists(pair)
    if found != SAME:
        return found
    if is_chance(state):
        code = chance_code(state, pair.generator)
    else:
        code = choose(pair, is_eager)
        pair.tally[DECISIONS] += 1
    if pair.tally[MOVES] == MOST_MOVES:
        return TOO_MANY_MOVES
    pair.moves[pair.tally[MOVES]] = code
    pair.tally[MOVES] += 1
    pair.tally[TRANSITIONS] += 1
    play_code(pair.board, state, code, pair.scratch, pair.tape)
    kind, target, cards = pair.atoms[code]
    if not play(pair.quick_board[0], table, kind, target, cards, pair.rows, pair.trail):
        return TOO_MANY_ROWS
    if is_wrong and pair.tally[MOVES] == PLANTED_AT:
        table.points[0, 0] += 1
    return differs(state, table)


@compiled
def compare_lists(pair: Pair) -> Number:
    """Whatever the engine lists is right, and it lists as much as the referee counts."""
    state = pair.states[0]
    table = pair.tables[0]
    list_legal(pair.board, state, pair.scratch)
    for word in range(WORDS):
        words = pair.scratch.words[word]
        if words == np.uint64(0):
            continue
        for index in range(64):
            if words & bit(index):
                kind, target, cards = pair.atoms[64 * word + index]
                if kind < 0 or not is_right(pair.quick_board[0], table, kind, target, cards):
                    return LIST_DIFFERS
    if not is_chance(state):
        count = count_decisions(pair.quick_board[0], table, pair.handfuls)
        if count != count_codes(pair.scratch.words):
            return COUNT_DIFFERS
    elif count_codes(pair.scratch.words) != count_positive(table.pile):
        return CHANCE_DIFFERS
    if pair.tally[TRANSITIONS] % REFUSALS_EVERY == 0:
        return compare_refusals(pair)
    return SAME


@compiled
def count_positive(cards: Any) -> Number:
    """How many different cards there are."""
    count = 0
    for colour in range(5):
        count += cards[colour] > 0
    return count


@compiled
def compare_refusals(pair: Pair) -> Number:
    """The engine refuses all codes that it does not list, and no other."""
    pair.tally[REFUSALS] += CODES
    for code in range(CODES):
        is_listed = (pair.scratch.words[code >> 6] & bit(code & 63)) != np.uint64(0)
        is_allowed = refuse(pair.board, pair.states[0], code) == ALLOWED
        if is_listed and not is_allowed:
            return REFUSES_LEGAL
        if is_allowed and not is_listed:
            return ALLOWS_ILLEGAL
    return SAME


@compiled
def choose(pair: Pair, is_eager: Truth) -> Number:
    """Any listed code; who is eager tries some times for a piece, the cheaper the better."""
    words = pair.scratch.words
    count = count_codes(words)
    best = nth_code(words, draw_below(pair.generator, count))
    if is_eager:
        for _ in range(EAGER_TRIES):
            other = nth_code(words, draw_below(pair.generator, count))
            if price(pair.atoms, other) < price(pair.atoms, best):
                best = other
    return best


@compiled
def price(atoms: Any, code: Number) -> Number:
    """How many cards a piece costs; more than any for what is no piece."""
    kind, _, cards = atoms[code]
    return count_bits(np.uint64(cards)) if kind < 4 else 9
