"""What choosing needs besides a position: what is known of the game, and room to work in."""

from typing import Final

from han.engine.game import Game
from han.rules.board import BOARD, Board
from han.rules.records import Record, dtype_of, field, new_record
from han.rules.scratch import SCRATCH, Scratch
from han.rules.state import STATE, State
from han.rules.tape import NO_TAPE, TAPE, Tape
from han.search.policy.shortlist import SHORTLIST, Shortlist
from han.search.tables.features import FEATURES, Features
from han.search.tables.record import TABLES, Tables, load_tables
from han.search.value.costs import COSTS, Costs, costs_on
from han.search.value.record import VALUES, Values


class Workspace(Record):
    """For one thread at a time. Kernels take it whole, which is one pointer.

    The board and the tables are copies: a record holds its parts, it does not point to them.
    """

    board: Board = field(BOARD)
    tables: Tables = field(TABLES)
    costs: Costs = field(COSTS)
    scratch: Scratch = field(SCRATCH)
    # what the pieces of the position are worth; lasts from one decision of a turn to the next
    values: Values = field(VALUES)
    # a position that one wishes for
    wished: State = field(STATE)
    # a position that is tried, and the same for it
    trial: State = field(STATE)
    trial_scratch: Scratch = field(SCRATCH)
    trial_values: Values = field(VALUES)
    features: Features = field(FEATURES)
    shortlist: Shortlist = field(SHORTLIST)
    # one that takes nothing
    tape: Tape = field(TAPE)


WORKSPACE: Final = dtype_of(Workspace)


def new_workspace(game: Game, tables: Tables | None = None) -> Workspace:
    """Room to work in for games of one kind, with the learned tables unless told otherwise."""
    work = new_record(Workspace)
    work.board = game.board
    work.tables = load_tables(game.players) if tables is None else tables
    work.costs = costs_on(game.map)
    work.tape = NO_TAPE
    return work
