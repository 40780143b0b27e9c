"""``han ladder``: every level of bots against the next lower one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from han.cli.arena import RayOption, WorkersOption, report_new_faults
from han.cli.options import JsonOption, SeedOption
from han.cli.output import console, number, print_json, progress_bar, say

if TYPE_CHECKING:
    from han.ladder.page import PlayedRung
    from han.ladder.play import LadderRun
    from han.ladder.rungs import Rung
    from han.play.arena.match_result import MatchResult
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
    from han.ladder.ladder_file import read_ladder_file
    from han.ladder.page import played_rungs
    from han.ladder.play import LadderRun
    from han.ladder.rungs import check_bots, choose_rungs, read_rungs
    from han.messages import HanError
    from han.play.arena.run import Place
    from han.play.files import make_folder

    rungs = read_rungs(contests)
    chosen = () if rebuild else choose_rungs(rungs, only)
    check_bots(chosen)
    file_path = output.with_suffix(".json")
    if file_path == output:
        raise HanError("arena.no_page", file=output)
    make_folder(output.parent)
    file = read_ladder_file(file_path)
    is_done = _play(LadderRun(file, chosen, games, seed, again), Place(workers, ray))
    played = played_rungs(file, rungs)
    if is_done:
        _write(output, rungs, played)
    if as_json:
        print_json({"interrupted": not is_done, "contests": [_as_json(c) for c in played]})
    else:
        _print(played, output, is_done)
    if not is_done:
        raise typer.Exit(130)


def _play(ladder_run: "LadderRun", place: "Place") -> bool:
    """Play the missing games; return whether all were played."""
    with progress_bar(say("arena.progress"), ladder_run.games_left) as bar:
        reported: set[str] = set()

        def on_game(result: "MatchResult") -> None:
            bar.advance()
            report_new_faults(result.faults, reported)

        return ladder_run.play(place, on_game)


def _write(page: Path, rungs: tuple["Rung", ...], played: list["PlayedRung"]) -> None:
    """Write the page, and its picture in the folder ``images`` beside it."""
    from han.ladder.page import format_page
    from han.ladder.plot import draw_plot
    from han.play.files import make_folder, write_atomically

    plot = page.parent / "images" / f"{page.stem}.svg"
    make_folder(plot.parent)
    done = {c.rung for c in played}
    missing = [rung for rung in rungs if rung not in done]
    write_atomically(plot, draw_plot(played) + "\n")
    write_atomically(page, format_page(played, missing, f"images/{plot.name}"))


def _as_json(played: "PlayedRung") -> dict[str, Any]:
    rung = played.rung
    return {
        "map": rung.map,
        "line_up": list(rung.line_up),
        "seed": played.rung_games.key.seed,
        "version": played.rung_games.key.version,
        "games": played.games,
        "share": rung.share,
        "lower": rung.lower,
        "passed": played.is_passed,
        **played.standing.as_json(),
    }


def _print(played: list["PlayedRung"], page: Path, is_done: bool) -> None:
    from rich.table import Table

    from han.messages import language

    table = Table()
    for column in COLUMNS:
        table.add_column(say(column), justify="right" if len(table.columns) > 1 else "left")
    for rung in played:
        table.add_row(rung.rung_games.run.contest.game.map.name[language()], *_cells(rung))
    out = console()
    out.print(table)
    out.print(say("arena.written", file=page) if is_done else say("arena.ladder_interrupted"))


def _cells(played: "PlayedRung") -> list[str]:
    from han.ladder.page import format_bar

    standing = played.standing
    low, high = standing.ci95
    return [
        f"{played.rung.line_up[0]} - {played.rung.opponents}",
        str(played.games),
        number(standing.win_share, ".1%"),
        f"{number(low, '.1%')} - {number(high, '.1%')}",
        format_bar(played.rung),
        "✓" if played.is_passed else "✗",
        number(standing.ms_per_move, ".3g"),
    ]
