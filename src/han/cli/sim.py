"""``han sim``: bots play many games."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from han.cli.options import (
    DEFAULT_MAP,
    BotsOption,
    JsonOption,
    MapOption,
    PlayersOption,
    SeedOption,
    VariantName,
    VariantOption,
    WildOption,
    make_game,
)
from han.cli.output import console, number, print_json, progress_bar, report_fault, say

if TYPE_CHECKING:
    from han.engine.game import Game
    from han.engine.position import Position
    from han.play.statistics import Statistics


def sim(
    name: VariantName = "",
    map_name: MapOption = DEFAULT_MAP,
    players: PlayersOption = 4,
    variant: VariantOption = False,
    wild: WildOption = True,
    bots: BotsOption = "random",
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="How many games.")] = 100,
    seed: SeedOption = 0,
    records: Annotated[
        Path | None, typer.Option(help="Write each game to this folder: 000001.json …")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play games between bots and say how they went.

    The same options and seed give the same games, with records or without.
    """
    from han.bots.registry import make_line_up

    game = make_game(map_name, players, variant, name, wild)
    line_up = [bot.spec for bot in make_line_up(bots, players)]
    began = time.perf_counter()
    statistics = _play(game, line_up, games, seed, records)
    seconds = time.perf_counter() - began
    if as_json:
        print_json(_as_json(game, statistics, seconds))
    else:
        _print(game, statistics, seconds)


def _play(
    game: "Game", line_up: list[str], games: int, seed: int, records: Path | None
) -> "Statistics":
    from han.play.batch import play_batches
    from han.play.series import can_play_in_bulk
    from han.play.statistics import Statistics

    statistics = Statistics(game, line_up)
    with progress_bar(say("cli.sim_progress"), games) as bar:
        if records is None and can_play_in_bulk(line_up):
            for batch in play_batches(game, line_up, games, seed):
                statistics.add_states(batch.states, batch.turns)
                bar.advance(len(batch.states))
        else:
            for position, turns in _play_singly(game, line_up, games, seed, records):
                statistics.add(position, turns)
                bar.advance()
    return statistics


def _play_singly(
    game: "Game", line_up: list[str], games: int, seed: int, records: Path | None
) -> "Iterator[tuple[Position, int]]":
    """How each game ended and how many turns it took."""
    from han.play.recording import record_games
    from han.play.series import play_singly

    if records is not None:
        yield from record_games(game, line_up, games, seed, records, report_fault)
        return
    for position, record in play_singly(game, line_up, games, seed, report_fault):
        yield position, len(record.turns)


def _as_json(game: "Game", statistics: "Statistics", seconds: float) -> dict[str, Any]:
    return {
        "map": game.map.id,
        "players": game.players,
        "variant": game.variant,
        "wild_in_prices": game.wild_in_prices,
        "games": statistics.games,
        "seconds": round(seconds, 3),
        "turns": statistics.mean_turns,
        "reasons": statistics.reasons,
        "seats": statistics.seats,
    }


def _print(game: "Game", statistics: "Statistics", seconds: float) -> None:
    from rich.table import Table

    from han.messages import language

    name = game.map.name[language()]
    out = console()
    columns = ("seat", "bot", "wins", "points", "houses", "alliances", "roads", "ports")
    table = Table(title=say("cli.sim_title", map=name, games=statistics.games))
    for index, column in enumerate(columns):
        table.add_column(say(f"cli.column_{column}"), justify="left" if index < 2 else "right")
    for seat in statistics.seats:
        means = (number(seat[key], ".1f") for key in columns[3:])
        shares = [number(seat["win_share"], ".1%"), *means]
        table.add_row(str(seat["seat"]), seat["bot"], *shares)
    out.print(table)
    out.print(
        say(
            "cli.sim_length",
            turns=number(statistics.mean_turns, ".1f"),
            rate=number(statistics.games / seconds, ",.0f"),
        )
    )
