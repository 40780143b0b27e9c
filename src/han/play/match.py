"""One game between bots, step by step."""

from collections.abc import Iterator, Sequence

from han.bots.bot import Bot
from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.records.record import Record
from han.records.recorder import Recorder
from han.records.replay import Step

STREAMS = 8
"""Independent sequences of chance a game: one for the cards, one for each seat's bot."""


def card_chance(seed: int, number: int) -> Chance:
    """The cards of game ``number``."""
    return Chance(seed, STREAMS * number)


def bot_chance(seed: int, number: int, seat: int) -> Chance:
    """The chance of a seat's bot in game ``number``."""
    return Chance(seed, STREAMS * number + 1 + seat)


class Match:
    """A game between bots; iterate to play it."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot],
        seed: int,
        number: int = 0,
        start: int | None = None,
    ) -> None:
        """Deal game ``number`` of ``seed``."""
        self._bots = bots
        self._cards = card_chance(seed, number)
        self._bot_chances = [bot_chance(seed, number, seat) for seat in range(game.players)]
        self.position: Position = game.deal(self._cards, start=start)
        meta = {"bots": [bot.spec for bot in bots], "seed": seed, "game": number}
        self._recorder = Recorder(self.position, meta)

    def __iter__(self) -> Iterator[Step]:
        turn = 0
        while not self.position.is_over:
            before = self.position
            action = self._next_action()
            self.position, events = before.play(action)
            self._recorder.add(action, self.position, events)
            yield Step(turn, before, action, self.position, events)
            turn = self._recorder.finished_turns

    def _next_action(self) -> Action:
        position = self.position
        seat = position.to_move
        if seat is None:
            return action_of(position.game.book, self._cards.outcome(position.state))
        return self._bots[seat].choose(position.view(seat), self._bot_chances[seat])

    @property
    def record(self) -> Record:
        """The game so far."""
        return self._recorder.record()


def play_match(game: Game, bots: Sequence[Bot], seed: int, number: int = 0) -> Match:
    """Play a whole game."""
    match = Match(game, bots, seed, number)
    for _ in match:
        pass
    return match
