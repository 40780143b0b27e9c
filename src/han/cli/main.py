"""The program ``han``."""

import os
import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from han.cli import (
    arena,
    bench,
    export,
    ladder,
    maps,
    perft,
    play,
    serve,
    show,
    sim,
    verify,
    worker,
)
from han.cli.output import escape_what_cannot_be_shown, fail
from han.messages import HanError, language, set_language
from han.version import __version__

app = typer.Typer(
    name="han",
    help="HAN, Michael Schacht's game of houses, emissaries and alliances.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(maps.app, name="map")
for command in (
    play.play,
    serve.serve,
    worker.worker,
    sim.sim,
    arena.arena,
    ladder.ladder,
    export.export,
    verify.verify,
    show.show,
    perft.perft,
    bench.bench,
):
    app.command()(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"han {__version__}")
        raise typer.Exit


@app.callback()
def options(
    lang: Annotated[
        str,
        typer.Option(envvar="HAN_LANG", help="Language of messages: en, de, fr or it."),
    ] = "",
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """Options for every command."""
    if lang:
        set_language(lang)


def run() -> None:
    """Run the program: errors are one line and status 2, an interruption is quiet."""
    escape_what_cannot_be_shown()
    try:
        status = app(standalone_mode=False)
    except HanError as error:
        fail(error.text(language()))
    except TyperException as error:
        fail(error.format_message())
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        sys.exit(130)
    except BrokenPipeError:
        # the reader of our output has closed the pipe; prevent an error at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)
