"""Positions to look at: both maps, two to five players, both variants, early to final.

Run from the root of the repository: ``python web/src/board/demo/make_data.py``.
"""

from pathlib import Path
from typing import Any

from han.bots.governor import GovernorBot
from han.engine.encoding import encode
from han.engine.game import Game
from han.engine.overview import overview_json
from han.engine.position import Position
from han.engine.view_json import view_json
from han.maps.load import load_map, map_ids
from han.maps.svg import draw_map
from han.play.match import Match
from han.records.replay import Step
from han.server.api.reference import map_json

DATA = Path(__file__).parent / "data"
GAMES = {
    "bd5": ("border-disputes", 5, False),
    "bd4v": ("border-disputes", 4, True),
    "bd3": ("border-disputes", 3, False),
    "wd4v": ("ways-of-diplomacy", 4, True),
    "wd3": ("ways-of-diplomacy", 3, False),
    "wd2v": ("ways-of-diplomacy", 2, True),
}
STAGES = {"early": 0.12, "middle": 0.5, "late": 0.85}


def main() -> None:
    """Write everything."""
    DATA.mkdir(exist_ok=True)
    for name in map_ids():
        board = load_map(name)
        _write(f"map-{name}.json", encode(map_json(board)).decode())
        _write(f"board-{name}.svg", draw_map(board, "en"))
    for name, (board_id, players, variant) in GAMES.items():
        _write(f"game-{name}.json", encode(_game(board_id, players, variant)).decode())


def _write(name: str, text: str) -> None:
    (DATA / name).write_text(text, "utf-8")


def _game(board_id: str, players: int, variant: bool) -> dict[str, Any]:
    game = Game(board_id, players, variant=variant)
    steps = list(Match(game, [GovernorBot() for _ in range(players)], seed=20))
    stages = {name: _stage(steps, int(share * len(steps))) for name, share in STAGES.items()}
    return {"map": board_id, "stages": stages | {"final": _final(steps)}}


def _stage(steps: list[Step], at: int) -> dict[str, Any]:
    """A seat about to place, and what the others did since its last turn."""
    at = next(i for i in range(at, len(steps)) if _is_rich(steps[i].before))
    return _moment(steps[max(0, at - 12)].before, steps[max(0, at - 12) : at])


def _is_rich(position: Position) -> bool:
    seat = position.to_move
    texts = [] if seat is None else position.view(seat).legal_actions.texts
    return position.phase == "place" and any(t.startswith("E") for t in texts)


def _final(steps: list[Step]) -> dict[str, Any]:
    return _moment(steps[-3].before, steps[-3:])


def _moment(before: Position, steps: list[Step]) -> dict[str, Any]:
    after = steps[-1].after if steps else before
    seat = after.to_move if after.to_move is not None else 0
    view = after.view(seat)
    events = [event.seen_by(seat) for step in steps for event in step.events]
    return {
        "before": view_json(before.view(seat)),
        "view": view_json(view),
        "overview": overview_json(view),
        "legal": view.legal_actions.texts,
        "events": events,
    }


if __name__ == "__main__":
    main()
