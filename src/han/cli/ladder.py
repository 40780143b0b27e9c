"""``han ladder``: every level of bots against the next lower one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from han.cli.arena import RayOption, WorkersOption, report_new_faults
from han.cli.options import JsonOption, SeedOption
from han.cli.output import console, print_json, progress_bar, say

if TYPE_CHECKING:
    from han.ladder.page import Climbed
    from han.ladder.play import Climb
    from han.ladder.rungs import Rung
    from han.play.arena.outcome import Outcome
    from han.play.arena.run import Place

COLUMNS = [
    "cli.column_map",
    "arena.column_contest",
    "arena.column_games",
    "cli.column_wins",
    "arena.column_interval",
    "arena.column_bar",
    "arena.column_passed",
    "arena.column_ms_per_move",
]


def ladder(
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games a contest, in whole deals.")
    ] = 400,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    ray: RayOption = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The page to write; its games lie beside it.")
    ] = Path("docs/ladder.md"),
    only: Annotated[str, typer.Option(help="Play only the contests with this bot.")] = "",
    contests: Annotated[
        Path | None, typer.Option(help="A TOML file with other contests than the standing ones.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Play again what was played.")] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Play nothing; write the page from the kept games.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Play the standing ladder and write its page with a plot.

    Games are kept in a JSON file beside the page: what was played with the same seed and
    version is not played again, and Ctrl-C loses nothing.
    """
    from han.ladder.book import read_book
    from han.ladder.page import climbed_rungs
    from han.ladder.play import Climb
    from han.ladder.rungs import check_bots, choose_rungs, read_rungs
    from han.messages import HanError
    from han.play.arena.run import Place
    from han.play.files import make_folder

    rungs = read_rungs(contests)
    chosen = () if rebuild else choose_rungs(rungs, only)
    check_bots(chosen)
    book_path = output.with_suffix(".json")
    if book_path == output:
        raise HanError("arena.no_page", file=output)
    make_folder(output.parent)
    book = read_book(book_path)
    is_done = _play(Climb(book, chosen, games, seed, again), Place(workers, ray))
    climbed = climbed_rungs(book, rungs)
    if is_done:
        _write(output, rungs, climbed)
    if as_json:
        print_json({"interrupted": not is_done, "contests": [_as_json(c) for c in climbed]})
    else:
        _print(climbed, output, is_done)
    if not is_done:
        raise typer.Exit(130)


def _play(climb: "Climb", place: "Place") -> bool:
    """Play what is missing; whether it came to the end."""
    with progress_bar(say("arena.progress"), climb.games_left) as bar:
        reported: set[str] = set()

        def on_game(outcome: "Outcome") -> None:
            bar.advance()
            report_new_faults(outcome.faults, reported)

        return climb.play(place, on_game)


def _write(page: Path, rungs: tuple["Rung", ...], climbed: list["Climbed"]) -> None:
    """The page, and its picture in the folder ``images`` beside it."""
    from han.ladder.page import format_page
    from han.ladder.plot import draw_plot
    from han.play.files import make_folder, write_whole

    plot = page.parent / "images" / f"{page.stem}.svg"
    make_folder(plot.parent)
    played = {c.rung for c in climbed}
    missing = [rung for rung in rungs if rung not in played]
    write_whole(plot, draw_plot(climbed) + "\n")
    write_whole(page, format_page(climbed, missing, f"images/{plot.name}"))


def _as_json(climbed: "Climbed") -> dict[str, Any]:
    rung = climbed.rung
    return {
        "map": rung.map,
        "line_up": list(rung.line_up),
        "seed": climbed.entry.settings.seed,
        "version": climbed.entry.settings.version,
        "games": climbed.games,
        "share": rung.share,
        "lower": rung.lower,
        "passed": climbed.is_passed,
        **climbed.standing.as_json(),
    }


def _print(climbed: list["Climbed"], page: Path, is_done: bool) -> None:
    from rich.table import Table

    from han.messages import language

    table = Table()
    for column in COLUMNS:
        table.add_column(say(column), justify="right" if len(table.columns) > 1 else "left")
    for rung in climbed:
        table.add_row(rung.entry.run.contest.game.map.name[language()], *_cells(rung))
    out = console()
    out.print(table)
    out.print(say("arena.written", file=page) if is_done else say("arena.ladder_interrupted"))


def _cells(climbed: "Climbed") -> list[str]:
    from han.ladder.page import format_bar

    standing = climbed.standing
    low, high = standing.ci95
    return [
        f"{climbed.rung.line_up[0]} - {climbed.rung.opponents}",
        str(climbed.games),
        f"{standing.win_share:.1%}",
        f"{low:.1%} - {high:.1%}",
        format_bar(climbed.rung),
        "✓" if climbed.is_passed else "✗",
        f"{standing.ms_per_move:.3g}",
    ]
