"""What policies need besides a position: tables of the game, and memory for their results."""

from typing import Final

from han.engine.game import Game
from han.rules.board import BOARD, Board
from han.rules.records import KernelRecord, dtype_of, field, new_record
from han.rules.scratch import SCRATCH, Scratch
from han.rules.state import STATE, State
from han.rules.tape import NO_TAPE, TAPE, Tape
from han.search.policy.shortlist import SHORTLIST, Shortlist
from han.search.tables.features import FEATURES, Features
from han.search.tables.record import TABLES, Tables, load_tables
from han.search.value.costs import COSTS, Costs, costs_on
from han.search.value.record import VALUES, Values


class Workspace(KernelRecord):
    """Everything that a policy reads and writes, for one thread at a time.

    Kernels take it as one argument. The board and the tables are copies, since a record cannot
    hold references.
    """

    board: Board = field(BOARD)
    tables: Tables = field(TABLES)
    costs: Costs = field(COSTS)
    scratch: Scratch = field(SCRATCH)
    # values of pieces in the position; kept from one decision of a turn to the next
    values: Values = field(VALUES)
    # a copy of the position in which the hand gets another card
    imagined: State = field(STATE)
    # a copy of the position in which a piece is placed, with its scratch and values
    trial: State = field(STATE)
    trial_scratch: Scratch = field(SCRATCH)
    trial_values: Values = field(VALUES)
    features: Features = field(FEATURES)
    shortlist: Shortlist = field(SHORTLIST)
    # always `NO_TAPE`
    tape: Tape = field(TAPE)


WORKSPACE: Final = dtype_of(Workspace)


def new_workspace(game: Game, tables: Tables | None = None) -> Workspace:
    """A workspace for a game, with the tables of the package unless others are given."""
    work = new_record(Workspace)
    work.board = game.board
    work.tables = load_tables(game.players) if tables is None else tables
    work.costs = costs_on(game.map)
    work.tape = NO_TAPE
    return work
