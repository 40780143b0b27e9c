"""``han arena``: bots against one another, fairly seated."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from han.cli.arena_report import print_report, report_json
from han.cli.options import (
    DEFAULT_MAP,
    JsonOption,
    SeedOption,
    VariantName,
    VariantOption,
    WildOption,
    make_game,
)
from han.cli.output import print_json, progress_bar, report_fault, say

if TYPE_CHECKING:
    from han.play.arena.contest import Contest
    from han.play.arena.match_result import MatchResult
    from han.play.guard import BotFault

MAP_FOR_TWO = "ways-of-diplomacy"

ContestMapOption = Annotated[
    str,
    typer.Option(
        "--map",
        "-m",
        help="A map's id (han map list) or its file.",
        show_default=f"{DEFAULT_MAP}, for two {MAP_FOR_TWO}",
    ),
]
ContestPlayersOption = Annotated[
    int | None,
    typer.Option("--players", "-p", help="How many play.", show_default="one for each bot"),
]
WorkersOption = Annotated[
    int | None,
    typer.Option("--workers", "-w", min=1, help="Games at a time.", show_default="all cores"),
]
RayOption = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster: HOST:PORT, or auto."),
]


def arena(
    bots: Annotated[str, typer.Option("--bots", "-b", help="One bot for each seat: a,b,c.")],
    name: VariantName = "",
    map_name: ContestMapOption = "",
    players: ContestPlayersOption = None,
    variant: VariantOption = False,
    wild: WildOption = True,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="How many games, rounded up to whole deals.")
    ] = 400,
    seed: SeedOption = 0,
    workers: WorkersOption = None,
    until_sure: Annotated[
        bool,
        typer.Option("--until-sure", help="Stop when the first bot is clearly better or worse."),
    ] = False,
    records: Annotated[
        Path | None, typer.Option(help="Write each game to this folder: 000001.json …")
    ] = None,
    ray: RayOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots play one another and say who is better, and how sure that is.

    Every deal is played once for each rotation of the bots through the seats, with the same
    cards. Ctrl-C keeps what is done.
    """
    from han.play.arena.run import Place, Run, play_contest

    run = Run(make_contest(bots, players, map_name, variant, name, wild, seed))
    games = run.contest.whole_deals(games)
    with progress_bar(say("arena.progress"), games) as bar:
        reported: set[str] = set()

        def on_game(result: "MatchResult") -> None:
            bar.advance()
            report_new_faults(result.faults, reported)

        place = Place(workers, ray)
        play_contest(run, games, place, records=records, until_sure=until_sure, on_game=on_game)
    decided = (run.verdict() or "undecided") if until_sure else None
    if as_json:
        print_json(report_json(run, decided))
    else:
        print_report(run, decided, games)
    if run.is_interrupted:
        raise typer.Exit(130)


def make_contest(
    bots: str, players: int | None, map_name: str, variant: bool, name: str, wild: bool, seed: int
) -> "Contest":
    """The contest that the options describe."""
    from han.bots.registry import make_line_up
    from han.bots.spec import split_specs
    from han.play.arena.contest import Contest

    players = len(split_specs(bots)) if players is None else players
    line_up = tuple(bot.spec for bot in make_line_up(bots, players))
    map_name = map_name or (MAP_FOR_TWO if players == 2 else DEFAULT_MAP)
    return Contest(make_game(map_name, players, variant, name, wild), line_up, seed)


def report_new_faults(faults: "Iterable[BotFault]", reported: set[str]) -> None:
    """Print the first fault of each bot; further ones are likely to be the same."""
    for fault in faults:
        if fault.bot not in reported:
            reported.add(fault.bot)
            report_fault(fault)
