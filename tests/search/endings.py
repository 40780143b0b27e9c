"""Positions shortly before the end of a game, and how they can end."""

from collections import Counter

from han.engine.game import Game
from han.engine.position import Position
from han.notation.cards import LETTERS


def last_round(game: Game, fields: str, hands: str, known: str = "") -> Position:
    """A position in the last round; the cards that nobody holds lie among the discards."""
    deck = Counter(dict(zip(LETTERS, game.deck, strict=True)))
    rest = "".join((deck - Counter(hands.replace(",", ""))).elements())
    known = known or "," * (game.players - 1)
    return game.position(
        f"{game.map.id} {game.players} {'variant=on ' if game.variant else ''}start=0 pass=2 "
        f"phase=place hands={hands} known={known} discards={rest} {fields}"
    )


def duel() -> Position:
    """Two players, the last decision: one card left for Temple, and a card of no use there.

    The Observatory has been scored. Both have two of Temple's five spaces, and seat 0 is a point
    ahead. As it stands both get 4 for Temple: 14 to 13. A fifth house brings seat 1 5 points and
    seat 0 three: 13 to 14. An emissary brings nothing.
    """
    return last_round(
        Game("ways-of-diplomacy", 2),
        "seat=1 placed=1:temple points=10,9 "
        "houses=0:temple-2,temple-4,observatory-1,observatory-2;1:temple-1,temple-3,observatory-3",
        hands="VVO,RG",
    )


def ends_of_turn(position: Position) -> dict[str, Position]:
    """Where every turn, as far as it is not yet played, leads to in the last round."""
    ends: dict[str, Position] = {}
    for action in position.legal_actions:
        after, _ = position.play(action)
        if after.is_over or after.turn != position.turn:
            ends[str(action)] = after
        else:
            for later, end in ends_of_turn(after).items():
                ends[f"{action} {later}"] = end
    return ends
