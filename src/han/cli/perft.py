"""``han perft``: count the sequences of actions and outcomes from a position."""

import time
from typing import Annotated

import typer

from han.cli.options import JsonOption
from han.cli.output import print_json


def perft(
    position: Annotated[str, typer.Argument(help="A position string.")],
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=12, help="How deep.")] = 3,
    split: Annotated[bool, typer.Option("--split", help="Count below each action.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count all sequences of actions and chance outcomes of a length from a position."""
    from han.engine.position import Position
    from han.play.perft import count_leaves, split_leaves

    start = Position.parse(position)
    began = time.perf_counter()
    if split:
        below = split_leaves(start, depth)
        leaves = sum(below.values())
    else:
        leaves = count_leaves(start, depth)
        below = {}
    seconds = time.perf_counter() - began
    if as_json:
        counts = {"below": below} if split else {}
        print_json({"depth": depth, "leaves": leaves, "seconds": round(seconds, 4), **counts})
        return
    for action, count in below.items():
        typer.echo(f"{action}: {count}")
    typer.echo(f"{leaves}")
