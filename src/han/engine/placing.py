"""What ends a placing: why nothing more can be placed, and what can be taken after it."""

from typing import Final

from han.engine.position import Position
from han.engine.sentence import Provinces, Sentence, sentence
from han.engine.view import View
from han.rules import reasons
from han.rules.board import Board
from han.rules.codes import PIECE_WORDS, STOP, TURN, code_of
from han.rules.compile import kernel
from han.rules.refuse import refuse
from han.rules.state import State
from han.rules.types import Number, whole

_UNPAYABLE: Final = 1 << reasons.CARDS_MISSING | 1 << reasons.WILD_PRICES_OFF


def why_no_piece(view: View) -> Sentence | None:
    """Why the seat that is to place or discard can place nothing; none if it can, or is not."""
    can_place = view.legal_actions.words[:PIECE_WORDS].any()
    if view.phase != "place" or view.seat != view.turn or can_place:
        return None
    placed = view.numbers["placed"]
    if placed >= 2:
        return sentence("game.no_piece_two")
    emptied = view.numbers["touched"] & ~view.numbers["settled"]
    if emptied and emptied == view.numbers["touched"]:
        names = view.game.book.provinces
        provinces = tuple(name for i, name in enumerate(names) if emptied >> i & 1)
        return sentence("game.no_piece_empty", province=Provinces(provinces))
    if not list_refusals(view.game.board, view.state) & _UNPAYABLE:
        return sentence("game.no_piece_room")
    if not view.hand:
        return sentence("game.no_piece_hand")
    return sentence("game.no_piece_more" if placed else "game.no_piece_cards")


@kernel
def list_refusals(board: Board, state: State) -> Number:
    """The reasons against all pieces at all places, as bits: one call, for each takes its time."""
    found = whole(0)
    for code in range(64 * PIECE_WORDS):
        found |= whole(1) << refuse(board, state, code)
    return found


def after_stop(position: Position, seat: int) -> list[str]:
    """What ``seat`` can do next if it ends its placing now: the cards that it can take, if any."""
    if position.to_move != seat or not int(position.legal_actions.words[TURN]) >> STOP & 1:
        return []
    stopped = position.after([code_of(TURN, STOP)])
    return stopped.legal_actions.texts if stopped.to_move == seat else []
