"""Output of the commands."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from han.messages import format_number, language, message

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

    from han.play.guard import BotFault


def fail(text: str) -> NoReturn:
    """Print an error on one line, and exit with status 2."""
    warn(text)
    sys.exit(2)


def warn(text: str) -> None:
    """Print an error on one line."""
    sys.stderr.write("han: " + " ".join(text.split()) + "\n")


def report_fault(fault: "BotFault") -> None:
    """Print a bot's fault on one line."""
    warn(fault.text(language()))


def say(key: str, /, **params: object) -> str:
    """A message in the reader's language."""
    return message(key, language(), **params)


def number(value: float, how: str) -> str:
    """A number in the format ``how``, as the reader's language writes it."""
    return format_number(value, how, language())


def print_json(value: object) -> None:
    """Print one JSON object, its texts as they are if standard output can show them."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    sys.stdout.write(text + "\n")


def escape_what_cannot_be_shown() -> None:
    """Write characters that standard output cannot show as escapes, as standard error does."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def console() -> "Console":
    """A console on standard output; plain text if that is not a terminal."""
    from rich.console import Console

    out = Console()
    return out if out.is_terminal else Console(width=max(out.width, 100), highlight=False)


class Bar:
    """A progress bar on standard error."""

    def __init__(self, progress: "Progress", task: "TaskID") -> None:
        """Wrap a task of Rich's."""
        self._progress = progress
        self._task = task

    def advance(self, steps: float = 1) -> None:
        """Advance by some steps."""
        self._progress.advance(self._task, steps)

    def move_to(self, steps: float) -> None:
        """Set how many steps are done."""
        self._progress.update(self._task, completed=steps)


@contextmanager
def progress_bar(what: str, total: int) -> Iterator[Bar]:
    """A progress bar with the time left, shown only in a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeLeft())
    err = Console(stderr=True)
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        yield Bar(progress, progress.add_task(what, total=total))


def compile_with_bar() -> None:
    """Compile the missing kernels, and show the progress."""
    from han.rules.compile import (
        count_compiled,
        is_compilation_due,
        say_that_kernels_are_compiled,
    )

    if not is_compilation_due():
        return
    from han.play.warm import compile_all  # with all kernels, so that they can be counted

    say_that_kernels_are_compiled()  # before the bar, which would share its line with it
    with progress_bar(say("cli.compiling_progress"), count_compiled()[1]) as bar:
        compile_all(lambda done, total: bar.move_to(done))
