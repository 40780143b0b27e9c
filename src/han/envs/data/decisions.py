"""The decisions of one game, column by column."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from han.engine.result import Result
from han.envs.data.columns import MASK_BYTES
from han.envs.observation import Observation, blank_observation, observe_state
from han.envs.version import NAME
from han.records.record import Record
from han.records.replay import Step, replay
from han.version import __version__

Rows = dict[str, Any]
"""The values of every column, all of one length."""


def rows_of(
    record: Record,
    number: int,
    *,
    times: Sequence[float] | None = None,
    features: bool = True,
    map_file: str | None = None,
) -> Rows | None:
    """All decisions of a game; none of a game that did not end, since its result is unknown.

    Args:
        record: The game; its result is computed by replaying it.
        number: The game's number in the export.
        times: Seconds that each decision took, if they are known.
        features: Whether to include observations.
        map_file: The map's file, if its map is not a packaged one.
    """
    steps = list(replay(record, map_file))
    result = steps[-1].after.result if steps else None
    if result is None:
        return None
    decisions = [step for step in steps if step.before.to_move is not None]
    rows = _repeated(_about_game(record, number, result), len(decisions))
    rows |= _about_seats(record, result, [step.before.turn for step in decisions])
    rows |= _about_choices(decisions)
    rows["ms"] = [None] * len(decisions) if times is None else [1000 * time for time in times]
    if features:
        rows["observation"] = _observations(decisions)
    return rows


def _repeated(values: dict[str, Any], count: int) -> Rows:
    return {name: [value] * count for name, value in values.items()}


def _about_game(record: Record, number: int, result: Result) -> dict[str, Any]:
    return {
        "game": number,
        "seed": _number(record.meta.get("seed")),
        "deal": _number(record.meta.get("game")),
        "map": record.map,
        "players": record.players,
        "variant": record.variant,
        "wild_in_prices": record.wild_in_prices,
        "points": result.total,
        "version": __version__,
        "env": NAME,
    }


def _number(value: object) -> int | None:
    """A seed as an unsigned 64-bit number; none for other values, which records may contain."""
    return value % (1 << 64) if isinstance(value, int) else None


def _about_seats(record: Record, result: Result, seats: Sequence[int]) -> Rows:
    total, winners = result.total, result.winners
    wins = [(seat in winners) / len(winners) for seat in range(record.players)]
    margins = [own - max(total[:seat] + total[seat + 1 :]) for seat, own in enumerate(total)]
    bots = _bots(record)
    return {
        "seat": seats,
        "bot": [bots[seat] for seat in seats],
        "win": [wins[seat] for seat in seats],
        "margin": [margins[seat] for seat in seats],
    }


def _bots(record: Record) -> list[str | None]:
    told = record.meta.get("bots")
    specs = list(told) if isinstance(told, list | tuple) else []
    specs = (specs + [None] * record.players)[: record.players]
    return [spec if isinstance(spec, str) else None for spec in specs]


def _about_choices(decisions: Sequence[Step]) -> Rows:
    return {
        "decision": range(len(decisions)),
        "turn": [step.turn for step in decisions],
        "position": [str(step.before) for step in decisions],
        "legal": _legal_bits(decisions),
        "choice": [step.action.code_on(step.before.game.book) for step in decisions],
        "action": [str(step.action) for step in decisions],
    }


def _legal_bits(decisions: Sequence[Step]) -> NDArray[np.uint8]:
    words = np.array([step.before.legal_actions.words for step in decisions])
    return words.astype("<u8").view(np.uint8).reshape(-1, MASK_BYTES)


def _observations(decisions: Sequence[Step]) -> Observation:
    """The observation of each decision, as by `han.envs.observation.observe_view`."""
    blank = blank_observation(decisions[0].before.game.board)
    observations = np.tile(blank, (len(decisions), 1))
    for step, observation in zip(decisions, observations, strict=True):
        observe_state(step.before.state, step.before.turn, observation)
    return observations
