"""Options that several commands share."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from han.engine.game import Game

MapOption = Annotated[
    str, typer.Option("--map", "-m", help="A map's id (han map list) or its file.")
]
PlayersOption = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
VariantOption = Annotated[bool, typer.Option("--variant", help="Play the map's variant.")]
VariantName = Annotated[
    str, typer.Argument(metavar="[NAME]", help="The variant's name, if you want to say it.")
]
WildOption = Annotated[
    bool,
    typer.Option(
        "--wild-in-prices/--no-wild-in-prices",
        help="Whether a wild pair may pay part of a border space or a marker (Q1).",
    ),
]
BotsOption = Annotated[
    str, typer.Option("--bots", "-b", help="One bot for all seats, or one for each: a,b,c.")
]
SeedOption = Annotated[int, typer.Option("--seed", "-s", help="Equal seeds give equal games.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]

DEFAULT_MAP = "border-disputes"


def make_game(map_name: str, players: int, variant: bool, variant_name: str, wild: bool) -> "Game":
    """The game that the options describe."""
    from han.engine.game import Game
    from han.messages import HanError

    if variant_name and not variant:
        raise HanError("cli.unexpected_argument", text=variant_name)
    return Game(map_name, players, variant=variant_name or variant, wild_in_prices=wild)
