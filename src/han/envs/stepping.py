"""Kernels that advance games from decision to decision, one game or a batch of them.

Between two decisions of a learner the kernels draw cards and, if wanted, let bots play the other
seats. Python calls a kernel once for a whole batch.
"""

from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from han.bots.compiled import compiled_code
from han.envs.observation import SIZE, observe_state, write_mask_word
from han.envs.rewards import fill_rewards
from han.play.batch import begin_game
from han.rules.bits import bit, lowest, without_lowest
from han.rules.board import Board
from han.rules.codes import CODES, WORDS
from han.rules.compile import kernel
from han.rules.deal import chance_code, is_chance
from han.rules.generator import GENERATOR, Generator, draw_below
from han.rules.legal import list_legal
from han.rules.play import play_code
from han.rules.playout import count_codes, nth_code
from han.rules.records import KernelRecord, dtype_of, field
from han.rules.scratch import Scratch
from han.rules.state import OVER, SEATS, STATE, State
from han.rules.types import Masks, Number, Numbers, Truth, Words, whole
from han.search.policy.workspace import Workspace
from han.search.types import PointsArray

Records: TypeAlias = NDArray[np.record]
"""An array of one record: passing it to a kernel is ten times as fast as passing a record."""


class EnvSettings(KernelRecord):
    """The game, the bots and the rewards: the same for all games of a batch."""

    setup: State = field(STATE)
    # bots of the other seats, by number, from the learner's next neighbour on; none when the
    # learner plays all seats
    others: Numbers = field(np.uint8, SEATS - 1)
    other_count: Number = field(np.uint8)
    # the kind of reward
    reward: Number = field(np.uint8)
    # whether observations are written
    is_observed: Truth = field(np.bool_)


ENV_SETTINGS: Final = dtype_of(EnvSettings)


class StepResult(KernelRecord):
    """The result of a step."""

    # every seat's reward when the game has ended; 0 before
    returns: PointsArray = field(np.float32, SEATS)
    # the reward of the seat that acted, or of the learner
    reward: float = field(np.float32)
    # the seat to move, or the learner
    seat: Number = field(np.uint8)
    ended: Truth = field(np.bool_)


STEP_RESULT: Final = dtype_of(StepResult)


