"""Why nothing more can be placed, and what can be taken then."""

from random import Random

from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.placing import after_stop, why_no_piece
from han.engine.position import Position
from tables import eager_action, some_games

STOP = "."


def key_of(position: Position) -> str:
    """What the seat to move is told; empty if it can place something."""
    told = why_no_piece(position.view(position.to_move))
    return told.key.removeprefix("game.no_piece_") if told else ""


def check_reason(position: Position) -> None:
    """A reason is given where no piece is legal, and only a true one."""
    key, numbers = key_of(position), position.numbers
    can_place = any(action.place for action in position.legal_actions)
    assert bool(key) == (position.phase == "place" and not can_place)
    if key:
        placed, hand = numbers["placed"], position.hands[position.turn]
        assert (key == "two") == (placed == 2)
        assert key != "cards" or (placed == 0 and hand)
        assert key != "more" or (placed == 1 and hand)
        assert key != "hand" or not hand
        assert key != "empty" or not numbers["touched"] & numbers["settled"]


@some_games
def test_a_game_says_why_placing_ends_and_what_can_be_taken_then(game: Game) -> None:
    rng, chance = Random(game.players), Chance(game.players)
    position, keys = game.deal(chance), set()
    while not position.is_over:
        check_reason(position)
        keys.add(key_of(position))
        seat, turn = position.to_move, position.turn
        assert seat == turn
        other = (turn + 1) % game.players
        assert why_no_piece(position.view(other)) is None
        assert why_no_piece(position.view(None)) is None
        assert after_stop(position, other) == []
        before = position.state.tobytes()
        told = after_stop(position, turn)
        assert position.state.tobytes() == before
        if STOP in position.legal_actions:
            after, _ = position.play(STOP)
            is_drawing = after.phase == "draw" and after.turn == turn
            assert told == (after.legal_actions.texts if is_drawing else [])
        else:
            assert told == []
        position, _ = position.play(eager_action(position, rng), chance)
    assert {"", "two", "more"} <= keys


def test_each_reason_has_its_words() -> None:
    """The rarer ones, by positions made for them."""
    game = Game("border-disputes", 3)
    opening = game.deal(1)
    house = next(a for a in opening.legal_actions if a.kind == "H" and len(a.cards) == 1)
    position, _ = opening.play(house)
    told = why_no_piece(position.view(position.turn))
    assert told is not None
    assert told.key == "game.no_piece_empty"
    assert told.params["province"].provinces == (house.place.rsplit("-", 1)[0],)  # type: ignore[union-attr]
