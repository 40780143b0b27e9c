"""Whole games as `han.engine` tells them, which the browser's own layer must tell alike.

Each move of a game is a line of JSON with sorted keys: the legal actions, the events as everybody
may know them, what each viewer sees, the overview and the position string. A digest stands for the
lines of all games of a set-up; of some games they are kept, so that a difference can be read.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from han.engine.action import Action, action_of
from han.engine.chance import Chance
from han.engine.event import Event
from han.engine.game import Game
from han.engine.overview import overview_json
from han.engine.position import Position
from han.engine.view import View
from han.engine.view_json import own_json, public_json
from wasm.data import every_game
from wasm.proof import kind_of

SEED: Final = 16
GAMES: Final = 9
"""Of each set-up."""
KEPT: Final = (3, 21)
"""The set-ups of which a game is kept."""
LOOK: Final = 40
"""After so many moves of a kept game, all that is told is kept, not only what happened."""
PARSE: Final = 7
"""After so many moves the position string is read again."""

Case = dict[str, Any]


def _to_text(value: object) -> str:
    assert isinstance(value, Action)
    return str(value)


sorted_json: Final = msgspec.json.Encoder(enc_hook=_to_text, order="sorted").encode


def told_games_json() -> str:
    """All that is expected, as its file has it."""
    head = f'"seed": {SEED}, "games": {GAMES}, "parse": {PARSE}, "look": {LOOK}'
    digests = ",\n".join(sorted_json(case).decode() for case in told_games(every_game()))
    kept = ",\n".join(_lines(case) for case in kept_games())
    return f'{{{head},\n"digests": [\n{digests}\n],\n"kept": [\n{kept}\n]}}\n'


def _lines(case: Case) -> str:
    moves = ",\n".join(sorted_json(move).decode() for move in case.pop("moves"))
    return f'{sorted_json(case).decode()[:-1]},"moves":[\n{moves}\n]}}'


def told_games(games: Iterable[Game]) -> Iterator[Case]:
    """A digest of the games of each of some set-ups."""
    for game in games:
        trail, moves = hashlib.sha256(), 0
        for number in range(GAMES):
            for move in _play(game, number):
                trail.update(sorted_json(move) + b"\n")
                moves += 1
        yield kind_of(game) | {"moves": moves, "trail": trail.hexdigest()}


def kept_games() -> Iterator[Case]:
    """The first game of some set-ups."""
    games = every_game()
    for index in KEPT:
        moves = [
            move if number % LOOK == 0 else {key: move[key] for key in ("action", "events")}
            for number, move in enumerate(_play(games[index], 0))
        ]
        yield kind_of(games[index]) | {"moves": moves}


def _play(game: Game, number: int) -> Iterator[Case]:
    """A random game, move by move; the first has no action."""
    chance = Chance(SEED, number)
    position, action = game.deal(chance), ""
    events: tuple[Event, ...] = ()
    for count in range(10_000):
        yield _told(position, action, events, is_read=count % PARSE == 0)
        if position.is_over:
            return
        chosen = _choice(position, chance)
        action = str(chosen)
        position, events = position.play(chosen)


def _choice(position: Position, chance: Chance) -> Action:
    if position.is_chance:
        return action_of(position.game.book, chance.outcome(position.state))
    return position.legal_actions[chance.below(len(position.legal_actions))]


def _told(position: Position, action: str, events: tuple[Event, ...], *, is_read: bool) -> Case:
    seats = [*range(position.game.players), None]
    views = [position.view(seat) for seat in seats]
    public = public_json(views[-1])
    text = str(position)
    return {
        "action": action,
        "events": events,
        "seen": [[event.seen_by(seat) for event in events] for seat in seats],
        "legal": position.legal_actions.texts,
        "legal_seen": [view.legal_actions.texts for view in views],
        "views": [own_json(public, view) for view in views],
        "hidden": [_hidden(view) for view in views],
        "overview": overview_json(views[-1]),
        "position": text,
        "bytes": _digest(position),
        "read": _digest(position.game.position(text)) if is_read else "",
        "hands": position.hands,
        "pile": position.state["pile"].tolist(),
        "result": position.result,
    }


def _hidden(view: View) -> list[int]:
    return [view.hidden_count(seat) for seat in range(view.game.players)]


def _digest(position: Position) -> str:
    return hashlib.sha256(position.state.tobytes()).hexdigest()[:16]
