"""What the kernels of this machine do: `web/tests/engine` asks those of the browser for the same.

Random games, whole games move by move, games between bots and searches. Digests stand for what is
long.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any, Final

import numpy as np

from han.bots.bot import Bot
from han.bots.budget import Budget
from han.bots.levels import CHANCELLOR_CHANGES, CHANCELLOR_ROUNDS, MINISTER_CHANGES
from han.bots.mcts import MctsBot
from han.bots.registry import make_bot
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.position import Position
from han.maps.load import load_map, map_ids
from han.maps.model import Map
from han.rules.board import build_board
from han.rules.codes import CODES, codes_in
from han.rules.deal import is_chance
from han.rules.generator import new_generator
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import play_random_games
from han.rules.refuse import refuse
from han.rules.scratch import new_scratch
from han.rules.state import OVER, State, new_states
from han.rules.tape import NO_TAPE, new_tape
from han.search.tree.settings import make_settings
from han.search.value.costs import costs_on
from wasm.data import SEARCHES, every_game

SEED: Final = 5
RANDOM_GAMES: Final = 200
"""Of each set-up, only the ends are compared."""
WATCHED_GAMES: Final = 9
"""Of each set-up, compared move by move."""
LOOK: Final = 997
"""After so many moves of all watched games of a set-up, refusals and views are compared too."""
DEPTHS: Final = (0, 60)
"""After how many random decisions bots are asked."""
LINE: Final = ("minister", "scribe", "chancellor", "governor", "peasant")
GAME_SIMULATIONS: Final = 60
"""For searching bots in whole games, which search hundreds of times."""

Case = dict[str, Any]


def expected_json() -> str:
    """All that is expected, as its file has it: a case on each line."""
    lines = [f'"{name}": {json.dumps(number)}' for name, number in NUMBERS.items()]
    for name, cases in PARTS.items():
        spelled = ",\n".join(json.dumps(case) for case in cases())
        lines.append(f'"{name}": [\n{spelled}\n]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def boards() -> Iterator[Case]:
    """What kernels make of every map."""
    return map(_board, map(load_map, map_ids()))


def random_games() -> Iterator[Case]:
    """The ends of many random games of every set-up."""
    return map(_random_games, every_game())


def watched_games() -> Iterator[Case]:
    """Random games of every set-up, move by move."""
    return map(_watched_games, every_game())


def bot_games() -> Iterator[Case]:
    """Games between bots of all kinds."""
    return map(_bot_game, _some_games()[::2], count())


def choices() -> Iterator[Case]:
    """What bots of all levels choose, and what they have searched."""
    return (case for game in _some_games() for case in _choices(game))


NUMBERS: Final = {"seed": SEED, "look": LOOK, "simulations": GAME_SIMULATIONS}
PARTS: Final[dict[str, Callable[[], Iterator[Case]]]] = {
    "boards": boards,
    "random": random_games,
    "watched": watched_games,
    "bots": bot_games,
    "choices": choices,
}


def _some_games() -> list[Game]:
    """One of each map and number of players, with the variant."""
    return [game for game in every_game() if game.variant and game.wild_in_prices]


def kind_of(game: Game) -> Case:
    """Which game is played, as the browser's `GameKind`."""
    return {
        "map": game.map.id,
        "players": game.players,
        "variant": game.variant,
        "wild": game.wild_in_prices,
    }


def _board(game_map: Map) -> Case:
    records = {"board": build_board(game_map), "costs": costs_on(game_map)}
    digests = {name: hashlib.sha256(one.tobytes()).hexdigest() for name, one in records.items()}
    return {"map": game_map.id} | digests


def _random_games(game: Game) -> Case:
    states = new_states(RANDOM_GAMES)
    memory = states, new_scratch(), new_generator(), NO_TAPE
    decisions = play_random_games(game.board, game.new_setup(), *memory, np.uint64(SEED), 0)
    digest = hashlib.sha256(states.tobytes()).hexdigest()
    return kind_of(game) | {
        "setup": hashlib.sha256(game.new_setup().tobytes()).hexdigest(),
        "games": len(states),
        "decisions": int(decisions),
        "states": digest,
    }


def _watched_games(game: Game) -> Case:
    watcher = _Watcher(game)
    for number in range(WATCHED_GAMES):
        watcher.play(Chance(SEED, number))
    digest = watcher.trail.hexdigest()
    return kind_of(game) | {"games": WATCHED_GAMES, "moves": watcher.moves, "trail": digest}


