"""``han map``: list, check, draw, study and make maps."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from han.cli.options import JsonOption
from han.cli.output import console, print_json, say

if TYPE_CHECKING:
    from han.maps.fault import MapFault
    from han.maps.model import Map

app = typer.Typer(
    help="Maps: list them, check a map file, draw, study or make one.", no_args_is_help=True
)


@app.command("list")
def list_maps(as_json: JsonOption = False) -> None:
    """List the maps that come with the game."""
    from han.maps.load import load_map, map_ids

    maps = [_summary(load_map(map_id)) for map_id in map_ids()]
    if as_json:
        print_json({"maps": maps})
        return
    from rich.table import Table

    table = Table()
    for column in ("map", "name", "players", "spaces", "ports", "borders", "roads", "variant"):
        table.add_column(say(f"cli.column_{column}"))
    for row in maps:
        table.add_row(*(str(value) for key, value in row.items() if key != "sha256"))
    console().print(table)


def _summary(game_map: "Map") -> dict[str, Any]:
    from han.messages import language

    return {
        "id": game_map.id,
        "name": game_map.name[language()],
        "players": f"{game_map.players[0]}-{game_map.players[1]}",
        "spaces": len(game_map.spaces),
        "ports": sum(space.port for space in game_map.spaces),
        "borders": sum(len(space.provinces) == 2 for space in game_map.spaces),
        "roads": len(game_map.roads),
        "variant": game_map.variant,
        "sha256": game_map.sha256,
    }


@app.command("check")
def check_files(
    files: Annotated[list[str], typer.Argument(help="Map files, or ids of packaged maps.")],
    as_json: JsonOption = False,
) -> None:
    """Check map files and say everything that is wrong. Status 1 if anything is."""
    from han.maps.load import MapError, load_map
    from han.messages import language

    faults: list[MapFault] = []
    for file in files:
        try:
            load_map(file)
        except MapError as error:
            faults += error.faults
    if as_json:
        lines = [{"file": f.file, "line": f.line, "fault": f.text(language())} for f in faults]
        print_json({"ok": not faults, "faults": lines})
    else:
        for fault in faults:
            typer.echo(fault.text(language()), err=True)
        if not faults:
            typer.echo(say("cli.maps_faultless", count=len(files)))
    raise typer.Exit(1 if faults else 0)


@app.command("svg")
def draw(
    name: Annotated[str, typer.Argument(metavar="MAP", help="A map's id or its file.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; else the screen.")
    ] = None,
) -> None:
    """Draw a board as SVG."""
    from han.maps.load import load_map
    from han.maps.svg import draw_map
    from han.messages import language

    svg = draw_map(load_map(name), language())
    if output is None:
        typer.echo(svg)
    else:
        _write(svg, output)


def _write(text: str, output: Path) -> None:
    """Write a file, the same bytes on every system."""
    from han.messages import HanError

    try:
        output.write_bytes(text.encode())
    except OSError as error:
        raise HanError("play.cannot_write", file=output, fault=error.strerror) from None


@app.command("make")
def make(
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, help="Equal seeds and options, equal boards.")
    ] = 0,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The file to write; else the screen.")
    ] = None,
    variant: Annotated[
        str, typer.Option("--variant", help="The board's variant, and whose kind of board it is.")
    ] = "fortifications",
    players: Annotated[
        str, typer.Option("--players", "-p", help="From least to most, as in 3-5, or one number.")
    ] = "",
    spaces: Annotated[int | None, typer.Option("--spaces", help="How many house spaces.")] = None,
    ports: Annotated[
        int | None, typer.Option("--ports", help="How many of them are ports.")
    ] = None,
    borders: Annotated[
        int | None, typer.Option("--borders", help="How many of them lie on borders.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a board from a seed, as a map file."""
    from han.maps.load import parse_map
    from han.maps.make.board import make_map
    from han.maps.make.wish import Wish, read_players, read_variant

    wished = read_players(players) if players else None
    wish = Wish(seed, read_variant(variant), wished, spaces, ports, borders)
    text = make_map(wish)
    if output is not None:
        _write(text, output)
    if as_json:
        place = {"file": str(output)} if output else {"text": text}
        print_json(_summary(parse_map(text, f"{wish.id}.toml")) | place)
    elif output is None:
        typer.echo(text, nl=False)


@app.command("study")
def study(
    name: Annotated[str, typer.Argument(metavar="MAP", help="A map's id or its file.")],
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games a line.")] = 2000,
    bots: Annotated[str, typer.Option("--bots", help="Which bot plays all seats.")] = "greedy",
    variant: Annotated[bool, typer.Option("--variant", help="Play the map's variant.")] = False,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Equal seeds, equal games.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Play many games and say what the board does: lengths, points, spaces, seats."""
    from han.cli.output import progress_bar
    from han.engine.game import Game
    from han.maps.load import load_map
    from han.play.study import format_studies, study_game

    game_map = load_map(name)
    counts = range(game_map.players[0], game_map.players[1] + 1)
    studies = []
    with progress_bar(say("cli.sim_progress"), games * len(counts)) as bar:
        for players in counts:
            game = Game(game_map, players, variant=variant)
            studies.append(study_game(game, bots, games, seed, bar.advance))
    if as_json:
        print_json({"map": game_map.id, "bots": bots, "studies": [s.as_json() for s in studies]})
    else:
        typer.echo(format_studies(studies))
