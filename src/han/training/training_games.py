"""Games from which the tables of `han.search.tables` are learned.

Each round of games is played by bots that use the tables of the round before; the first
round by the greedy bot, which needs none.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from han.bots.compiled import KINDS, TEACHER, compiled_code
from han.engine.game import Game
from han.maps.load import load_map, map_ids
from han.play.batch import begin_game
from han.rules.compile import kernel
from han.rules.deal import chance_code, is_chance
from han.rules.generator import Generator, draw_below, new_generator, seed_generator
from han.rules.play import play_code
from han.rules.playout import random_code
from han.rules.records import new_record
from han.rules.state import OVER, PLACE, State, States, copy_state, new_states
from han.rules.types import Mask, Number, whole
from han.search.policy.workspace import Workspace, new_workspace
from han.search.tables.learn import Tally, add_game, mean_tables
from han.search.tables.record import FEWEST_PLAYERS, MOST_PLAYERS, PARTS, Tables

MOMENTS: Final = 120
"""Turns of a game that are learned from."""
RANDOM_EVERY: Final = 20
"""One action in so many is random, so that unusual positions are seen too."""


LearnedTables = dict[str, NDArray[np.float32]]
"""By part, then by number of players."""


def learn(rounds: int, games: int, seed: int) -> Iterator[LearnedTables]:
    """Learn the tables in some rounds of ``games`` for each number of players.

    Yields the tables of all numbers of players after each round.
    """
    players = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    tables = {count: new_record(Tables) for count in players}
    for round_number in range(rounds):
        kind = TEACHER if round_number else KINDS["greedy"]
        for count in players:
            tables[count] = _learn_round(count, kind, tables[count], games, seed + round_number)
        yield {part: np.array([tables[count][part] for count in players]) for part in PARTS}


def save_tables(path: Path, tables: LearnedTables) -> None:
    """Write tables in the form that `han.search.tables.record.load_tables` reads."""
    halves: dict[str, Any] = {part: table.astype(np.float16) for part, table in tables.items()}
    np.savez_compressed(path, **halves)


def _learn_round(players: int, kind: int, tables: Tables, games: int, seed: int) -> Tables:
    sums, seen = new_record(Tally), new_record(Tally)
    kinds_of_games = list(_games_for(players))
    for number, game in enumerate(kinds_of_games):
        training = TrainingGames(
            kind=kind,
            setup=game.new_setup(),
            states=new_states(1),
            moments=new_states(MOMENTS),
            generator=new_generator(),
            sums=sums,
            seen=seen,
        )
        first = whole(1_000_000 * (10 * players + number))
        work = new_workspace(game, tables)
        play_training_games(work, training, games // len(kinds_of_games), np.uint64(seed), first)
    return mean_tables(sums, seen)


def _games_for(players: int) -> Iterator[Game]:
    """The packaged maps for a number of players, without and with their variants."""
    for map_id in map_ids():
        fewest, most = load_map(map_id).players
        if fewest <= players <= most:
            yield Game(map_id, players)
            yield Game(map_id, players, variant=True)


class TrainingGames(NamedTuple):
    """What kernels need to play training games of one kind, and the observations so far."""

    # the number of the bot that plays all seats
    kind: Number
    setup: State
    # the game that is played, and its positions that are learned from
    states: States
    moments: States
    generator: Generator
    sums: Tally
    seen: Tally


@kernel
def play_training_games(
    work: Workspace, training: TrainingGames, games: Number, seed: Mask, first: Number
) -> None:
    """Play games ``first``, ``first + 1`` … of ``seed``, and add their observations."""
    for game in range(games):
        seed_generator(training.generator, seed, np.uint64(first + game))
        copy_state(training.states, 0, training.setup)
        begin_game(work.board, training.states[0], training.generator)
        count = play_training_game(work, training)
        add_game(
            work.board,
            training.moments,
            count,
            training.states[0],
            work.scratch,
            work.features,
            training.sums,
            training.seen,
        )


@kernel
def play_training_game(work: Workspace, training: TrainingGames) -> Number:
    """Play a game to its end, copy the states in which turns begin, and count them."""
    generator = training.generator
    state = training.states[0]
    count = whole(0)
    while state.phase != OVER:
        if state.phase == PLACE and state.placed == 0 and count < MOMENTS:
            copy_state(training.moments, count, state)
            count += 1
        if is_chance(state):
            code = chance_code(state, generator)
        elif draw_below(generator, RANDOM_EVERY) == 0:
            code = random_code(work.board, state, work.scratch, generator)
        else:
            code = compiled_code(training.kind, work, state, generator)
        play_code(work.board, state, code, work.scratch, work.tape)
    return count
