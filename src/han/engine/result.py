"""The result of a game."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """Points of every seat by source (F1-F4), and who won (F5)."""

    reason: str
    """``pile`` when the pile was used up twice (D4), ``board`` when nothing fits (D5)."""
    houses: tuple[int, ...]
    alliances: tuple[int, ...]
    roads: tuple[int, ...]
    ports: tuple[int, ...]
    total: tuple[int, ...]
    winners: tuple[int, ...]
