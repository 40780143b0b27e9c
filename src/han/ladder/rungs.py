"""The ladder: contests between levels, and the bar that each must pass."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from han.bots.registry import make_bot
from han.engine.game import Game
from han.messages import HanError
from han.play.arena.contest import Contest
from han.play.arena.standings import Standing

_KEYS = {"map", "line_up", "share", "lower"}


class LadderError(HanError):
    """A list of contests that cannot be read, or a choice that leaves none."""


@dataclass(frozen=True)
class Rung:
    """A contest whose first bot must win a share of the games."""

    map: str
    line_up: tuple[str, ...]
    share: float
    """The least share of wins."""
    lower: float | None = None
    """The 95 % interval must lie above this."""

    @property
    def opponents(self) -> str:
        """The other bots as text, each with how many there are of it."""
        others = self.line_up[1:]
        counts = {spec: others.count(spec) for spec in others}
        times = "×"  # noqa: RUF001 - meant as it stands
        return ", ".join(spec if n == 1 else f"{n} {times} {spec}" for spec, n in counts.items())

    def contest(self, seed: int) -> Contest:
        """The games to play."""
        return Contest(Game(self.map, len(self.line_up)), self.line_up, seed)

    def is_passed_by(self, standing: Standing) -> bool:
        """Whether the first bot's figures are good enough."""
        is_sure = self.lower is None or standing.ci95[0] > self.lower
        return standing.win_share >= self.share and is_sure


def read_rungs(path: Path | None = None) -> tuple[Rung, ...]:
    """The contests of a file, or of the standing ladder."""
    source = path or files("han.ladder").joinpath("ladder.toml")
    try:
        data = tomllib.loads(source.read_text("utf-8"))
        return tuple(_rung(entry) for entry in data["contest"])
    except OSError as error:
        raise LadderError("arena.ladder_unreadable", file=path, fault=error.strerror) from None
    except (KeyError, TypeError, ValueError):  # the last is also what wrong TOML raises
        raise LadderError("arena.no_ladder", file=path) from None


def _rung(entry: dict[str, Any]) -> Rung:
    lower = entry.get("lower")
    if entry.keys() - _KEYS or not entry["line_up"]:
        raise ValueError
    return Rung(
        map=str(entry["map"]),
        line_up=tuple(str(spec) for spec in entry["line_up"]),
        share=float(entry["share"]),
        lower=None if lower is None else float(lower),
    )


def choose_rungs(rungs: tuple[Rung, ...], only: str) -> tuple[Rung, ...]:
    """The contests with a bot whose spec contains ``only``."""
    chosen = tuple(rung for rung in rungs if any(only in spec for spec in rung.line_up))
    if not chosen:
        raise LadderError("arena.no_contest", only=only)
    return chosen


def check_bots(rungs: tuple[Rung, ...]) -> None:
    """Refuse bots that do not exist."""
    for spec in dict.fromkeys(spec for rung in rungs for spec in rung.line_up):
        make_bot(spec)
