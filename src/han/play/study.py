"""Statistics of a map in play: lengths, sources of points, provinces, spaces and seats."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.bots.compiled import KINDS
from han.bots.errors import SpecError
from han.bots.registry import make_line_up
from han.engine.game import Game
from han.maps.model import ALLIANCES
from han.play.batch import play_batches
from han.play.series import can_play_in_bulk
from han.play.statistics import SOURCE_NAMES
from han.rules.board import Board
from han.rules.compile import kernel
from han.rules.score import alliance_points, order_by
from han.rules.state import PILE_USED_UP, States
from han.rules.types import Numbers


@dataclass(frozen=True)
class Study:
    """Figures of many games of one kind. Shares are of all games."""

    map: str
    players: int
    variant: bool
    bot: str
    games: int
    turns: tuple[float, int, int]
    """Mean, least, most."""
    ended_by_pile: float
    points: dict[str, float]
    """Mean points a player, by source."""
    decided: dict[str, float]
    """How often somebody else would have won without this source."""
    filled: dict[str, float]
    """How often a province was full at the end."""
    alliances: tuple[float, ...]
    """How often each alliance paid somebody."""
    spaces: dict[str, float]
    """How often a space was occupied at the end."""
    wins_by_turn_order: tuple[float, ...]
    """Shares of wins, the start player first."""
    shared_wins: float

    def as_json(self) -> dict[str, Any]:
        """The figures as plain values."""
        return asdict(self)


def study_game(
    game: Game, bot: str, games: int, seed: int, advance: Callable[[float], None]
) -> Study:
    """Play ``games`` games of one bot against itself."""
    line_up = [b.spec for b in make_line_up(bot, game.players)]
    if not can_play_in_bulk(line_up):
        raise SpecError("bots.not_in_bulk", bot=bot, known=", ".join(KINDS))
    states, turns = [], []
    for batch in play_batches(game, line_up, games, seed):
        states.append(batch.states)
        turns.append(batch.turns)
        advance(len(batch.states))
    return _measure(game, bot, np.concatenate(states), np.concatenate(turns))


def _measure(game: Game, bot: str, states: NDArray[np.record], turns: NDArray[np.int64]) -> Study:
    points = states["points"][:, :, : game.players].astype(np.int64)
    winners = _winners(game, states, points.sum(axis=1))
    occupied = np.bitwise_or.reduce(states["houses"] | states["markers"], axis=1)
    shares = winners / winners.sum(axis=1, keepdims=True)
    order = (np.arange(game.players) + states["start"][:, None]) % game.players
    means = points.mean(axis=(0, 2))
    paid = np.zeros(ALLIANCES, np.int64)
    count_payments(game.board, states, paid)
    return Study(
        map=game.map.id,
        players=game.players,
        variant=game.variant,
        bot=bot,
        games=len(states),
        turns=(round(float(turns.mean()), 1), int(turns.min()), int(turns.max())),
        ended_by_pile=_share(states["reason"] == PILE_USED_UP),
        points={name: round(float(means[i]), 2) for i, name in enumerate(SOURCE_NAMES)},
        decided={
            name: _share((winners != _winners(game, states, _without(points, i))).any(axis=1))
            for i, name in enumerate(SOURCE_NAMES)
        },
        filled={
            province.id: _share(occupied & mask == mask)
            for province, mask in zip(game.map.provinces, game.board.province_spaces, strict=True)
        },
        alliances=tuple(round(count / len(states), 4) for count in paid.tolist()),
        spaces={
            space.id: _share(occupied >> np.uint64(i) & np.uint64(1))
            for i, space in enumerate(game.map.spaces)
        },
        wins_by_turn_order=tuple(
            round(float(n), 4) for n in np.take_along_axis(shares, order, axis=1).mean(axis=0)
        ),
        shared_wins=_share(winners.sum(axis=1) > 1),
    )


def _share(hits: NDArray[Any]) -> float:
    return round(float(np.mean(hits)), 4)


def _without(points: NDArray[np.int64], source: int) -> NDArray[np.int64]:
    total: NDArray[np.int64] = points.sum(axis=1) - points[:, source]
    return total


def _winners(game: Game, states: NDArray[np.record], total: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Who would win with these totals: the most points, then pieces in the supply (F5)."""
    supply = states["houses_left"].astype(np.int64) + states["emissaries_left"]
    standing = order_by(total, supply[:, : game.players])
    winners: NDArray[np.bool_] = standing == standing.max(axis=1, keepdims=True)
    return winners


@kernel
def count_payments(board: Board, states: States, counts: Numbers) -> None:
    """Add up for each alliance in how many finished games it paid somebody (F2)."""
    for game in range(states.shape[0]):
        state = states[game]
        for alliance in range(ALLIANCES):
            paid = False
            for seat in range(state.players):
                paid = paid or alliance_points(board, state, alliance, seat) > 0
            counts[alliance] += 1 if paid else 0


def format_studies(studies: list[Study]) -> str:
    """The figures of one map as Markdown tables, a column for each number of players."""
    head = "| | " + " | ".join(f"{study.players} players" for study in studies) + " |"
    rule = "| --- |" + " ---: |" * len(studies)
    rows = [
        _row("turns (least-most)", [f"{t[0]} ({t[1]}-{t[2]})" for t in (s.turns for s in studies)]),
        _row("ended by the pile", [f"{s.ended_by_pile:.1%}" for s in studies]),
    ]
    for name in SOURCE_NAMES:
        rows.append(_row(f"points from {name}", [f"{s.points[name]:.1f}" for s in studies]))
    for name in SOURCE_NAMES:
        rows.append(_row(f"games decided by {name}", [f"{s.decided[name]:.1%}" for s in studies]))
    for province in studies[0].filled:
        rows.append(_row(f"{province} full", [f"{s.filled[province]:.1%}" for s in studies]))
    rows += [
        _row("alliances that pay, least-most", [_range(s.alliances) for s in studies]),
        _row("rarest space", [_extreme(min, s.spaces) for s in studies]),
        _row("commonest space", [_extreme(max, s.spaces) for s in studies]),
        _row("wins by turn order", [_percent(s.wins_by_turn_order) for s in studies]),
        _row("shared wins", [f"{s.shared_wins:.1%}" for s in studies]),
    ]
    return "\n".join([head, rule, *rows])


def _row(name: str, cells: list[str]) -> str:
    return f"| {name} | " + " | ".join(cells) + " |"


def _range(shares: tuple[float, ...]) -> str:
    return f"{min(shares):.1%}-{max(shares):.1%}"


def _percent(shares: tuple[float, ...]) -> str:
    return " ".join(f"{share:.1%}" for share in shares)


def _extreme(pick: Callable[..., str], shares: dict[str, float]) -> str:
    space = pick(shares, key=lambda name: shares[name])
    return f"{space} {shares[space]:.1%}"