class LiveGame(KernelRecord):
    """A running game, its legal actions and its observation.

    It is one record, not a row in each of many arrays: numba counts references to every row that
    a kernel takes, which takes longer than a step.
    """

    state: State = field(STATE)
    # draws the cards
    generator: Generator = field(GENERATOR)
    # the legal actions; none when the game is over
    words: Words = field(np.uint64, WORDS)
    # the learner's seat; drawn when the game begins
    learner: Number = field(np.uint8)
    # the legal actions as ones among zeros, eight bytes in a number
    mask: Masks = field(np.uint64, CODES // 8)
    # what the seat to move sees, or the learner
    observation: Numbers = field(np.uint8, SIZE)


LIVE_GAME: Final = dtype_of(LiveGame)


class LiveGames(Protocol):
    """The type of an array of games."""

    @property
    def shape(self) -> tuple[Number, ...]: ...
    def __getitem__(self, index: Number, /) -> LiveGame: ...


class StepResults(Protocol):
    """The type of an array of results."""

    def __getitem__(self, index: Number, /) -> StepResult: ...


@kernel(inline=True)
def deal_on(board: Board, state: State, generator: Generator, work: Workspace) -> None:
    """Draw outcomes of chance until a seat decides or the game is over."""
    while is_chance(state):
        play_code(board, state, chance_code(state, generator), work.scratch, work.tape)


@kernel
def play_on(work: Workspace, game: LiveGame, code: Number) -> None:
    """Play a legal action and draw outcomes of chance up to the next decision."""
    play_code(work.board, game.state, code, work.scratch, work.tape)
    deal_on(work.board, game.state, game.generator, work)


@kernel
def begin_one(works: Records, settings_rows: Records, games: Records) -> None:
    """Deal the game in ``games[0]``, and write its legal actions and its observation."""
    game = games[0]
    game.state = settings_rows[0].setup
    begin_game(works[0].board, game.state, game.generator)
    note_legal(works[0].board, game, works[0].scratch)
    observe_state(game.state, whole(game.state.seat), game.observation)


@kernel
def step_one(works: Records, games: Records, code: Number) -> Number:
    """Play a legal action and chance; return the seat to move, or -1 at the end.

    Writes the legal actions, and the observation unless the game is over.
    """
    game = games[0]
    play_on(works[0], game, code)
    note_legal(works[0].board, game, works[0].scratch)
    if game.state.phase == OVER:
        return whole(-1)
    observe_state(game.state, whole(game.state.seat), game.observation)
    return whole(game.state.seat)


@kernel
def observe_one(games: Records, viewer: Number) -> None:
    """Write the observation of ``viewer`` in the game ``games[0]``."""
    observe_state(games[0].state, viewer, games[0].observation)


@kernel(inline=True)
def is_in(words: Words, code: Number) -> Truth:
    """Whether a set contains a code, which may be any number."""
    return 0 <= code < CODES and (words[code >> 6] & bit(code & 63)) != 0


@kernel
def find_illegal(games: LiveGames, results: StepResults, actions: NDArray[np.int64]) -> Number:
    """The first game whose action is not legal, -1 if there is none."""
    for number in range(games.shape[0]):
        if not results[number].ended and not is_in(games[number].words, actions[number]):
            return number
    return -1


@kernel
def draw_actions(
    games: LiveGames, generators: NDArray[np.record], actions: NDArray[np.int64]
) -> None:
    """A random legal action of each game, all equally likely; 0 where there is none."""
    for number in range(games.shape[0]):
        words = games[number].words
        count = count_codes(words)
        actions[number] = nth_code(words, draw_below(generators[number], count)) if count else 0


@kernel
def step_games(
    works: Records,
    settings_rows: Records,
    games: LiveGames,
    results: StepResults,
    actions: NDArray[np.int64],
    restart: Truth,
) -> None:
    """Advance every game of a batch to the learner's next decision.

    A game that has ended is dealt anew and its action is ignored; with ``restart`` all games
    are. Actions must be legal.
    """
    work, settings = works[0], settings_rows[0]
    for number in range(games.shape[0]):
        game, result = games[number], results[number]
        actor = whole(game.state.seat)
        if restart or result.ended:
            begin_in_batch(work, settings, game, result)
        else:
            play_code(work.board, game.state, actions[number], work.scratch, work.tape)
        play_others(work, settings, game)
        viewer = actor if game.state.phase == OVER else whole(game.state.seat)
        if settings.other_count:
            viewer = whole(game.learner)
        note_result(settings, game.state, viewer, result)
        note_legal(work.board, game, work.scratch)
        if settings.is_observed:
            observe_state(game.state, viewer, game.observation)


@kernel(inline=True)
def begin_in_batch(
    work: Workspace, settings: EnvSettings, game: LiveGame, result: StepResult
) -> None:
    """Deal a game anew and draw the learner's seat."""
    game.state = settings.setup
    begin_game(work.board, game.state, game.generator)
    game.learner = draw_below(game.generator, game.state.players)
    for seat in range(SEATS):
        result.returns[seat] = 0.0


@kernel(inline=True)
def note_result(settings: EnvSettings, state: State, viewer: Number, result: StepResult) -> None:
    """Write the result of a step for ``viewer``, who moved or is to move."""
    result.seat = viewer
    result.ended = state.phase == OVER
    result.reward = 0.0
    if result.ended:
        fill_rewards(state, settings.reward, result.returns)
        result.reward = result.returns[viewer]


@kernel(inline=True)
def note_legal(board: Board, game: LiveGame, scratch: Scratch) -> None:
    """Write the legal actions; a finished game has none. Only changed words are written."""
    list_legal(board, game.state, scratch)
    changed = np.uint64(0)
    for word in range(WORDS):
        changed |= np.uint64(game.words[word] != scratch.words[word]) << np.uint64(word)
    while changed != 0:
        word = lowest(changed)
        changed = without_lowest(changed)
        game.words[word] = scratch.words[word]
        write_mask_word(game.mask, word, scratch.words[word])


@kernel(inline=True)
def play_others(work: Workspace, settings: EnvSettings, game: LiveGame) -> None:
    """Draw outcomes and let bots play until the learner decides or the game is over."""
    state = game.state
    deal_on(work.board, state, game.generator, work)
    while settings.other_count and state.phase != OVER and state.seat != game.learner:
        kind = settings.others[(whole(state.seat) - game.learner - 1) % state.players]
        play_on(work, game, compiled_code(kind, work, state, game.generator))