class _Watcher:
    """Plays random games and writes down all that happens."""

    def __init__(self, game: Game) -> None:
        self.moves = 0
        self.trail = hashlib.sha256()
        self._game = game
        self._scratch = new_scratch()
        self._tape = new_tape()

    def play(self, chance: Chance) -> None:
        state = np.array([self._game.deal(chance).state])[0]
        while state.phase != OVER:
            self._move(state, chance)

    def _move(self, state: State, chance: Chance) -> None:
        board, scratch, tape = self._game.board, self._scratch, self._tape
        list_legal(board, state, scratch)
        words, rows = scratch["words"], tape["rows"]
        self.trail.update(words.tobytes())
        if self.moves % LOOK == 0:
            self._look(Position(self._game, state))
        if is_chance(state):
            code = chance.outcome(state)
        else:
            codes = codes_in(words)
            code = codes[chance.below(len(codes))]
        tape.length = 0
        rows[:] = 0
        play_code(board, state, code, scratch, tape)
        self.trail.update(rows[: tape.length].tobytes())
        self.trail.update(state.tobytes())
        self.moves += 1

    def _look(self, position: Position) -> None:
        reasons = (refuse(self._game.board, position.state, code) for code in range(CODES))
        self.trail.update(bytes(map(int, reasons)))
        for seat in range(self._game.players):
            view = position.view(seat)
            hidden = (view.hidden_count(other) for other in range(self._game.players))
            self.trail.update(view.state.tobytes() + bytes(view.unseen) + bytes(hidden))


def _bot_game(game: Game, number: int) -> Case:
    """A whole game between bots, which go on with their trees within a turn."""
    line = [LINE[(number + seat) % len(LINE)] for seat in range(game.players)]
    bots = [_quick(level) for level in line]
    cards, whims = Chance(number, 1), [Chance(number, 100 + seat) for seat in range(game.players)]
    position = game.deal(cards)
    trail, moves = hashlib.sha256(position.state.tobytes()), 0
    while (seat := position.to_move) is not None:
        action = bots[seat].choose(position.view(seat), whims[seat])
        position, _ = position.play(action, cards)
        trail.update(position.state.tobytes())
        moves += 1
    return kind_of(game) | {
        "number": number,
        "line": line,
        "moves": moves,
        "trail": trail.hexdigest(),
    }


def _quick(level: str) -> Bot:
    return searcher(level, Budget(GAME_SIMULATIONS)) if level in SEARCHES else make_bot(level)


def searcher(level: str, budget: Budget) -> MctsBot:
    """A level that searches, with another budget."""
    if level == "minister":
        return MctsBot(level, budget, make_settings(**MINISTER_CHANGES))
    return MctsBot(level, budget, make_settings(**CHANCELLOR_CHANGES), CHANCELLOR_ROUNDS)


def _choices(game: Game) -> Iterator[Case]:
    """What bots choose in some positions, and how often searches tried each action."""
    for depth in DEPTHS:
        position = _after(game, depth)
        seat = position.to_move
        assert seat is not None
        view = position.view(seat)
        case = kind_of(game) | {"depth": depth, "choices": {}, "visits": {}, "trees": {}}
        for level in ("random", "greedy", "peasant", "scribe", "governor"):
            code = make_bot(level).choose(view, Chance(SEED, depth)).code_on(game.book)
            case["choices"][level] = code
        for level, budget in SEARCHES.items():
            bot = searcher(level, replace(budget, ms=None))  # no limit that a clock sets
            case["choices"][level] = bot.choose(view, Chance(SEED, depth)).code_on(game.book)
            case["visits"][level] = sorted(bot.visits().items())
            case["trees"][level] = _tree_of(bot)
        yield case


def _tree_of(bot: MctsBot) -> str:
    """A digest of all nodes, with their sums of rewards to the last bit."""
    (search,) = bot._searches
    nodes = search._nodes[: search._query.node_count]
    return hashlib.sha256(nodes.tobytes()).hexdigest()


def _after(game: Game, decisions: int) -> Position:
    """The position after some random decisions, at the next one where there is a choice."""
    chance = Chance(SEED, 1000 + decisions)
    position = game.deal(chance)
    while decisions > 0 or len(position.legal_actions) == 1:
        codes = position.legal_actions.codes
        position = position.after([codes[chance.below(len(codes))]])
        position, _ = position.settle(chance)
        decisions -= 1
    return position
