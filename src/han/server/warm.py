"""Load or compile what tables need beside the event loop, before anybody waits for it."""

from han.records.fair import commitment, new_seed
from han.table import moves, opening
from han.table.command import Play
from han.table.entry import Seat
from han.table.options import Options
from han.table.sender import Sender
from han.table.table import Table
from han.table.telling import Viewer, moment_json

GUEST = "nobody"


def warm_up() -> None:
    """Play a game that nobody sees, and build everything that would be told of it."""
    seed, host = new_seed(), Sender(GUEST, 0)
    seats = [Seat("person", name, GUEST) for name in ("A", "B")]
    options = Options("ways-of-diplomacy", len(seats))
    table = Table.load("", seed, [opening.create(options, seats, host, commitment(seed))])
    table = opening.deal(table, host).after
    while (seat := table.to_move) is not None:
        moment_json(table, Viewer(GUEST, seat))
        action = str(table.position.legal_actions[-1])
        command = Play(id="", action=action, moment=table.moment)
        table = moves.play(table, Sender(GUEST, 0, seat=seat), command).after
    moment_json(table, Viewer())
