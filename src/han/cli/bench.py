"""``han bench``: how fast the engine is on this machine."""

from typing import Annotated, Any

import typer

from han.cli.options import JsonOption
from han.cli.output import console, number, print_json, progress_bar, say


def bench(
    seconds: Annotated[float, typer.Option(min=0.01, help="Seconds for each rate.")] = 1.0,
    gpu: Annotated[bool, typer.Option("--gpu", help="Play on a GPU too.")] = False,
    once: Annotated[
        bool, typer.Option("--once", help="Do each thing once; the figures say little.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Measure the engine on one core: random games, copies, compilation, start."""
    from han.bench.figures import LEAST, Effort, every_game, measure

    if gpu:
        from han.play.gpu import load_cuda

        load_cuda()  # say at once that there is none
    effort = LEAST if once else Effort(seconds)
    with progress_bar(say("cli.bench_progress"), len(list(every_game()))) as bar:
        figures = measure(effort, gpu, bar.advance)
        figures["environments"] = _measure_environments(effort.seconds)
    if as_json:
        print_json(figures)
    else:
        _print(figures)


def _measure_environments(seconds: float) -> dict[str, Any] | None:
    """The research environments' figures, if what they need is installed."""
    try:
        from han.bench.environments import measure_environments
    except ImportError:
        return None
    return measure_environments(seconds)


def _print(figures: dict[str, Any]) -> None:
    from rich.table import Table

    out = console()
    for key in ("random_games", "gpu"):
        if key not in figures:
            continue
        table = Table(title=say(f"cli.bench_{key}"))
        for column in ("map", "players", "variant", "games_per_s", "decisions_per_s"):
            table.add_column(say(f"cli.column_{column}"), justify="right")
        for rate in figures[key]:
            mark = "✓" if rate["variant"] else ""
            speeds = [number(rate[key], ",.0f") for key in ("games_per_s", "decisions_per_s")]
            table.add_row(rate["map"], str(rate["players"]), mark, *speeds)
        out.print(table)
    _print_search(figures["search"])
    _print_environments(figures["environments"])
    catan = figures["catanatron_games_per_s"]
    out.print(
        say(
            "cli.bench_rest",
            bytes=figures["state_bytes"],
            copy=figures["copy_ns"],
            compile=figures["compile_s"],
            start=figures["cached_start_s"],
            version=round(1000 * figures["version_s"]),
            interpreted=figures["interpreted"]["games_per_s"],
        )
    )
    out.print(say("cli.bench_catanatron", rate=catan) if catan else say("cli.bench_no_catanatron"))


def _print_search(search: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(title=say("cli.bench_levels"))
    for column in ("bot", "mean_ms", "slowest_ms"):
        table.add_column(say(f"cli.column_{column}"), justify="right")
    for level in search["levels"]:
        times = (number(level[key], ".2f") for key in ("mean_ms", "slowest_ms"))
        table.add_row(level["level"], *times)
    out = console()
    out.print(table)
    out.print(
        say(
            "cli.bench_search",
            guided=number(search["guided_simulations_per_s"], ",.0f"),
            uniform=number(search["uniform_simulations_per_s"], ",.0f"),
        )
    )


def _print_environments(rates: dict[str, Any] | None) -> None:
    from rich.table import Table

    if rates is None:
        console().print(say("cli.bench_no_envs"))
        return
    table = Table(title=say("cli.bench_envs"))
    table.add_column(say("cli.column_environment"))
    table.add_column(say("cli.column_steps_per_s"), justify="right")
    for name, rate in rates.items():
        if name.endswith("_per_s") and rate is not None:
            table.add_row(name.removesuffix("_per_s").replace("_", " "), number(rate, ",.0f"))
    console().print(table)
