"""Games from which the tables of `han.search.lore` are learned.

Each round of lessons is played by bots that use the tables of the round before; the first
round by the greedy bot, which needs none.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from han.bots.compiled import KINDS, TEACHER, compiled_code
from han.engine.game import Game
from han.maps.load import load_map, map_ids
from han.rules.compile import kernel
from han.rules.deal import chance_code, deal, is_chance
from han.rules.generator import draw_below, seed_generator
from han.rules.play import play_code
from han.rules.playout import random_code
from han.rules.scratch import new_scratch
from han.rules.state import OVER, PLACE, copy_state, new_states
from han.rules.tape import NO_TAPE
from han.rules.types import Board, Generator, Number, Scratch, State, States, Tape
from han.search.learn import TALLY, note_game, settle
from han.search.lore import FEWEST_PLAYERS, LORE, MOST_PLAYERS
from han.search.types import Judgements, Lore
from han.search.worth import new_judgements

MOMENTS: Final = 120
"""Turns of a game that are learned from."""
CURIOSITY: Final = 20
"""One action in so many is random, so that unusual positions are seen too."""


def learn(rounds: int, games: int, seed: int) -> Iterator[dict[str, Any]]:
    """Learn the tables in some rounds of ``games`` for each number of players.

    Hands out the tables of all numbers of players after each round.
    """
    players = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
    lore = {count: np.zeros(1, LORE)[0] for count in players}
    for round_number in range(rounds):
        kind = TEACHER if round_number else KINDS["greedy"]
        for count in players:
            lore[count] = _learn_round(count, kind, lore[count], games, seed + round_number)
        yield {name: np.array([lore[count][name] for count in players]) for name in LORE.names}


def save_lore(path: Path, tables: dict[str, Any]) -> None:
    """Write tables in the form that `han.search.lore.load_lore` reads."""
    np.savez_compressed(path, **{name: table.astype(np.float16) for name, table in tables.items()})


def _learn_round(players: int, kind: int, lore: np.record, games: int, seed: int) -> np.record:
    tables = list(_tables_for(players))
    sums, seen = np.zeros(1, TALLY)[0], np.zeros(1, TALLY)[0]
    for number, game in enumerate(tables):
        play_lessons(
            game.board,
            game.new_setup(),
            kind,
            lore,
            games // len(tables),
            np.uint64(seed),
            np.int64(1_000_000 * (10 * players + number)),
            new_states(1 + MOMENTS),
            np.zeros(1, np.uint64),
            new_states(2),
            new_scratch(),
            new_scratch(),
            new_judgements(2),
            NO_TAPE,
            sums,
            seen,
        )
    return settle(sums, seen)


def _tables_for(players: int) -> Iterator[Game]:
    """Both boards, as far as they suit, without and with their variants."""
    for map_id in map_ids():
        fewest, most = load_map(map_id).players
        if fewest <= players <= most:
            yield Game(map_id, players)
            yield Game(map_id, players, variant=True)


@kernel
def play_lessons(
    board: Board,
    setup: State,
    kind: Number,
    lore: Lore,
    games: Number,
    seed: Number,
    first: Number,
    states: States,
    generator: Generator,
    room: States,
    scratch: Scratch,
    inner: Scratch,
    judged: Judgements,
    tape: Tape,
    sums: Any,
    seen: Any,
) -> None:
    """Play games in ``states[0]`` and add what they teach; the others keep its moments."""
    for game in range(games):
        seed_generator(generator, seed, np.uint64(first + game))
        copy_state(states, 0, setup)
        state = states[0]
        state.start = draw_below(generator, state.players)
        state.seat = state.start
        deal(board, state, generator)
        moments = np.int64(0)
        while state.phase != OVER:
            if state.phase == PLACE and state.placed == 0 and moments < MOMENTS:
                moments += 1
                copy_state(states, moments, state)
            if is_chance(state):
                code = chance_code(state, generator)
            elif draw_below(generator, CURIOSITY) == 0:
                code = random_code(board, state, scratch, generator)
            else:
                code = compiled_code(
                    kind, board, state, lore, room, scratch, inner, judged, generator, tape
                )
            play_code(board, state, code, scratch, tape)
        note_game(board, states[1:], moments, state, scratch, judged[0], sums, seen)
