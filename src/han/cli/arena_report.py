"""The report of ``han arena``."""

from typing import TYPE_CHECKING, Any

from han.cli.output import console, number, say

if TYPE_CHECKING:
    from rich.table import Table

    from han.play.arena.run import Run
    from han.play.arena.standings import Standing

VERDICTS = {
    "better": "arena.better",
    "worse": "arena.worse",
    "undecided": "arena.undecided",
}
RESULT_COLUMNS = [
    "cli.column_bot",
    "cli.column_wins",
    "arena.column_interval",
    "arena.column_margin",
    "arena.column_rating",
    "arena.column_ms_per_move",
    "arena.column_moves_per_s",
]
POINT_COLUMNS = [
    "cli.column_bot",
    "cli.column_points",
    "cli.column_houses",
    "cli.column_alliances",
    "cli.column_roads",
    "cli.column_ports",
]


def report_json(run: "Run", decided: str | None) -> dict[str, Any]:
    """The report for a program."""
    from han.play.arena.standings import stand

    game = run.contest.game
    return {
        "map": game.map.id,
        "players": game.players,
        "variant": game.variant,
        "wild_in_prices": game.wild_in_prices,
        "seed": run.contest.seed,
        "games": len(run.results),
        "deals": len(run.games_by_deal()),
        "interrupted": run.is_interrupted,
        "decided": decided,
        "seconds": round(run.seconds, 3),
        "games_per_s": round(len(run.results) / run.seconds, 3),
        "bots": [standing.as_json() for standing in stand(run)],
    }


def print_report(run: "Run", decided: str | None, wanted: int) -> None:
    """The report for people; ``wanted`` is how many games were asked for."""
    from han.play.arena.standings import stand

    out = console()
    standings = stand(run)
    if standings:
        out.print(_results(run, standings))
        out.print(_points(standings))
        rate = number(len(run.results) / run.seconds, ".1f")
        out.print(say("arena.speed", seconds=number(run.seconds, ".1f"), rate=rate))
    if decided is not None:
        out.print(say(VERDICTS[decided], bot=run.contest.line_up[0]))
    if run.is_interrupted:
        out.print(say("arena.interrupted", count=len(run.results), wanted=wanted))


def _results(run: "Run", standings: list["Standing"]) -> "Table":
    from han.messages import language

    title = say(
        "arena.title",
        map=run.contest.game.map.name[language()],
        players=run.contest.game.players,
        games=len(run.results),
        deals=len(run.games_by_deal()),
    )
    has_faults = any(standing.faults for standing in standings)
    table = _table(title, RESULT_COLUMNS + (["arena.column_faults"] if has_faults else []))
    for standing in standings:
        low, high = standing.ci95
        rating = standing.rating
        cells = [
            number(standing.win_share, ".1%"),
            f"{number(low, '.1%')} - {number(high, '.1%')}",
            number(standing.mean_margin, "+.1f"),
            f"{number(rating.mu, '.1f')} ± {number(rating.sigma, '.1f')}",
            number(standing.ms_per_move, ".3g"),
            number(standing.moves_per_s, ",.0f"),
        ]
        table.add_row(standing.spec, *cells, *([str(standing.faults)] if has_faults else []))
    return table


def _points(standings: list["Standing"]) -> "Table":
    table = _table(say("arena.points"), POINT_COLUMNS)
    for standing in standings:
        means = [sum(standing.points.values()), *standing.points.values()]
        table.add_row(standing.spec, *(number(mean, ".1f") for mean in means))
    return table


def _table(title: str, columns: list[str]) -> "Table":
    """A table whose first column is the bot's."""
    from rich.table import Table

    table = Table(title=title)
    for column in columns:
        table.add_column(say(column), justify="right" if table.columns else "left")
    return table
