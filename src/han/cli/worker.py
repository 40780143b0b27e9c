"""``han worker``: let bots think for the servers of a NATS broker."""

from typing import Annotated

import typer

from han.cli.output import say


def worker(
    nats: Annotated[
        str,
        typer.Option(
            "--nats", envvar="HAN_NATS", metavar="ADDRESS", help="The broker: nats://HOST:PORT."
        ),
    ] = "nats://127.0.0.1:4222",
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", "-w", min=1, help="Bots that think at a time.", show_default="all cores"
        ),
    ] = None,
) -> None:
    """Let bots think for game servers, which hand out their tasks at a NATS broker.

    Start as many workers as you like, on any machine. SIGTERM or Ctrl-C ends one: it finishes
    or gives back what it has in hand. What a worker loses otherwise, another one takes over.
    """
    from han.server.bot_pool.worker import run_worker

    run_worker(nats, processes, lambda count: typer.echo(say("bot_pool.ready", count=count)))
