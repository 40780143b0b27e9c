"""``han export``: games as data sets for learning."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from han.cli.arena import (
    ContestMapOption,
    ContestPlayersOption,
    WorkersOption,
    make_contest,
    report_new_faults,
)
from han.cli.options import JsonOption, SeedOption, VariantName, VariantOption, WildOption
from han.cli.output import console, number, print_json, progress_bar, say

if TYPE_CHECKING:
    from han.envs.data.export import ExportedGame, ExportReport


def export(
    folder: Annotated[Path, typer.Argument(help="A folder for the files, without an export.")],
    name: VariantName = "",
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="One bot for each seat: a,b,c.", show_default=False)
    ] = "",
    kept: Annotated[
        list[Path] | None,
        typer.Option(
            "--from", help="Play nothing; read these records, or folders of them.", metavar="PATH"
        ),
    ] = None,
    map_name: ContestMapOption = "",
    players: ContestPlayersOption = None,
    variant: VariantOption = False,
    wild: WildOption = True,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games, rounded up to whole deals.")
    ] = 400,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    records: Annotated[
        Path | None, typer.Option(help="Write each game to this folder too: 000001.json …")
    ] = None,
    features: Annotated[
        bool, typer.Option("--features/--no-features", help="Whether to write what seats saw.")
    ] = True,
    file_rows: Annotated[
        int | None,
        typer.Option("--rows-per-file", min=1, help="Rows of a file.", show_default="500,000"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write games to Parquet files, one row for each decision, to learn from.

    Bots play as in han arena, or games come from records. Ctrl-C keeps what is done.
    """
    from functools import partial

    from han.envs.data.export import Target, export_games, export_records
    from han.envs.data.files import FILE_ROWS
    from han.messages import HanError
    from han.play.arena.run import Place
    from han.records.files import find_records

    if bool(bots) == bool(kept):
        raise HanError("export.one_source")
    target, place = Target(folder, records, features, file_rows or FILE_ROWS), Place(workers)
    if kept:
        paths = find_records(kept)
        wanted = len(paths)
        write = partial(export_records, paths, target, place, map_file=map_name or None)
    else:
        contest = make_contest(bots, players, map_name, variant, name, wild, seed)
        wanted = contest.whole_deals(games)
        write = partial(export_games, contest, wanted, target, place)
    report = _write_with_progress(write, wanted)
    if as_json:
        print_json(_as_json(report, folder))
    else:
        _print(report, folder, wanted)
    if report.is_interrupted:
        raise typer.Exit(130)


def _write_with_progress(write: Callable[..., "ExportReport"], wanted: int) -> "ExportReport":
    """Show the progress, and print the first fault of each bot."""
    with progress_bar(say("arena.progress"), wanted) as bar:
        reported: set[str] = set()

        def on_game(exported: "ExportedGame") -> None:
            bar.advance()
            report_new_faults(exported.faults, reported)

        return write(on_game=on_game)


def _as_json(report: "ExportReport", folder: Path) -> dict[str, Any]:
    return {
        "folder": str(folder),
        "files": [path.name for path in report.files],
        "games": report.games,
        "rows": report.rows,
        "unfinished": report.unfinished,
        "interrupted": report.is_interrupted,
        "bytes": report.bytes,
        "bytes_per_row": round(report.bytes / max(report.rows, 1), 1),
        "seconds": round(report.seconds, 3),
        "rows_per_s": round(report.rows / report.seconds, 1),
    }


def _print(report: "ExportReport", folder: Path, wanted: int) -> None:
    out = console()
    rate = number(report.rows / report.seconds, ",.0f")
    rows, size = number(report.rows, ","), number(report.bytes / 1e6, ",.1f")
    out.print(say("export.written", count=report.games, rows=rows, folder=folder, size=size))
    out.print(say("export.speed", seconds=number(report.seconds, ".1f"), rate=rate))
    if report.unfinished:
        out.print(say("export.unfinished", count=report.unfinished))
    if report.is_interrupted:
        out.print(say("arena.interrupted", count=report.games, wanted=wanted))
