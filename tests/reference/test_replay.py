"""Whole games that the referee plays with itself, and records that somebody has changed."""

import json
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from .board import EMISSARIES, HOUSES, Board
from .referee import Foul, Referee
from .replay import Record, random_game, replay, set_up
from .tables import BORDER_DISPUTES, TOY, WAYS_OF_DIPLOMACY

TABLES = [(BORDER_DISPUTES, players) for players in (3, 4, 5)]
TABLES += [(WAYS_OF_DIPLOMACY, players) for players in (2, 3, 4)]


def table_name(value: object) -> str:
    return value.id if isinstance(value, Board) else str(value)


def check_cards(referee: Referee) -> None:
    cards = sum(referee.hands, referee.display + referee.pile + referee.discards)
    assert cards == referee.board.deck(referee.players)
    for hand, known in zip(referee.hands, referee.known, strict=True):
        assert hand.total() <= 3
        assert known <= hand


def check_pieces(referee: Referee) -> None:
    for seat in referee.seats:
        houses = Counter(referee.houses.values())[seat]
        markers = Counter(referee.markers.values())[seat]
        emissaries = sum(count[seat] for count in referee.emissaries.values())
        if referee.board.variant == "market-places" and not referee.over:
            emissaries += markers  # afterwards they stand on the dragon spaces (V6)
        supply = referee.supply[seat]
        assert supply["house"] + houses == HOUSES
        assert supply["emissary"] + emissaries == EMISSARIES
        markers_each = referee.board.markers(referee.players) if referee.variant else 0
        assert supply["marker"] + markers == markers_each


def check_board(referee: Referee) -> None:
    """T11, T14: true at every moment before the final scoring."""
    for province, emissaries in referee.emissaries.items():
        assert emissaries.total() <= referee.emissary_limit(province)
        assert (province in referee.disks) == referee.is_full(province)


def decision(atom: str) -> str | None:
    """What a seat decided: a pile card without its outcome, nothing for chance."""
    if atom[0] in "=~":
        return None
    return "*" if atom[0] == "*" else atom


@pytest.mark.parametrize(("board", "players"), TABLES, ids=table_name)
@pytest.mark.parametrize("variant", [False, True])
@pytest.mark.parametrize("wild_in_prices", [False, True])
def test_random_games(board: Board, players: int, variant: bool, wild_in_prices: bool) -> None:
    """They end, keep every card and piece, and list each decision before it is played."""
    rng = Random(f"{board.id} {players} {variant} {wild_in_prices}")
    start = rng.randrange(players)
    record = random_game(board, players, start, variant, wild_in_prices, rng=rng)
    referee = set_up(record, board)
    for turn in record["turns"]:
        for atom in turn["atoms"]:
            assert decision(atom) is None or decision(atom) in referee.legal_atoms()
            referee.play(atom)
            check_cards(referee)
            check_pieces(referee)
            if not referee.over:
                check_board(referee)
    assert referee.over
    assert replay(json.loads(json.dumps(record)), board).total() == record["result"]["total"]


def test_random_games_end_on_a_small_board() -> None:
    """D5, D4: with many cards by the board, with few by the pile."""
    full_deck = replace(TOY, removed={2: 0})
    reasons = Counter(
        random_game(board, 2, rng=Random(seed))["result"]["reason"]
        for board in (TOY, full_deck)
        for seed in range(40)
    )
    assert set(reasons) == {"pile", "board"}


@cache
def a_game() -> Record:
    return random_game(BORDER_DISPUTES, 3, variant=True, rng=Random(7))


def first_scoring(record: Record) -> Record:
    turn: Record = next(turn for turn in record["turns"] if turn["scored"])
    return turn


def wrong_seat(record: Record) -> None:
    record["turns"][3]["seat"] = 1


def illegal_atom(record: Record) -> None:
    record["turns"][0]["atoms"][0] = "E wei R"


def missing_draw(record: Record) -> None:
    record["turns"][2]["atoms"].pop()


def too_many_atoms(record: Record) -> None:
    record["turns"][0]["atoms"].append("X R")


def missing_turn(record: Record) -> None:
    record["turns"].pop()


def turn_after_the_end(record: Record) -> None:
    record["turns"].append({"seat": 0, "atoms": ["X R"]})


def wrong_scored(record: Record) -> None:
    points = next(iter(first_scoring(record)["scored"].values()))
    points[0] += 1


def missing_scored(record: Record) -> None:
    del first_scoring(record)["scored"]


def wrong_total(record: Record) -> None:
    record["result"]["total"][0] += 1


def wrong_reason(record: Record) -> None:
    record["result"]["reason"] = "board"


def wrong_winners(record: Record) -> None:
    record["result"]["winners"] = [0, 1, 2]


def wrong_map(record: Record) -> None:
    record["map"] = "toy"


def missing_result(record: Record) -> None:
    del record["result"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (wrong_seat, "turn 4: seat"),
        (illegal_atom, "turn 1: 'E wei R'"),
        (missing_draw, "turn 3 is not finished"),
        (too_many_atoms, "turn 1: 'X R' comes after the turn's end"),
        (missing_turn, "ends before the game"),
        (turn_after_the_end, "the game is over"),
        (wrong_scored, "scored"),
        (missing_scored, "scored"),
        (wrong_total, "result"),
        (wrong_reason, "result"),
        (wrong_winners, "result"),
        (wrong_map, "map"),
        (missing_result, "'result' is missing"),
    ],
)
def test_a_changed_record_is_refused(change: Callable[[Record], None], text: str) -> None:
    record = deepcopy(a_game())
    replay(record, BORDER_DISPUTES)
    change(record)
    with pytest.raises(Foul, match=text):
        replay(record, BORDER_DISPUTES)
