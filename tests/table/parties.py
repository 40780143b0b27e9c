"""Whole games in which everything happens that can happen at a table."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from han.engine.game import Game
from han.table import absence
from han.table import command as commands
from han.table import entry as log
from han.table.absence import NUDGE_AFTER_MS, STAND_IN_AFTER_MS
from han.table.command import Command, SentCommand
from han.table.entry import Seat
from han.table.errors import TableError
from han.table.options import Clock
from han.table.talk import PHRASES
from table.building import Keeper, ann, ben, bot, by, cleo, dora, options_of
from tables import any_action, eager_action

CLOCKS = (Clock(), Clock("turn", 60), Clock("fischer", 100, 3), Clock("turn", 3 * 24 * 3600))
LATE = 1000
"""Entries after which nobody takes turns back any more, so that the game must end."""


class Party:
    """People of all kinds and bots at one table; chance says what they do."""

    def __init__(self, game: Game, seed: int, *, casual: bool = True) -> None:
        """Let chance seat them, too."""
        self._rng = rng = Random(seed)
        options = options_of(
            game,
            start=rng.choice([None, *range(game.players)]),
            clock=rng.choice(CLOCKS),
            casual=casual,
        )
        self.keeper = Keeper(options, _seats(game.players, rng))
        self.keeper.deal()
        self._choose = rng.choice([any_action, eager_action])

    def play(self) -> Iterator[Keeper]:
        """The table and its log after every entry, until the game is over."""
        yield self.keeper
        while self.keeper.table.status == "running":
            is_long = self._rng.random() < (0.5 if self.keeper.table.awaited.nudged_at else 0.05)
            self.keeper.now += self._rng.randrange(9000) + is_long * STAND_IN_AFTER_MS
            length = len(self.keeper.entries)
            self._go_on()
            if len(self.keeper.entries) > length:
                yield self.keeper

    def _go_on(self) -> None:
        table = self.keeper.table
        clock_ran_out = absence.run_out(table, self.keeper.now)
        if table.is_timed and self._rng.random() < 0.01:
            self.keeper.add(log.Downtime(at=self.keeper.now, ms=self.keeper.now - table.changed))
        elif clock_ran_out:
            self.keeper.go_on(clock_ran_out)
        elif table.is_waiting:
            self.keeper.carry_out(self._return())
        elif self._rng.random() < self._share_of_commands:
            with suppress(TableError):
                self.keeper.carry_out(self._command())
        else:
            self.keeper.play(self._decision())

    def _decision(self) -> str:
        """Any action; a hidden card more often than chance would take one."""
        position = self.keeper.table.position
        if position.phase == "draw" and self._rng.random() < 0.4:
            return "*"
        return str(self._choose(position, self._rng))

    def _command(self) -> SentCommand:
        """Anybody's command, whether it is possible or not."""
        rng, table = self._rng, self.keeper.table
        guest, seat = self._somebody()
        id_ = f"cid-of-{table.seq}"
        if table.take_backs.asked:
            agreed = rng.random() < 0.85
            return by(guest, seat, commands.AnswerTakeBack, id=id_, agreed=agreed)
        if self._is_idle:
            return SentCommand(self._call_absent(id_), guest, seat)
        possible: list[Command] = [
            commands.Say(text=rng.choice(["well …", "I have VYOGR", "<b>"]), id=id_),
            commands.Say(phrase=rng.choice(PHRASES), id=id_),
            commands.Mute(whom=rng.randrange(len(table.seats)), muted=rng.random() < 0.6, id=id_),
            commands.Undo(moment=table.moment_of(seat), id=id_),
            commands.ComeBack(id=id_),
            commands.ComeBack(id=id_),
            commands.Leave(id=id_),
        ]
        if table.seq < LATE:
            possible.append(commands.AskTakeBack(moment=table.moment_of(seat), id=id_))
        return SentCommand(rng.choice(possible), guest, seat)

    def _call_absent(self, id_: str) -> Command:
        """Nudge the one to move; after that everybody wants a bot, or somebody does not."""
        table = self.keeper.table
        whom = table.to_move or 0
        if not table.awaited.nudged_at:
            return commands.Nudge(whom=whom, id=id_)
        return commands.AskStandIn(whom=whom, agreed=self._rng.random() < 0.9, id=id_)

    @property
    def _share_of_commands(self) -> float:
        """How often somebody sends a command instead of playing on."""
        if self._is_idle:
            return 0.9
        return 0.7 if self.keeper.table.take_backs.asked else 0.25

    @property
    def _is_idle(self) -> bool:
        """Whether everybody has waited for long."""
        return self.keeper.now >= self.keeper.table.awaited.since + NUDGE_AFTER_MS

    def _return(self) -> SentCommand:
        """Anybody's: the game waits for one of them."""
        guest, seat = self._somebody()
        return by(guest, seat, commands.ComeBack, id=f"cid-of-{self.keeper.table.seq}")

    def _somebody(self) -> tuple[str, int]:
        """A person, most often the one to move."""
        table = self.keeper.table
        seats = [i for i, seat in enumerate(table.seats) if seat.kind == "person"]
        seat = self._rng.choice(seats)
        if table.to_move in seats and self._rng.random() < 0.5:
            seat = table.to_move
        return table.seats[seat].guest, seat


def _seats(players: int, rng: Random) -> list[Seat]:
    """Ann, with luck others and bots, in any order."""
    seats = [ann, *rng.sample([ben, bot, cleo, dora, bot], players - 1)]
    rng.shuffle(seats)
    return seats
