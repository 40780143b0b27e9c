"""The board as the reference referee sees it: names in plain dicts, read from a map file."""

import hashlib
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COLOURS = "VYOGR"
CARDS = {"V": 10, "Y": 11, "O": 11, "G": 12, "R": 13}  # C1

HOUSES = 20  # C2
EMISSARIES = 8  # C2: the ninth is the counter on the score track


@dataclass(frozen=True)
class Board:
    """One map: provinces with a colour, house spaces, roads between them, alliances (C4)."""

    id: str
    players: tuple[int, int]  # fewest and most
    display: int
    removed: dict[int, int]  # cards taken out of every colour, by number of players
    variant: str
    colour: dict[str, str]  # of each province, one letter of COLOURS
    provinces: dict[str, tuple[str, ...]]  # of each space, two for a border space
    ports: frozenset[str]
    alliances: list[tuple[str, str]]
    roads: list[tuple[str, str]]
    sha256: str = ""

    def spaces(self, province: str) -> list[str]:
        """All house spaces of a province, border spaces with them (T8)."""
        return [space for space, provinces in self.provinces.items() if province in provinces]

    def is_border(self, space: str) -> bool:
        return len(self.provinces[space]) == 2

    def deck(self, players: int) -> Counter[str]:
        """The cards in the game (S2)."""
        return Counter({colour: CARDS[colour] - self.removed[players] for colour in COLOURS})

    def markers(self, players: int) -> int:
        """How many markers each seat has when the variant is played (V1, V4)."""
        return 2 if self.variant == "market-places" and players == 2 else 1


def load_board(path: Path) -> Board:
    """Read a map file."""
    data = path.read_bytes()
    return build_board(tomllib.loads(data.decode()), hashlib.sha256(data).hexdigest())


def build_board(table: dict[str, Any], sha256: str = "") -> Board:
    """Build a board from the tables of a map file."""
    fewest, most = table["players"]
    return Board(
        id=table["id"],
        players=(fewest, most),
        display=table["display"],
        removed={int(players): cards for players, cards in table["removed"].items()},
        variant=table["variant"],
        colour={province["id"]: province["colour"][0].upper() for province in table["province"]},
        provinces={space["id"]: tuple(space["provinces"]) for space in table["space"]},
        ports=frozenset(space["id"] for space in table["space"] if space.get("port", False)),
        alliances=[(a, b) for a, b in table["alliances"]],
        roads=[(a, b) for a, b in table["roads"]],
        sha256=sha256,
    )
