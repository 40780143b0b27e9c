"""``han play``: watch a game between bots."""

from typing import Annotated

import typer

from han.cli.options import (
    DEFAULT_MAP,
    BotsOption,
    MapOption,
    PlayersOption,
    VariantName,
    VariantOption,
    WildOption,
    make_game,
)
from han.cli.output import console, report_fault


def play(
    name: VariantName = "",
    map_name: MapOption = DEFAULT_MAP,
    players: PlayersOption = 4,
    variant: VariantOption = False,
    wild: WildOption = True,
    bots: BotsOption = "greedy",
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="Equal seeds give equal games.")
    ] = None,
    pause: Annotated[
        float, typer.Option(min=0, max=60, help="Seconds to wait after each turn.")
    ] = 0.0,
    boards: Annotated[
        str, typer.Option(help="When to draw the board: turn, round, scoring, end or never.")
    ] = "round",
) -> None:
    """Show a whole game between bots: the board, every move, every scoring explained."""
    import secrets

    from han.bots.registry import make_line_up
    from han.messages import HanError, language
    from han.play.guard import GuardedBot
    from han.play.match import Match
    from han.tui.show import BOARDS, show_match

    if boards not in BOARDS:
        raise HanError("cli.boards", boards=boards, known=", ".join(BOARDS))
    game = make_game(map_name, players, variant, name, wild)
    line_up = [GuardedBot(bot, report=report_fault) for bot in make_line_up(bots, players)]
    seed = secrets.randbelow(10**6) if seed is None else seed
    out = console()
    names = [bot.spec for bot in line_up]
    try:
        show_match(Match(game, line_up, seed), out, language(), boards, pause, names=names)
    finally:
        for bot in line_up:
            bot.close()
