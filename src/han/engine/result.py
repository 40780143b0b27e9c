"""The result of a game."""

from msgspec import Struct

from han.notation.position import Reason


class Result(Struct, frozen=True):
    """Points of every seat by source (F1-F4), and who won (F5)."""

    reason: Reason
    """``pile`` when the pile was used up twice (D4), ``board`` when nothing fits (D5)."""
    houses: tuple[int, ...]
    alliances: tuple[int, ...]
    roads: tuple[int, ...]
    ports: tuple[int, ...]
    total: tuple[int, ...]
    winners: tuple[int, ...]
