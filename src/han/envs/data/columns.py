"""The columns of an export. The table in `docs/reference/data.md` is generated from them."""

from dataclasses import dataclass
from typing import Final

from han.envs.observation import SIZE
from han.envs.version import NAME
from han.rules.codes import CODES

MASK_BYTES: Final = CODES // 8


@dataclass(frozen=True)
class Column:
    """One column: its Arrow type, and its meaning."""

    name: str
    kind: str
    """The name of an Arrow type; ``list<…>`` of one; ``bytes[n]`` for so many bytes."""
    meaning: str
    may_be_missing: bool = False
    repeats: bool = True
    """Whether values repeat, so that a dictionary of them saves space."""

    @property
    def path(self) -> str:
        """Where Parquet keeps its values."""
        return f"{self.name}.list.element" if self.kind.startswith("list") else self.name


OBSERVATION: Final = Column(
    "observation",
    f"bytes[{SIZE}]",
    "what the seat saw, one number from 0 to 255 a byte (`han.envs.observation`); "
    "missing with `--no-features`",
    repeats=False,
)

COLUMNS: Final = (
    Column("game", "uint32", "the game's number in this export, from 0"),
    Column("seed", "uint64", "the seed of the export, modulo 2⁶⁴", may_be_missing=True),
    Column(
        "deal",
        "uint64",
        "which deal of the seed: games with the same seed and deal have the same cards",
        may_be_missing=True,
    ),
    Column("map", "string", "the map's id"),
    Column("players", "uint8", "how many played"),
    Column("variant", "bool", "whether the map's variant was played"),
    Column("wild_in_prices", "bool", "the option of Q1"),
    Column("decision", "uint16", "the decision's number in its game, from 0"),
    Column("turn", "uint16", "the turn's number in its game, from 0"),
    Column("seat", "uint8", "who decided"),
    Column("bot", "string", "the spec of the seat's bot", may_be_missing=True),
    Column(
        "position",
        "string",
        "the whole position as a string, **hidden cards included**: for analysis, not for players",
        repeats=False,
    ),
    OBSERVATION,
    Column(
        "legal",
        f"bytes[{MASK_BYTES}]",
        "the legal actions, one bit a code: code *c* is bit *c* mod 8, counted from the "
        "lowest, of byte ⌊*c* / 8⌋",
    ),
    Column("choice", "uint16", "the code of the action chosen"),
    Column("action", "string", "the same action in the notation"),
    Column("points", "list<int16>", "points of all seats at the end of the game"),
    Column("win", "float32", "the seat's share of the win: 1, 0, or a part of a shared win"),
    Column("margin", "int16", "the seat's points less those of the best other seat"),
    Column(
        "ms",
        "float32",
        "milliseconds that the bot took; the only column that differs between equal exports",
        may_be_missing=True,
        repeats=False,
    ),
    Column("version", "string", "the version of han that made the row"),
    Column("env", "string", f"the environment: `{NAME}`"),
)


def columns(features: bool = True) -> tuple[Column, ...]:
    """The columns with or without observations."""
    return tuple(column for column in COLUMNS if features or column is not OBSERVATION)
