"""Any program as a bot: ``exec:COMMAND``."""

import shlex
import shutil
import time
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from han.bots.bot import Bot
from han.bots.errors import BotFaultError, SpecError
from han.bots.process import LineProcess, LineTimeoutError
from han.bots.protocol import (
    BYE_MESSAGE,
    choose_message,
    format_message,
    hello_message,
    invalid_answer,
    read_action,
    read_hello,
)
from han.bots.spec import parse_parameters, read_whole
from han.engine.action import Action
from han.engine.chance import Chance
from han.engine.game import Game
from han.engine.view import View

PROGRAM = "exec"
BUDGET_MS = 1000
"""Milliseconds for an answer unless the spec says otherwise."""
GRACE_MS = 250
"""How late an answer may be, for the time in pipes."""
HELLO_MS = 10_000
"""How long a program may take to start and to say hello: starting an interpreter takes time."""
MOST_MS = 600_000
MOST_STALE = 10
"""How many answers to earlier questions are ignored before one counts as invalid."""
SEEDS = 1 << 31


class ProgramBot:
    """Asks a program for each decision.

    It is started at the first decision and again after a fault or for another game.
    """

    def __init__(
        self,
        spec: str,
        command: Sequence[str],
        budget_ms: int = BUDGET_MS,
        hello_ms: int = HELLO_MS,
    ) -> None:
        """Keep the command; nothing is started yet."""
        self.spec = spec
        self._command = command
        self._budget_ms = budget_ms
        self._hello_ms = hello_ms
        self._process: LineProcess | None = None
        self._game: Game | None = None
        self._name = Path(command[0]).name
        self._asked = 0

    def choose(self, view: View, chance: Chance) -> Action:
        """The program's answer.

        Raises:
            BotFaultError: It ended, was late or gave an invalid answer; it has been stopped.
        """
        seed = chance.below(SEEDS)
        try:
            process = self._running(view.game)
            self._asked += 1
            message = choose_message(self._asked, seed, self._budget_ms, view)
            process.send(format_message(message))
            return self._answer(process)
        except BotFaultError as fault:
            raise self._stopped_with(fault) from None

    def close(self) -> None:
        """Say goodbye and end the program."""
        if self._process is not None:
            self._process.stop(format_message(BYE_MESSAGE))
            self._process = None

    def _running(self, game: Game) -> LineProcess:
        """The program, started for this game."""
        if self._process is None or game != self._game:
            self.close()
            self._process = self._start()
            self._game = game
            self._process.send(format_message(hello_message(game)))
            self._name = read_hello(_receive(self._process, self._hello_ms, time.monotonic()))
        return self._process

    def _start(self) -> LineProcess:
        try:
            return LineProcess(self._command)
        except OSError as error:
            raise BotFaultError("bots.program_start", fault=error.strerror) from None

    def _answer(self, process: LineProcess) -> Action:
        began = time.monotonic()
        for _ in range(1 + MOST_STALE):
            line = _receive(process, self._budget_ms + GRACE_MS, began)
            action = read_action(line, self._asked)
            if action is not None:
                return action
        raise invalid_answer(line)

    def _stopped_with(self, fault: BotFaultError) -> BotFaultError:
        """End the program at once; the fault with its exit status and standard error added."""
        about: dict[str, object] = {"program": self._name}
        if self._process is not None:
            about["status"] = self._process.stop()
            about["words"] = self._process.last_stderr
            self._process = None
        return BotFaultError(fault.key, **fault.params, **about)


def _receive(process: LineProcess, allowed_ms: int, began: float) -> bytes:
    """The next line, if it comes within ``allowed_ms`` since ``began``."""
    try:
        line = process.receive(allowed_ms / 1000 - (time.monotonic() - began))
    except LineTimeoutError:
        raise BotFaultError("bots.program_late", ms=allowed_ms) from None
    if not line:
        raise BotFaultError("bots.program_ended")
    return line


def make_program(text: str) -> Bot:
    """The bot of a spec ``exec:text``: options, then a command as a shell would read it."""
    spec = f"{PROGRAM}:{text.strip()}"
    try:
        words = shlex.split(text)
    except ValueError:  # a quotation mark that is never closed
        words = []
    options = list(takewhile(lambda word: word.startswith("ms="), words))
    command = words[len(options) :]
    if not command:
        raise SpecError("bots.no_command", spec=spec)
    parameters = parse_parameters(PROGRAM, options)
    budget_ms = read_whole(parameters, "ms", BUDGET_MS, least=1, most=MOST_MS)
    program = shutil.which(command[0])
    if program is None:
        raise SpecError("bots.no_such_program", program=command[0])
    return ProgramBot(spec, [program, *command[1:]], budget_ms)
