"""``han serve``: tables for people and bots."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from han.cli.output import compile_with_bar, say


def serve(
    host: Annotated[
        str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", "-p", help="0 takes a free one.", show_default="8014")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="HAN_DATABASE",
            help="An SQLite file, or the address of a PostgreSQL database.",
            show_default="han.sqlite",
        ),
    ] = None,
    nats: Annotated[
        str | None,
        typer.Option(envvar="HAN_NATS", help="A NATS server, when several processes serve."),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(help="Processes that bots think in.", show_default="one a core")
    ] = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            envvar="HAN_HOST_NAME",
            help="A name that this server has, besides its addresses, localhost and the machine's "
            "own name; give it once for each.",
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the browser there.")] = False,
    config: Annotated[
        Path | None, typer.Option(envvar="HAN_CONFIG", help="A TOML file with more settings.")
    ] = None,
) -> None:
    """Serve tables for people and bots until Ctrl-C."""
    from han.server.config import read_config

    given = {"host": host, "port": port, "database": database, "nats": nats}
    settings = read_config(config, **given, processes=processes, host_names=host_name or None)

    with _importing_server():  # takes longer than to find a fault in the settings
        from han.server.run import address_of, listen, run_server

    with listen(settings) as listener:
        address = address_of(listener)
        run_server(settings, listener, compile_with_bar, lambda: _show_address(address, show))


@contextmanager
def _importing_server() -> Iterator[None]:
    """Say which extra is missing, when a package that the server imports is.

    The garbage collector is off meanwhile: it would find nothing in a thousand modules, and takes
    an eighth of the time that they need.
    """
    from han.messages import HanError

    gc.disable()
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("han."):
            raise
        raise HanError("server.no_packages") from None
    finally:
        gc.enable()


def _show_address(address: str, show: bool) -> None:
    """Print the address, and open it in a browser if wanted and possible."""
    import webbrowser
    from threading import Thread

    typer.echo(say("server.listening", address=address))
    if show:
        Thread(target=webbrowser.open, args=[address], daemon=True).start()
