"""What a board is wished to be, and the numbers that chance adds to that."""

import re
from dataclasses import dataclass

from han.maps.check_setup import HAND, MAX_PLAYERS, MIN_PLAYERS, SPARE
from han.maps.make.dice import Dice
from han.maps.model import CARDS, VARIANTS, Variant
from han.messages import HanError

LEAST_SPACES, MOST_SPACES = 36, 60
MOST_PORTS, MOST_BORDERS = 9, 8


@dataclass(frozen=True)
class Wish:
    """What a board shall be; what is None depends on the variant or on the seed."""

    seed: int = 0
    variant: Variant = "fortifications"
    players: tuple[int, int] | None = None
    spaces: int | None = None
    ports: int | None = None
    borders: int | None = None

    @property
    def words(self) -> str:
        """The options of `han map make` that say the same, the seed first."""
        low, high = self.players or (None, None)
        given = {
            "variant": None if self.variant == VARIANTS[0] else self.variant,
            "players": f"{low}-{high}" if self.players else None,
            "spaces": self.spaces,
            "ports": self.ports,
            "borders": self.borders,
        }
        told = (f" --{name} {value}" for name, value in given.items() if value is not None)
        return f"--seed {self.seed}" + "".join(told)

    @property
    def id(self) -> str:
        """The id of the board: the options, so that different boards have different ids."""
        return "made-" + self.words.removeprefix("--seed ").replace(" --", "-").replace(" ", "-")


@dataclass(frozen=True)
class Plan:
    """How many of everything a board gets."""

    players: tuple[int, int]
    display: int
    removed: dict[int, int]
    spaces: int
    ports: int
    borders: int
    roads: int


def read_players(text: str) -> tuple[int, int]:
    """The range that ``3-5`` or ``4`` says.

    Raises:
        HanError: It says none, or one that is impossible.
    """
    found = re.fullmatch(r"(\d)(?:-(\d))?", text.strip())
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not MIN_PLAYERS <= low <= high <= MAX_PLAYERS:
        raise HanError("maps.make_players", players=text, least=MIN_PLAYERS, most=MAX_PLAYERS)
    return low, high


def read_variant(name: str) -> Variant:
    """The variant of this name.

    Raises:
        HanError: There is none.
    """
    for variant in VARIANTS:
        if variant == name:
            return variant
    raise HanError("maps.make_variant", variant=name, variants=", ".join(VARIANTS))


def check_wish(wish: Wish) -> None:
    """Refuse what no board can be.

    Raises:
        HanError: A number is out of its range.
    """
    ranges = {
        "spaces": (wish.spaces, LEAST_SPACES, MOST_SPACES),
        "ports": (wish.ports, 0, MOST_PORTS),
        "borders": (wish.borders, 0, MOST_BORDERS),
    }
    for option, (value, least, most) in ranges.items():
        if value is not None and not least <= value <= most:
            raise HanError("maps.make_range", option=option, value=value, least=least, most=most)


def draw_plan(wish: Wish, dice: Dice) -> Plan:
    """The wish with everything decided: like the one packaged board of the variant."""
    is_land = wish.variant == "fortifications"
    players = wish.players or ((3, 5) if is_land else (2, 4))
    usual = (dice.whole(46, 52), dice.whole(6, 8), dice.whole(5, 7))
    if not is_land:
        usual = (dice.whole(39, 44), 0, 0)
    wished = (wish.spaces, wish.ports, wish.borders)
    spaces, ports, borders = (
        some if value is None else value for value, some in zip(wished, usual, strict=True)
    )
    display = 4 if players[1] == MAX_PLAYERS else 3
    removed = {
        number: _removed(number, spaces, display) for number in range(players[0], players[1] + 1)
    }
    roads = round(spaces * (dice.between(1.14, 1.24) if is_land else dice.between(1.24, 1.36)))
    return Plan(players, display, removed, spaces, ports, borders, roads)


def _removed(players: int, spaces: int, display: int) -> int:
    """Cards to take out of each colour: about as many stay as there are spaces.

    With four players there are some more, with each player fewer five less; both packaged boards
    do it so.
    """
    wanted = spaces * 1.06 + len(CARDS) * (players - 4)
    needed = HAND * players + display + SPARE + 1
    most = min(min(CARDS) - 1, (sum(CARDS) - needed) // len(CARDS))
    return min(most, max(0, round((sum(CARDS) - wanted) / len(CARDS))))
