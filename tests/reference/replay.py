"""Whole games: check a record (han-record/1) from the first card to the winners, or play one."""

from collections import Counter
from random import Random
from typing import Any

from .board import Board
from .payment import canonical
from .position import HAND
from .referee import Foul, Referee

Record = dict[str, Any]


def replay(record: Record, board: Board) -> Referee:
    """Play a record of a whole game through a new referee; the first difference is a Foul."""
    referee = set_up(record, board)
    for number, turn in enumerate(entry(record, "turns"), 1):
        replay_turn(referee, number, turn)
    if not referee.over:
        raise Foul("D4", "the record ends before the game does")
    compare("result", entry(record, "result"), result(referee))
    return referee


def set_up(record: Record, board: Board) -> Referee:
    """A referee with the record's table and deal (S)."""
    compare("format", entry(record, "format"), "han-record/1")
    compare("map", entry(record, "map"), board.id)
    options, deal = entry(record, "options"), entry(record, "deal")
    return Referee(
        board,
        entry(record, "players"),
        entry(record, "start"),
        entry(options, "variant"),
        entry(options, "wild_in_prices"),
        entry(deal, "hands"),
        entry(deal, "display"),
    )


def replay_turn(referee: Referee, number: int, turn: Record) -> None:
    """Play one turn of a record: the right seat, legal atoms, no more and no fewer than a turn."""
    where = f"turn {number}"
    if referee.over:
        raise Foul("D4", f"{where}: the game is over")
    compare(f"{where}: seat", entry(turn, "seat"), referee.seat)
    current = referee.turn
    for atom in entry(turn, "atoms"):
        if has_ended(referee, number):
            raise Foul("T1", f"{where}: {atom!r} comes after the turn's end")
        try:
            referee.play(atom)
        except Foul as foul:
            raise Foul(foul.rule, f"{where}: {atom!r}: {foul.text}") from foul
    if not has_ended(referee, number):
        raise Foul("T1", f"{where} is not finished: now comes {referee.expects}")
    compare(f"{where}: scored", turn.get("scored", {}), current.scored)


def has_ended(referee: Referee, number: int) -> bool:
    """Whether the turn of this number, counted from 1, is over."""
    return referee.over or len(referee.turns) > number


def result(referee: Referee) -> Record:
    """The result of a finished game as a record states it (F1-F5)."""
    return {
        "reason": referee.reason,
        **referee.points,
        "total": referee.total(),
        "winners": referee.winners(),
    }


def entry(table: Record, key: str) -> Any:
    if key not in table:
        raise Foul("record", f"{key!r} is missing")
    return table[key]


def compare(what: str, said: object, found: object) -> None:
    """Raise a Foul when a record says something else than the referee finds."""
    if said != found:
        raise Foul("record", f"{what}: the record says {said!r}, the referee {found!r}")


def random_game(
    board: Board,
    players: int,
    start: int = 0,
    variant: bool = False,
    wild_in_prices: bool = True,
    *,
    rng: Random,
) -> Record:
    """Play a game of random legal atoms and return its record."""
    record: Record = {
        "format": "han-record/1",
        "map": board.id,
        "map_sha256": board.sha256,
        "players": players,
        "start": start,
        "options": {"variant": variant, "wild_in_prices": wild_in_prices},
        "deal": random_deal(board, players, rng),
        "turns": [],
    }
    referee = set_up(record, board)
    while not referee.over:
        record["turns"].append(random_turn(referee, rng))
    record["result"] = result(referee)
    return record


def random_deal(board: Board, players: int, rng: Random) -> Record:
    """S3."""
    cards = draw(board.deck(players), HAND * players + board.display, rng)
    hands = [cards[HAND * seat : HAND * (seat + 1)] for seat in range(players)]
    return {
        "hands": [canonical(hand) for hand in hands],
        "display": canonical(cards[HAND * players :]),
    }


def random_turn(referee: Referee, rng: Random) -> Record:
    number, turn = len(referee.turns), referee.turn
    atoms: list[str] = []
    while not has_ended(referee, number):
        atoms.append(random_atom(referee, rng))
        referee.play(atoms[-1])
    return {"seat": turn.seat, "atoms": atoms, "scored": turn.scored}


def random_atom(referee: Referee, rng: Random) -> str:
    """Any legal decision, or what chance brings."""
    if referee.expects == "reshuffle":
        return "~"
    if referee.expects == "refill":
        missing = referee.board.display - referee.display.total()
        return "=" + draw(referee.pile, min(missing, referee.pile.total()), rng)
    atom = rng.choice(sorted(referee.legal_atoms()))
    return atom + draw(referee.pile, 1, rng) if atom == "*" else atom


def draw(pile: Counter[str], count: int, rng: Random) -> str:
    """So many cards from a shuffled pile."""
    return "".join(rng.sample(sorted(pile.elements()), count))
